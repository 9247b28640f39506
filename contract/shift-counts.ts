import { z } from 'zod'
import { Day, Id, Instant, pageOf, pageQuery } from './common.ts'

/**
 * What our own count of a shift is beside the Z-report of the fiscal provider, which is fiscal truth:
 * `equal`: the same under every label that is ours. `made_elsewhere`: the Z has more, so receipts were made at this register without us.
 * `less_than_ours`: the Z lacks something of ours, which must not be: an alarm. `unknown`: of some receipt the shift is not known.
 */
export const shiftStates = ['equal', 'made_elsewhere', 'less_than_ours', 'unknown'] as const

const Sum = z.int().min(0)

const ShiftLabel = z.strictObject({
  label: z.string().describe('Назва оплати в чеку'),
  z_sum: Sum.describe('Продано за Z-звітом, у копійках'),
  z_returned: Sum.describe('Повернено за Z-звітом, у копійках; з нашим не порівнюється'),
  our_count: z.int().min(0),
  our_sum: Sum.describe('Продано за нашими чеками, у копійках'),
  difference: z.int().describe('Z-звіт мінус наше, у копійках'),
  is_compared: z.boolean().describe('false: з такою назвою Касир чеків не робить, тож порівнювати немає з чим'),
})

export const ShiftCount = z
  .strictObject({
    id: Id.describe('Ідентифікатор Z-звіту в Checkbox'),
    cash_register: z.strictObject({ id: Id, name: z.string() }),
    shift_id: z.string(),
    serial: z.int().describe('Порядковий номер Z-звіту'),
    fiscal_code: z.string().nullable(),
    closed_at: Instant,
    sell_count: z.int().min(0).describe('Чеків продажу за Z-звітом'),
    return_count: z.int().min(0).describe('Чеків повернення за Z-звітом'),
    our_count: z.int().min(0).describe('Наших чеків цієї зміни'),
    our_sum: Sum,
    z_sum: Sum.describe('Продано за Z-звітом із назвами оплат, які порівнюються'),
    state: z.enum(shiftStates),
    difference: z
      .int()
      .nullable()
      .describe('Копійки: скільки зроблено деінде або, зі знаком мінус, скількох у Z-звіті бракує; null: не відомо'),
    labels: z.array(ShiftLabel),
  })
  .meta({ id: 'ShiftCount' })
export type ShiftCount = z.infer<typeof ShiftCount>

export const ShiftCountQuery = z.strictObject({
  ...pageQuery,
  from: Day.optional(),
  to: Day.optional(),
  cash_register_id: Id.optional(),
  only: z.enum(shiftStates).optional().describe('Лише зміни в цьому стані'),
})
export type ShiftCountQuery = z.infer<typeof ShiftCountQuery>
export const ShiftCountList = pageOf(ShiftCount)
export type ShiftCountList = z.infer<typeof ShiftCountList>
