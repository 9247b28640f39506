import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'
import { Argument, Command } from 'commander'
import { AppError, sentenceOf } from '#/contract/errors.ts'
import { formatMoney } from '#/contract/money.ts'
import { PayoutAnswers, type Payout } from '#/contract/payouts.ts'
import { fieldErrors } from '#/contract/validation-messages.ts'
import { theSystem } from '../audit/record-audit.ts'
import { listPayees } from '../cash-registers/payees/store.ts'
import type { App } from '../app.ts'
import { importPayout } from '../money/importing/import-payout.ts'
import { Explained } from '../platform/explained.ts'
import type { Output } from './output.ts'
import { withApp } from './with-app.ts'

interface ImportOptions {
  payee?: string
  number?: string
  day?: string
  totalsConfirmed?: true
  replaces?: string
}

export function moneyCommand(output: Output): Command {
  const files = new Argument('<файл>', 'файли реєстрів, один чи більше')
  files.variadic = true
  const money = new Command('money').description('реєстри переказів NovaPay')
  money
    .command('import')
    .description('завантажити реєстри переказів із файлів XLSX або CSV; файл береться цілий або зовсім не береться')
    .addArgument(files)
    .option('--payee <одержувач>', 'чиї це гроші: назва або ідентифікатор; new — одержувач із файлу, якого ще немає')
    .option('--number <номер>', 'номер реєстру, якщо його немає у файлі')
    .option('--day <рррр-мм-дд>', 'дата реєстру, якщо її немає у файлі')
    .option('--totals-confirmed', 'суми файлу без рядка «Всього» перевірено')
    .option('--replaces <ідентифікатор>', 'файл виправляє реєстр із цим ідентифікатором')
    .action((paths: string[], options: ImportOptions) =>
      withApp(async (app) => {
        const answers = await toAnswers(app, options)
        const refused: string[] = []
        for (const path of paths) {
          const problem = await importOne(app, output, path, answers)
          if (problem !== null) refused.push(`${basename(path)}: ${problem}`)
        }
        if (refused.length > 0) throw new Explained(`не завантажено файлів: ${refused.length}.\n${refused.join('\n')}`)
      }),
    )
  return money
}

async function importOne(app: App, output: Output, path: string, answers: PayoutAnswers): Promise<string | null> {
  try {
    const file = { name: basename(path), bytes: await readBytes(path) }
    const { is_new, payout } = await importPayout(app, theSystem, file, answers)
    output.out(is_new ? `Завантажено: ${describe(payout)}.` : `Вже був, нічого не змінено: ${describe(payout)}.`)
    return null
  } catch (error) {
    if (error instanceof Explained) return error.message
    if (error instanceof AppError) return sentenceOf(error.code, error.params)
    throw error
  }
}

async function readBytes(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path)
  } catch {
    throw new Explained('файлу немає або його не можна прочитати.')
  }
}

const describe = ({ number, day, payee, lines, transferred, open }: Payout): string =>
  `реєстр №\u00a0${number} від ${day}, ${payee.name}, рядків — ${lines}, перераховано ${formatMoney(transferred)}, потребують уваги — ${open}`

async function toAnswers(app: App, options: ImportOptions): Promise<PayoutAnswers> {
  const { payee, number, day, totalsConfirmed, replaces } = options
  const named = payee && (await listPayees(app.db)).find(({ name, id }) => name === payee || id === payee)
  if (payee !== undefined && payee !== 'new' && !named)
    throw new Explained(`одержувача «${payee}» немає. Для нового вкажіть --payee new.`)
  const parsed = PayoutAnswers.safeParse({
    payee_id: named ? named.id : payee,
    number,
    day,
    totals_confirmed: totalsConfirmed && 'true',
    replaces,
  })
  if (parsed.success) return parsed.data
  throw new Explained(
    fieldErrors(parsed.error.issues)
      .map(({ pointer, detail }) => `--${pointer.slice(1)}: ${detail}`)
      .join('\n'),
  )
}
