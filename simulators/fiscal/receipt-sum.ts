import { z } from 'zod'

export const Discount = z.looseObject({
  type: z.enum(['DISCOUNT', 'EXTRA_CHARGE', 'PRE_PAYMENT']),
  mode: z.enum(['VALUE', 'PERCENT']),
  value: z.number(),
})
export type Discount = z.output<typeof Discount>

/** A line of goods as it is sent; the rest of it travels along. */
export const Line = z.looseObject({
  good: z.looseObject({ code: z.string(), name: z.string(), price: z.int() }),
  quantity: z.int(),
  is_return: z.boolean().default(false),
  discounts: z.array(Discount).default([]),
})
export type Line = z.output<typeof Line>

/** Kopiykas a discount takes off the sum; below zero for an extra charge. */
export const takenOff = ({ type, mode, value }: Discount, sum: number): number => {
  const off = Math.round(mode === 'VALUE' ? value : (sum * value) / 100)
  return type === 'EXTRA_CHARGE' ? -off : off
}

/** Kopiykas per 1000 of quantity, each line rounded by itself (production code of others does the same). */
export const sumOfLine = ({ good, quantity, discounts }: Line): number => {
  const whole = Math.round((good.price * quantity) / 1000)
  return whole - discounts.reduce((off, discount) => off + takenOff(discount, whole), 0)
}

export const sumOfGoods = (goods: readonly Line[], discounts: readonly Discount[]): number => {
  const whole = goods.reduce((sum, line) => sum + sumOfLine(line), 0)
  return whole - discounts.reduce((off, discount) => off + takenOff(discount, whole), 0)
}

/** Cash rounding, which an ETTN has unless the request turns it off. */
export const rounded = (sum: number, mode: 'ROUND_10' | 'ROUND_50'): number => {
  const step = mode === 'ROUND_10' ? 10 : 50
  return Math.round(sum / step) * step
}
