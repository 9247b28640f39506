import { sql, type RawBuilder } from 'kysely'
import { listFiscalNumbers } from '#/server/cash-registers/reading/list-fiscal-numbers.ts'
import type { EttnDocument } from '#/server/integrations/fiscal/ettn-client.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { rowFrom, rowsFrom, run } from '#/server/platform/database/rows.ts'
import { isMarked } from '../machine/incident-store.ts'
import type { Provider } from './find-provider.ts'

declare module '#/server/platform/database/db.ts' {
  interface Tables {
    provider_pictures: Snapshot & { cash_register_id: string; is_test: boolean }
    provider_documents: Omit<KeptDocument, 'created_at' | 'id' | 'receipt_id' | 'is_copy_undelivered'> & {
      provider_id: string
      made_at: string | null
      fiscal_receipt_id: string | null
      gone_at: string | null
    }
  }
}

/** A register at the provider, under its present credentials. */
type SnapshotKey = Pick<Provider, 'cash_register_id' | 'is_test' | 'scope' | 'fiscal_number'>

/** Everything made from `whole_from` to `read_at` was seen, under `scope`. */
export interface Snapshot {
  scope: string | null
  whole_from: string
  read_at: string
  returns_read_to: string | null
}

export const findSnapshot = (db: Db, of: SnapshotKey): Promise<Snapshot | undefined> =>
  rowFrom(db)`
    select scope, whole_from, read_at, returns_read_to from provider_pictures
    where cash_register_id = ${of.cash_register_id} and is_test = ${of.is_test}`

/** Two processes may read at once: under one scope the snapshot only grows, and another scope begins a new one. */
export async function keepSnapshot(db: Db, of: SnapshotKey, seen: { whole_from: Date; read_at: Date }): Promise<void> {
  const [whole_from, read_at] = [seen.whole_from.toISOString(), seen.read_at.toISOString()]
  await run(db)`
    insert into provider_pictures as kept (cash_register_id, is_test, scope, whole_from, read_at)
    values (${of.cash_register_id}, ${of.is_test}, ${of.scope}, ${whole_from}, ${read_at})
    on conflict (cash_register_id, is_test) do update set
      scope = excluded.scope,
      whole_from = case when kept.scope is not distinct from excluded.scope and excluded.whole_from <= kept.read_at
                        then least(kept.whole_from, excluded.whole_from) else excluded.whole_from end,
      read_at = case when kept.scope is not distinct from excluded.scope
                     then greatest(kept.read_at, excluded.read_at) else excluded.read_at end`
}

export const keepReturnsRead = (db: Db, of: SnapshotKey, read_to: Date): Promise<void> =>
  run(db)`
    update provider_pictures set returns_read_to = ${read_to.toISOString()}
    where cash_register_id = ${of.cash_register_id} and is_test = ${of.is_test}`

/**
 * Writes only what changed: a poll of a calm register writes nothing. What a lookup found is as old as its beginning,
 * so it never replaces what a later one found. A document belongs to the register of ours whose fiscal number it says, if
 * there is one, and else to the register that saw it. What its own account has seen counts more than what another register's
 * account sees: only the account that has seen a document can say that it is gone.
 */
