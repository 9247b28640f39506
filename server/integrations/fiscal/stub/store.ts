import { sql } from 'kysely'
import type { Db } from '#/server/platform/database/db.ts'
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

const columns = [
  ...(['id', 'register', 'kind', 'ttn', 'relation_id', 'amount', 'total'] as const),
  ...(['receipt_id', 'made_at', 'paid_at', 'cancelled_at'] as const),
] as const

/** False: its id, or the relation of its prepayment, is taken. */
export async function insertStubDocument(db: Db, document: StubDocument): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('stub_documents')
    .values(document)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export const findStubDocument = (
  db: Db,
  register: string,
  by: { id: string } | { receipt_id: string },
): Promise<StubDocument | undefined> =>
  db
    .selectFrom('stub_documents')
    .select(columns)
    .where('register', '=', register)
    .where((where) => where.and(by))
    .executeTakeFirst()

/** Of a chain with its advance and whatever was made for the rest, oldest first. */
export const listStubChain = (db: Db, register: string, relation_id: string): Promise<StubDocument[]> =>
  db
    .selectFrom('stub_documents')
    .select(columns)
    .where('register', '=', register)
    .where('relation_id', '=', relation_id)
    .orderBy('made_at')
    .orderBy('id')
    .execute()

/** The relation ids of the advances in whose relation id this stands, oldest first. */
export const listStubRelations = async (
  db: Db,
  register: string,
  { number, since, until }: { number: string; since: Date; until: Date },
): Promise<string[]> => {
  const { rows } = await sql<{ relation_id: string }>`
    select relation_id from stub_documents
    where register = ${register} and kind = 'prepayment' and position(${number} in relation_id) > 0
      and made_at between ${since.toISOString()} and ${until.toISOString()}
    order by made_at, id`.execute(db)
  return rows.map(({ relation_id }) => relation_id)
}

/** As at the provider, a prepayment is a receipt and not among the documents of waybills. */
export const listStubDocuments = (db: Db, register: string, since: Date, until: Date): Promise<StubDocument[]> =>
  db
    .selectFrom('stub_documents')
    .select(columns)
    .where('register', '=', register)
    .where('kind', '<>', 'prepayment')
    .where('made_at', '>=', since.toISOString())
    .where('made_at', '<=', until.toISOString())
    .orderBy('made_at')
    .orderBy('id')
    .execute()

/** Ends those that still wait, and no others: of two concurrent calls one ends a document. Returns what they are now. */
export async function endStubDocuments(
  db: Db,
  ids: readonly string[],
  end: 'paid_at' | 'cancelled_at',
  now: Date,
): Promise<StubDocument[]> {
  if (ids.length === 0) return []
  // One array and not so many parameters: the statement stays one. Locked in order, so that two readers never block each other.
  const these = sql<string>`any(${ids}::uuid[])`
  const waiting = db
    .selectFrom('stub_documents')
    .select('id')
    .where('id', '=', these)
    .where('paid_at', 'is', null)
    .where('cancelled_at', 'is', null)
    .orderBy('id')
    .forUpdate()
  await db
    .updateTable('stub_documents')
    .set({ [end]: now.toISOString() })
    .where('id', 'in', waiting)
    .execute()
  return db.selectFrom('stub_documents').select(columns).where('id', '=', these).execute()
}

/** As if it had been paid for then: its state follows from that time. */
export async function setStubPaidAt(db: Db, id: string, paid_at: Date): Promise<void> {
  await db.updateTable('stub_documents').set({ paid_at: paid_at.toISOString() }).where('id', '=', id).execute()
}

/** A shift is over after a day (the provider wants it closed within 24 hours), and then another may begin. */
const shiftMs = 24 * 3_600_000
const lastStart = (now: Date): string => new Date(now.getTime() - shiftMs).toISOString()

/** False: one is open already. */
export async function openStubShift(db: Db, register: string, now: Date): Promise<boolean> {
  const opened_at = now.toISOString()
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('stub_shifts')
    .values({ register, opened_at })
    .onConflict((conflict) =>
      conflict.column('register').doUpdateSet({ opened_at }).where('stub_shifts.opened_at', '<=', lastStart(now)),
    )
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function hasStubShift(db: Db, register: string, now: Date): Promise<boolean> {
  const shift = await db
    .selectFrom('stub_shifts')
    .select('opened_at')
    .where('register', '=', register)
    .where('opened_at', '>', lastStart(now))
    .executeTakeFirst()
  return shift !== undefined
}
