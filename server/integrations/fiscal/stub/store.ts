import { sql } from 'kysely'
import type { Db } from '#/server/platform/database/db.ts'
import { anyFrom, rowFrom, rowsFrom, run, valuesFrom } from '#/server/platform/database/rows.ts'
import type { DocumentKind } from '../ettn-client.ts'

/** A document of the stub. What it is worth follows from its times, see `document.ts`. */
export interface StubDocument {
  id: string
  /** Its owner: a hash of the licence key. */
  register: string
  kind: DocumentKind
  ttn: string | null
  relation_id: string | null
  amount: number
  /** Of the whole order; a prepayment is less than that. */
  total: number
  /** Hidden until the document is fiscal. */
  receipt_id: string
  /** Hidden until then: an effect may come late. */
  made_at: string
  /** When the stub first saw the parcel paid. */
  paid_at: string | null
  cancelled_at: string | null
}

declare module '#/server/platform/database/db.ts' {
  interface Tables {
    stub_documents: StubDocument
    stub_shifts: { register: string; opened_at: string }
  }
}

const columns = sql`id, register, kind, ttn, relation_id, amount, total, receipt_id, made_at, paid_at, cancelled_at`

/** False: its id, or the relation of its prepayment, is taken. */
export const insertStubDocument = (
  db: Db,
  { id, register, kind, ttn, relation_id, ...made }: StubDocument,
): Promise<boolean> =>
  anyFrom(db)`
    insert into stub_documents (${columns})
    values (${id}, ${register}, ${kind}, ${ttn}, ${relation_id}, ${made.amount}, ${made.total}, ${made.receipt_id}, ${made.made_at},
      ${made.paid_at}, ${made.cancelled_at})
    on conflict do nothing`

export const findStubDocument = (
  db: Db,
  register: string,
  by: { id: string } | { receipt_id: string },
): Promise<StubDocument | undefined> =>
  rowFrom(db)`
    select ${columns} from stub_documents
    where register = ${register} and ${'id' in by ? sql`id = ${by.id}` : sql`receipt_id = ${by.receipt_id}`}`

/** Of a chain with its advance and whatever was made for the rest, oldest first. */
export const listStubChain = (db: Db, register: string, relation_id: string): Promise<StubDocument[]> =>
  rowsFrom(db)`
    select ${columns} from stub_documents where register = ${register} and relation_id = ${relation_id} order by made_at, id`

/** The relation ids of the advances in whose relation id this stands, oldest first. */
export const listStubRelations = (
  db: Db,
  register: string,
  { number, since, until }: { number: string; since: Date; until: Date },
): Promise<string[]> =>
  valuesFrom(db)`
    select relation_id from stub_documents
    where register = ${register} and kind = 'prepayment' and position(${number} in relation_id) > 0
      and made_at between ${since.toISOString()} and ${until.toISOString()}
    order by made_at, id`

/** As at the provider, a prepayment is a receipt and not among the documents of waybills. */
export const listStubDocuments = (db: Db, register: string, since: Date, until: Date): Promise<StubDocument[]> =>
  rowsFrom(db)`
    select ${columns} from stub_documents
    where register = ${register} and kind <> 'prepayment' and made_at between ${since.toISOString()} and ${until.toISOString()}
    order by made_at, id`

/** Ends those that still wait, and no others: of two concurrent calls one ends a document. Returns what they are now. */
export async function endStubDocuments(
  db: Db,
  ids: readonly string[],
  end: 'paid_at' | 'cancelled_at',
  now: Date,
): Promise<StubDocument[]> {
  if (ids.length === 0) return []
  // Locked in order, so that two readers never block each other.
  await run(db)`
    update stub_documents set ${sql.ref(end)} = ${now.toISOString()}
    where id in (
      select id from stub_documents where id = any(${ids}::uuid[]) and paid_at is null and cancelled_at is null order by id for update)`
  return rowsFrom(db)`select ${columns} from stub_documents where id = any(${ids}::uuid[])`
}

/** As if it had been paid for then: its state follows from that time. */
export const setStubPaidAt = (db: Db, id: string, paid_at: Date): Promise<void> =>
  run(db)`update stub_documents set paid_at = ${paid_at.toISOString()} where id = ${id}`

/** A shift is over after a day (the provider wants it closed within 24 hours), and then another may begin. */
const shiftMs = 24 * 3_600_000
const lastStart = (now: Date): string => new Date(now.getTime() - shiftMs).toISOString()

/** False: one is open already. */
export const openStubShift = (db: Db, register: string, now: Date): Promise<boolean> =>
  anyFrom(db)`
    insert into stub_shifts (register, opened_at) values (${register}, ${now.toISOString()})
    on conflict (register) do update set opened_at = excluded.opened_at where stub_shifts.opened_at <= ${lastStart(now)}`

export const hasStubShift = (db: Db, register: string, now: Date): Promise<boolean> =>
  anyFrom(db)`select from stub_shifts where register = ${register} and opened_at > ${lastStart(now)}`
