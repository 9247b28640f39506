import { createWriteStream, existsSync } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { Command } from 'commander'
import { AuditQuery, type AuditVerdict } from '#/contract/audit.ts'
import { AppError } from '#/contract/errors.ts'
import { fieldErrors } from '#/contract/validation-messages.ts'
import { acceptBreak } from '../audit/accept-break.ts'
import { countBreaks, type Break } from '../audit/chain/breaks.ts'
import { exportAudit } from '../audit/export-audit.ts'
import { theSystem } from '../audit/record-audit.ts'
import { verifyAndRaise } from '../audit/verifying/verify-audit.ts'
import { stampOf } from '../backup/words.ts'
import { Explained } from '../platform/explained.ts'
import type { Output } from './output.ts'
import { withApp } from './with-app.ts'

export function auditCommand(output: Output): Command {
  const audit = new Command('audit').description('журнал дій')
  audit
    .command('verify')
    .description('перевірити, що журнал ніхто не змінював')
    .option('--checkpoint <файл>', 'контрольні точки, які зберігали окремо')
    .action(({ checkpoint }: { checkpoint?: string }) =>
      withApp(async (app) => {
        if (checkpoint !== undefined && !existsSync(checkpoint)) throw new Explained(`файлу ${checkpoint} немає.`)
        const verified = await verifyAndRaise(app, { given: checkpoint })
        tellBreaks(verified.breaks, mostTold, output)
        tellVerdict(verified, output)
      }),
    )
  audit
    .command('accept')
    .description('прийняти знайдене порушення журналу і почати його заново; порушення лишається в журналі назавжди')
    .requiredOption('--reason <текст>', 'що сталося і хто це з’ясував')
    .action(({ reason }: { reason: string }) =>
      withApp(async (app, database) => {
        if (reason.trim().length < shortestReason) throw new Explained('поясніть у --reason, що сталося.')
        const accepted = await acceptBreak(app, (await database.owner()).db, {
          reason: reason.trim(),
          stamp: stampOf(app.clock.now()),
        })
        if (accepted === null) throw new Explained('журнал цілий, приймати немає чого.')
        tellBreaks(accepted.breaks, Infinity, output)
        for (const first of accepted.breaks.slice(0, 1))
          output.out(`Порушення прийнято: ${placeOf(first)} — ${first.reason}.`)
        output.out(`Журнал почато заново від № ${accepted.first_seq}. Старі контрольні точки збережено поряд.`)
      }),
    )
  audit
    .command('export')
    .description('записати журнал: рядок на запис, у JSON, новіші спершу')
    .argument('[файл]', 'куди записати (типово — на екран)')
    .option('--from <день>', 'від дня, як-от 2026-03-01')
    .option('--to <день>', 'до дня включно')
    .action((path: string | undefined, given: { from?: string; to?: string }) =>
      withApp(async (app) => {
        const days = AuditQuery.pick({ from: true, to: true }).safeParse(given)
        if (!days.success) throw new AppError('request.invalid', {}, fieldErrors(days.error.issues))
        const entries = await exportAudit(app, theSystem, days.data, 'jsonl')
        if (path === undefined) {
          for await (const entry of entries) output.out(JSON.stringify(entry))
          return
        }
        const written = await writeLines(path, entries)
        output.out(`Записано: ${written}.`)
      }),
    )
  return audit
}

const shortestReason = 5
/** The verification may be read on a screen; what is accepted is named whole. */
const mostTold = 50

const kinds = { missing: 'вилучено', inserted: 'вставлено', changed: 'змінено', other: 'інше' } as const

function tellBreaks(breaks: Break[], most: number, output: Output): void {
  if (breaks.length === 0) return
  const { missing, inserted, changed, other } = countBreaks(breaks)
  output.out(`Знайдено в журналі: вилучено ${missing}, вставлено ${inserted}, змінено ${changed}, іншого ${other}.`)
  for (const one of breaks.slice(0, most)) output.out(`  ${kinds[one.what]}: ${placeOf(one)} — ${one.reason}`)
  if (breaks.length > most) output.out(`  …і ще місць: ${breaks.length - most}.`)
}

const placeOf = ({ seq, to_seq, id }: Pick<Break, 'seq' | 'to_seq' | 'id'>): string =>
  [seq === null ? '' : to_seq === undefined ? `№ ${seq}` : `№ ${seq}–${to_seq}`, id ?? ''].filter(Boolean).join(', ') ||
  'невідомо який запис'

function tellVerdict({ ok, entries, sealed_to, first_bad, accepted = [] }: AuditVerdict, output: Output): void {
  output.out(`Записів: ${entries}, запечатано до № ${sealed_to}.`)
  for (const { at, reason, before_seq } of accepted)
    output.out(`Порушення до № ${before_seq} прийнято ${at}: «${reason}».`)
  if (first_bad !== null)
    throw new Explained(`журнал пошкоджено. Перший неправильний запис: ${placeOf(first_bad)} — ${first_bad.reason}.`)
  const last = accepted.at(-1)
  output.out(ok && last !== undefined ? `Журнал цілий від № ${last.before_seq}.` : 'Журнал цілий.')
}

async function writeLines(path: string, entries: AsyncIterable<unknown>): Promise<number> {
  let written = 0
  async function* lines(): AsyncGenerator<string> {
    for await (const entry of entries) {
      written += 1
      yield `${JSON.stringify(entry)}\n`
    }
  }
  try {
    await pipeline(lines, createWriteStream(path, { mode: 0o600, flags: 'wx' }))
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST')
      throw new Explained(`файл ${path} уже є; вкажіть інший.`, { cause: error })
    throw error
  }
  return written
}
