import { ApiError } from '../../../api/api-error.ts'
import { lineField, type Mistake } from './find-mistakes.ts'
import type { LineDraft, OrderDraft } from './order-draft.ts'

const places: Record<string, string> = {
  '/recipient/name': 'name',
  '/recipient/phone': 'phone',
  '/ttn': 'ttn',
  '/goods': 'lines',
  '/total': 'total',
  '/notes': 'notes',
}

const lineFields: readonly (keyof LineDraft)[] = ['code', 'name', 'price', 'quantity', 'discount']

/** What the server refused of the fields, put where the person can mend it. */
export function mistakesOfRefusal(error: unknown, draft: OrderDraft): Mistake[] {
  if (!(error instanceof ApiError)) return []
  return error.errors.flatMap(({ pointer, detail }) => {
    const at = places[pointer] ?? placeInLine(pointer, draft)
    return at === null ? [] : [{ at, message: detail }]
  })
}

function placeInLine(pointer: string, draft: OrderDraft): string | null {
  const [, place, name] = /^\/goods\/(\d+)\/(\w+)$/.exec(pointer) ?? []
  const line = draft.lines[Number(place)]
  const field = lineFields.find((one) => one === name)
  return line === undefined || field === undefined ? null : lineField(line.key, field)
}
