import { z } from 'zod'
import { toInstant } from '../../kyiv-time.ts'
import { mostLookedAt, quoted } from '../../redact.ts'

/**
 * Their documents in our words. Any field may be null or new, so each is read on its own; only what names no document at all
 * is refused, as null. `hide` takes secrets out of what people will read. Names are camelCase here and snake_case in the rest
 * of the API, so both are taken.
 */
export type Hide = (text: string) => string

/** How an answer is read; `read_at`: when it was written, by the provider's clock. */
export interface Reading {
  hide: Hide
  read_at: Date
}

/** What ends up in the path of a later call: nothing that could lead it elsewhere. */
export const isDocumentId = (id: string): boolean => /^[\w-]{1,100}$/.test(id)

export const id = z
  .union([z.string(), z.int().transform(String)])
  .transform((text) => text.trim())
  .refine(isDocumentId)
  .nullable()
  .catch(null)
/** One line without anything unseen (PostgreSQL takes no NUL), cut between letters; null: nothing to read. */
export const oneLine = (most: number) =>
  z
    .union([z.string(), z.int().transform(String)])
    .transform((text) =>
      text
        .slice(0, mostLookedAt)
        .toWellFormed()
        .replace(/[\p{C}\s]+/gu, ' ')
        .trim(),
    )
    .transform((text) => Array.from(text).slice(0, most).join('') || null)
    .nullable()
    .catch(null)
export const line = oneLine(200)
/** The longest a relation id may be. */
export const relationId = oneLine(256)
/** Kopiykas, by convention: the description does not name the unit. */
export const kopiykas = z.int().min(0).nullable().catch(null)
/** As it was sent. What is held against a permit becomes an instant with the time of its answer (`toInstant`). */
export const time = z.union([z.string(), z.number()]).nullable().catch(null)
/**
 * With or without microseconds and an offset; a day alone is its beginning in Kyiv. For what may lie ahead (the end of a certificate),
 * and for what is read again and held against what was read before: that must not depend on when it is read.
 */
export const instant = time.transform((given) => toInstant(given))
export const words = z.string().nullable().catch(null)
export const flag = z.boolean().nullable().catch(null)

export const toWords = (text: string | null, hide: Hide): string | null => quoted(hide(text ?? '')) || null

/** `ettnNumber` and `ettn_number` are one name. Of two spellings the one with a value counts. */
export function inSnakeCase(json: unknown): Record<string, unknown> {
  const given = z.looseObject({}).safeParse(json).data ?? {}
  const renamed = Object.entries(given).map(([name, value]): [string, unknown] => [
    name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    value,
  ])
  return Object.fromEntries(renamed.toSorted(([, left], [, right]) => rank(left) - rank(right)))
}
const rank = (value: unknown): number => (value === null ? 0 : 1)
