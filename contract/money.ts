import { z } from 'zod'

/** Money is whole kopiykas everywhere; a sum that does not fit a number exactly cannot occur in a shop. */
export const Kopiykas = z.int().min(0).max(1_000_000_000_00).describe('Копійки')
/** Thousandths of a piece: 1 piece = 1000. */
export const Quantity = z.int().min(1).max(1_000_000_000).describe('Тисячні частки: 1 шт. = 1000')

/** One line of goods: round(price × quantity / 1000) − discount. */
export const lineSum = ({ price, quantity, discount }: { price: number; quantity: number; discount: number }): number =>
  Math.round((price * quantity) / 1000) - discount

// Chromium writes «грн» and Node «₴» for the default symbol; the narrow one is ₴ in both.
const money = new Intl.NumberFormat('uk-UA', { style: 'currency', currency: 'UAH', currencyDisplay: 'narrowSymbol' })

/** 123450 → «1 234,50 ₴»; both spaces do not break. */
export const formatMoney = (kopiykas: number): string => money.format(kopiykas / 100)
