import { z } from 'zod'
import { AppError } from '#/contract/errors.ts'

/** Where a page ended. Opaque to the reader, so that its inside may change. */
export interface PageCursor {
  at: string
  id: string
}

/** Of a list whose second part begins when its first has ended. */
export interface PartedCursor extends PageCursor {
  in_first_part: boolean
}

const Place = z.tuple([z.iso.datetime(), z.uuid()])
/** A place in the first part is spelled as in a list of one part: a list that is divided later still takes its old cursors. */
const PartedPlace = z.tuple([z.iso.datetime(), z.uuid(), z.literal('second').optional()])

export const toCursor = ({ at, id }: PageCursor): string => encoded([at, id])

export const toPartedCursor = ({ at, id, in_first_part }: PartedCursor): string =>
  encoded(in_first_part ? [at, id] : [at, id, 'second'])

export function fromCursor(text: string | undefined): PageCursor | null {
  if (text === undefined) return null
  const [at, id] = decoded(text, Place)
  return { at, id }
}

export function fromPartedCursor(text: string | undefined): PartedCursor | null {
  if (text === undefined) return null
  const [at, id, part] = decoded(text, PartedPlace)
  return { at, id, in_first_part: part === undefined }
}

const encoded = (place: readonly string[]): string => Buffer.from(JSON.stringify(place)).toString('base64url')

function decoded<Read>(text: string, place: z.ZodType<Read>): Read {
  try {
    return place.parse(JSON.parse(Buffer.from(text, 'base64url').toString()))
  } catch {
    throw new AppError('request.invalid', {}, [
      { pointer: '?cursor', detail: 'Неправильний курсор: візьміть next_cursor з попередньої сторінки.' },
    ])
  }
}

/** For a list by days: a page that ends within a day goes on with the rest of it. */
export const startOfDay = (day: string): string => `${day}T00:00:00.000Z`

/** Cuts the row that was read one too many and says where the next page begins. */
export function toPage<Row>(
  rows: Row[],
  limit: number,
  place: (row: Row) => PageCursor,
): { items: Row[]; next_cursor: string | null } {
  const items = rows.slice(0, limit)
  const last = items.at(-1)
  return { items, next_cursor: rows.length > limit && last ? toCursor(place(last)) : null }
}
