import { z } from 'zod'
import { Day } from './common.ts'

/** Bars of a chart. Each bar is a count and its money; the table behind the chart shows the same. */
const Bar = z.strictObject({ count: z.int(), amount: z.int().describe('Копійки') })

/** How old something is, in whole days: the last bar has no end. */
export const ages = ['0–2', '3–5', '6–8', '9+'] as const

/** How long after the buyer paid the receipt became fiscal. */
export const fiscalDelays = ['hour', 'day', 'later'] as const
export type FiscalDelay = (typeof fiscalDelays)[number]

export const ReportCharts = z
  .strictObject({
    days: z
      .array(z.strictObject({ day: Day, receipts: Bar, accepted: Bar }))
      .describe('Фіскальні чеки та прийняті гроші за днями періоду, кожен день'),
    waiting: z.array(Bar.extend({ age: z.enum(ages) })).describe('Чеки, що очікують оплати, за віком, зараз'),
    awaited: z.array(Bar.extend({ age: z.enum(ages) })).describe('Оплачені посилки без грошей за віком, зараз'),
    weeks: z
      .array(z.strictObject({ from: Day, received: z.int(), refused: z.int(), returned: z.int() }))
      .describe('Посилки за тижнями періоду: отримано, відмов, повернень'),
    delays: z
      .array(z.strictObject({ delay: z.enum(fiscalDelays), count: z.int() }))
      .describe('Від оплати до фіскального чека'),
    cash_registers: z.array(Bar.extend({ name: z.string() })).describe('Фіскальні чеки періоду за касами'),
  })
  .meta({ id: 'ReportPictures' })
export type ReportCharts = z.infer<typeof ReportCharts>
