import { Command } from 'commander'
import { formatMoney } from '#/contract/money.ts'
import { closeWords } from '#/contract/report-words.ts'
import { CloseQuery } from '#/contract/reports.ts'
import { Explained } from '../platform/explained.ts'
import { closeDay } from '../reports/close.ts'
import type { Output } from './output.ts'
import { withApp } from './with-app.ts'

export function reportCommand(output: Output): Command {
  const report = new Command('report').description('звіти')
  report
    .command('close')
    .description('чи все до кінця дня залагоджено; якщо ні, каже, що саме, і завершується з кодом 1')
    .argument('[рррр-мм-дд]', 'день (типово — учора, у Києві)')
    .action((day: string | undefined) => {
      const asked = CloseQuery.safeParse({ day })
      if (!asked.success) throw new Explained('день має бути у вигляді рррр-мм-дд, наприклад 2026-03-09.')
      return withApp(async (app) => {
        const closed = await closeDay(app, asked.data.day)
        for (const { kind, count, amount, oldest } of closed.open)
          output.out(`${closeWords[kind]}: ${count}, на ${formatMoney(amount)}, від ${oldest}`)
        if (!closed.settled) throw new Explained(`до кінця ${closed.day} залагоджено не все; перелік — вище.`)
        output.out(`До кінця ${closed.day} усе залагоджено.`)
      })
    })
  return report
}