export async function keepDocuments(
  db: Db,
  of: SnapshotKey,
  documents: readonly EttnDocument[],
  seen_at: Date,
): Promise<void> {
  if (documents.length === 0) return
  const isElsewhere = sql`kept.scope is not null and kept.cash_register_id <> ${of.cash_register_id}
    and excluded.register_fiscal_number is distinct from ${of.fiscal_number}`
  const scopeAfter = sql`case when ${isElsewhere} then kept.scope else excluded.scope end`
  const given = await withMakers(db, of, documents)
  await run(db)`
    insert into provider_documents as kept (provider_id, cash_register_id, is_test, ttn, amount, status, raw_status, made_at,
      fiscal_receipt_id, return_receipt_id, register_fiscal_number, relation_id, error, scope, seen_at)
    select id, coalesce(maker, ${of.cash_register_id}), ${of.is_test}, ttn, amount, status, raw_status, created_at,
      receipt_id, return_receipt_id, register_fiscal_number, relation_id, error, ${of.scope}, ${seen_at.toISOString()}
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as d(id text, maker uuid, ttn text, amount bigint, status text, raw_status text,
      created_at timestamptz, receipt_id text, return_receipt_id text, register_fiscal_number text, relation_id text, error text)
    on conflict (provider_id) do update set
      status = excluded.status, raw_status = excluded.raw_status, fiscal_receipt_id = excluded.fiscal_receipt_id,
      return_receipt_id = excluded.return_receipt_id, error = excluded.error, scope = ${scopeAfter},
      seen_at = excluded.seen_at, gone_at = null
    where kept.seen_at <= excluded.seen_at and (kept.gone_at is null or kept.gone_at <= excluded.seen_at)
      and ((kept.status, kept.raw_status, kept.fiscal_receipt_id, kept.return_receipt_id, kept.error, kept.scope)
           is distinct from (excluded.status, excluded.raw_status, excluded.fiscal_receipt_id, excluded.return_receipt_id,
             excluded.error, ${scopeAfter}) or kept.gone_at is not null)`
  const made = given.flatMap(({ id, maker }) => (maker === null ? [] : { id, maker }))
  await run(db)`
    update provider_documents set cash_register_id = d.maker
    from jsonb_to_recordset(${JSON.stringify(made)}::jsonb) as d(id text, maker uuid)
    where provider_id = d.id and cash_register_id <> d.maker`
}

/** `maker`: the register of ours whose fiscal number the document says; null: there is none, or it says no number. */
async function withMakers(db: Db, of: SnapshotKey, documents: readonly EttnDocument[]) {
  const isElsewhere = ({ register_fiscal_number: said }: EttnDocument) => said !== null && said !== of.fiscal_number
  const own = { id: of.cash_register_id, fiscal_number: of.fiscal_number }
  const registers = documents.some(isElsewhere) ? [own, ...(await listFiscalNumbers(db))] : [own]
  return documents.map((document) => {
    const said = document.register_fiscal_number
    const maker = said === null ? undefined : registers.find(({ fiscal_number }) => fiscal_number === said)
    return { ...document, maker: maker?.id ?? null }
  })
}

/** The provider answered that this document does not exist, to credentials that could see it, or a person said so. */
export const noteGone = (db: Db | Tx, provider_id: string, seen_at: Date): Promise<void> =>
  run(db)`
    update provider_documents set gone_at = ${seen_at.toISOString()}
    where provider_id = ${provider_id} and gone_at is null and seen_at <= ${seen_at.toISOString()}`

/** A document as it was last seen. */
export interface KeptDocument extends Omit<EttnDocument, 'is_copy_undelivered'> {
  cash_register_id: string
  is_test: boolean
  scope: string | null
  seen_at: string
}

/** `isLiving` for a status of the snapshot. */
export const isLivingStatus = (status: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`${status} not in ('cancelled', 'returned')`

const columns = sql`provider_id as id, cash_register_id, is_test, ttn, amount, status, raw_status, made_at as created_at,
  fiscal_receipt_id as receipt_id, return_receipt_id, register_fiscal_number, relation_id, error, scope, seen_at`

/** Of any register, living or not, but for those that are gone or that a person marked as not ours. */
export async function listDocumentsOfTtns(db: Db, ttns: readonly string[], is_test: boolean): Promise<KeptDocument[]> {
  if (ttns.length === 0) return []
  return rowsFrom(db)`
    select ${columns} from provider_documents
    where ttn = any(${ttns}) and is_test = ${is_test} and gone_at is null
      and not ${isMarked({ provider_id: sql`provider_documents.provider_id`, ttn: sql`provider_documents.ttn` })}
    order by made_at, provider_id`
}

export const findKeptDocument = (db: Db, provider_id: string): Promise<KeptDocument | undefined> =>
  rowFrom(db)`
    select ${columns} from provider_documents where provider_id = ${provider_id} and gone_at is null`
