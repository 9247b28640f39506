import { columns } from './floor-tables.ts'

export type Row = readonly (string | null)[]

const quote = (text: string | null = null) => (text === null ? 'null' : JSON.stringify(text))
const truth = (text: string | null = null) => (text === 't' ? 'true' : 'false')

/** `2026-01-01 00:00:00+00` as the API writes it; PostgreSQL leaves out a fraction of nought. */
function instant(text: string | null = null): string {
  if (text === null) return 'null'
  const fraction = text.slice(20, -3)
  return `"${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction.padEnd(3, '0')}Z"`
}

/** In the order of `columns`. */
export function orderJson(row: Row): string {
  const [id, crm_id, number, ordered_at, tab, name, phone, ttn, notes, goods, total, edited_at, changed, cancelled] =
    row
  const [version, revision, parcel, cash_register, receipt, not_needed] = row.slice(14)
  return (
    `{"id":"${id}","crm_id":${quote(crm_id)},"number":${quote(number)},"ordered_at":${instant(ordered_at)},"tab":"${tab}",` +
    `"recipient":{"name":${quote(name)},"phone":${quote(phone)}},"ttn":${quote(ttn)},"notes":${quote(notes)},"goods":${goods},` +
    `"total":${total},"edited_at":${instant(edited_at)},"crm_changed":${truth(changed)},"crm_cancelled":${truth(cancelled)},` +
    `"version":${version},"revision":${revision},"parcel":${parcel},"cash_register":${cash_register},"receipt":${receipt},"receipt_not_needed":${not_needed}}`
  )
}

export const all = columns.map((name) => `o.${name}`).join(', ')
export const newestFirst = 'order by o.ordered_at desc, o.id desc'
const sync = '{"state":"ok","finished_at":null,"problem":null,"unreadable":{"count":0,"items":[]}}'

/** Where the page after this order begins. */
export const floorCursor = (ordered_at: string, id: string): string =>
  Buffer.from(`${ordered_at}|${id}`).toString('base64url')

/** Rows of `columns`, the counts in a column before them. One more than `limit` tells that there is a next page. */
export function pageJson(rows: readonly Row[], limit: number, counts: string | null = '{}'): string {
  const items = rows.slice(0, limit).map((row) => orderJson(row.slice(1)))
  const last = rows.length > limit ? rows[limit - 1] : undefined
  const next = last ? `"${floorCursor(last[4] ?? '', last[1] ?? '')}"` : 'null'
  return `{"items":[${items.join()}],"next_cursor":${next},"counts":${counts},"sync":${sync}}`
}

/** Only the first row carries it: the same text fifty times would cost more than the counts themselves. */
export const once = (counts: string) => `case when row_number() over () = 1 then (${counts}) end`
