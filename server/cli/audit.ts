import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { Command } from 'commander'
import { AuditQuery } from '#/contract/audit.ts'
import { AppError } from '#/contract/errors.ts'
import { fieldErrors } from '#/contract/validation-messages.ts'
import { exportAudit } from '../audit/export-audit.ts'
import { theSystem } from '../audit/record-audit.ts'
import { verifyAudit } from '../audit/verify-audit.ts'
import { Explained } from '../platform/explained.ts'
import type { Output } from './output.ts'
import { withApp } from './with-app.ts'

export function auditCommand(output: Output): Command {
  const audit = new Command('audit').description('журнал дій')
  audit
    .command('verify')
    .description('перевірити, що журнал ніхто не змінював')
    .option('--checkpoint <файл>', 'контрольна точка, яку зберігали окремо')
    .action(({ checkpoint }: { checkpoint?: string }) =>
      withApp(async (app) => {
        const { ok, entries, sealed_to, first_bad } = await verifyAudit(app, checkpoint)
        output.out(`Записів: ${entries}, запечатано до № ${sealed_to}.`)
        if (ok) return output.out('Журнал цілий.')
        const place = [first_bad?.seq === null ? '' : `№ ${first_bad?.seq}`, first_bad?.id ?? '']
          .filter(Boolean)
          .join(', ')
        throw new Explained(
          `журнал пошкоджено. Перший неправильний запис: ${place || 'невідомо який'} — ${first_bad?.reason}.`,
        )
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
