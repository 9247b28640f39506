import { z } from 'zod'
import { AppError } from '#/contract/errors.ts'

/** Where a page ended. Opaque to the reader, so that its inside may change. */
const PageCursor = z.strictObject({ at: z.iso.datetime(), id: z.uuid() })
export type PageCursor = z.infer<typeof PageCursor>

export const toCursor = ({ at, id }: PageCursor): string => Buffer.from(JSON.stringify([at, id])).toString('base64url')

export function fromCursor(text: string | undefined): PageCursor | null {
  if (text === undefined) return null
  try {
    const parts: unknown = JSON.parse(Buffer.from(text, 'base64url').toString())
    const [at, id] = z.tuple([z.unknown(), z.unknown()]).parse(parts)
    return PageCursor.parse({ at, id })
  } catch {
    throw new AppError('request.invalid', {}, [
      { pointer: '?cursor', detail: 'Неправильний курсор: візьміть next_cursor з попередньої сторінки.' },
    ])
  }
}

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
