import { z } from 'zod'

export const Id = z.uuid()
/** ISO 8601 in UTC with `Z`; a zone of its own would make two spellings of one instant. */
export const Instant = z.iso.datetime()
/** The day in Kyiv, for filters; both ends are included. */
export const Day = z.iso.date()

/** Money is whole kopiykas everywhere; a sum that does not fit a number exactly cannot occur in a shop. */
export const Kopiykas = z.int().min(0).max(1_000_000_000_00).describe('Копійки')
/** Thousandths of a piece: 1 piece = 1000. */
export const Quantity = z.int().min(1).max(1_000_000_000).describe('Тисячні частки: 1 шт. = 1000')

export const pageQuery = {
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z.string().max(200).optional(),
}

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.strictObject({ items: z.array(item), next_cursor: z.string().nullable() })
