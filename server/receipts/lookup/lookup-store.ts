import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#/server/platform/database/db.ts'
import { rowsFrom, valuesFrom } from '#/server/platform/database/rows.ts'
import { redirectedTo } from '#/server/parcels/store.ts'
import { isMarked } from '../machine/incident-store.ts'
import { mayLookUp } from '../machine/due-store.ts'
import { receiptColumns, workColumns, type ReceiptRow, type WorkRow } from '../machine/store.ts'
import { isLivingStatus } from './snapshot-store.ts'

export const listToLookUp = (db: Db, registerId: string, now: Date): Promise<WorkRow[]> =>
  rowsFrom(db)`
    select ${workColumns} from receipts where cash_register_id = ${registerId} and ${mayLookUp(now)}
    order by created_at, id`

/**
 * The other TTNs of a receipt's sale: the order's own of today, and those its parcel went on under. A document
 * for one of them is a document for the same sale.
 */
export async function listOtherTtns(db: Db, receiptIds: readonly string[]): Promise<Map<string, string[]>> {
  const rows = await rowsFrom(db)<{ id: string; ttns: string[] }>`
    select receipts.id, array_agg(distinct other.ttn) as ttns
    from receipts join orders o on o.id = receipts.order_id
    left join parcels p on p.order_id = o.id and p.ttn = o.ttn
    cross join lateral unnest(array[o.ttn, ${redirectedTo}] || p.passed_ttns) as other(ttn)
    where receipts.id = any(${receiptIds}::uuid[]) and other.ttn <> receipts.ttn
    group by receipts.id`
  return new Map(rows.map(({ id, ttns }) => [id, ttns]))
}

/** Which receipt holds which of these documents; a living receipt wins over a dead one. */
export async function listHolders(db: Db, documentIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await rowsFrom(db)<{ provider_id: string; id: string }>`
    select provider_id, id from receipts where provider_id = any(${documentIds})
    order by state in ('cancelled', 'failed') desc`
  return new Map(rows.map(({ provider_id, id }) => [provider_id, id]))
}

/** A code that never comes must not make every poll longer. */
const fetchedAtOnce = 20

/** By our clock. A time later than now was written by one that was ahead. */
const isNotAskedSince = (asked_at: RawBuilder<unknown>, before: Date, now: Date): RawBuilder<boolean> =>
  sql`(${asked_at} is null or ${asked_at} <= ${before.toISOString()} or ${asked_at} > ${now.toISOString()})`

/** Made offline and not with the tax service yet: delivered within minutes or hours, so it is not asked about every minute. */
const isUndelivered = (now: Date) => sql`
  (is_created_offline and is_sent_dps is not true
    and ${isNotAskedSince(sql`asked_at`, new Date(now.getTime() - deliveryAgainMs), now)})`
const deliveryAgainMs = 10 * 60_000

/**
 * Fiscal receipts without their code, prepayments, which become fiscal by themselves within seconds, and receipts that
 * the tax service has not got yet.
 */
export const listToFetch = (db: Db, registerId: string, now: Date): Promise<ReceiptRow[]> =>
  rowsFrom(db)`
    select ${receiptColumns} from receipts
    where cash_register_id = ${registerId}
      and ((state = 'fiscalized' and fiscal_code is null) or (state = 'created' and kind = 'prepayment') or ${isUndelivered(now)})
    order by asked_at nulls first, created_at, id limit ${fetchedAtOnce}`

/** Registers with anything open: a document that waits for payment, one a person must see, a code or a delivery that has not come. */
export const listRegistersToPoll = (db: Db, now: Date): Promise<{ cash_register_id: string; is_test: boolean }[]> =>
  rowsFrom(db)`
    select distinct cash_register_id, is_test from receipts
    where state = 'created' or (state = 'attention' and provider_id is not null)
      or (state = 'fiscalized' and fiscal_code is null) or ${isUndelivered(now)}`

export const listToPoll = (db: Db, registerId: string, is_test: boolean): Promise<ReceiptRow[]> =>
  rowsFrom(db)`
    select ${receiptColumns} from receipts
    where cash_register_id = ${registerId} and is_test = ${is_test} and kind = 'ettn'
      and (state = 'created' or (state = 'attention' and provider_id is not null))
    order by created_at, id`

/** Receipts of these documents that are fiscal here and not marked as returned. */
export async function listNotReturned(
  db: Db,
  documentIds: readonly string[],
): Promise<{ id: string; provider_id: string }[]> {
  if (documentIds.length === 0) return []
  return rowsFrom(db)`
    select id, provider_id from receipts
    where provider_id = any(${documentIds}) and state = 'fiscalized' and returned_at is null`
}

/**
 * Of these receipts, those to be read by id now, the longest unread first: the urgent ones, and a few others beside
 * them, so that neither kind delays the other.
 */
export const listToAsk = (
  db: Db,
  ids: readonly string[],
  { askedBefore, now }: { askedBefore: Date; now: Date },
  most: { urgent: number; others: number },
): Promise<ReceiptRow[]> =>
  rowsFrom(db)`
    with due as (
      select r.id, r.asked_at, r.gone_since is not null or exists (
        select from parcels p where p.order_id = r.order_id and (p.paid or p.received_at is not null)) as is_urgent
      from receipts r
      where r.id = any(${ids}::uuid[]) and ${isNotAskedSince(sql`r.asked_at`, askedBefore, now)}),
    chosen as (
      (select id from due where is_urgent order by asked_at nulls first, id limit ${most.urgent})
      union all
      (select id from due where not is_urgent order by asked_at nulls first, id limit ${most.others}))
    select ${receiptColumns} from receipts where id in (select id from chosen) order by created_at, id`

/** Advances that are fiscal and not known as returned, the longest unread first. */
export const listAdvancesToAsk = (
  db: Db,
  registerId: string,
  is_test: boolean,
  { since, askedBefore, now, limit }: { since: Date; askedBefore: Date; now: Date; limit: number },
): Promise<ReceiptRow[]> =>
  rowsFrom(db)`
    select ${receiptColumns} from receipts
    where cash_register_id = ${registerId} and is_test = ${is_test} and kind = 'prepayment' and state = 'fiscalized'
      and returned_at is null and created_at >= ${since.toISOString()}
      and ${isNotAskedSince(sql`returns_asked_at`, askedBefore, now)}
    order by returns_asked_at nulls first, id limit ${limit}`

/** Of these relations, those of a living advance of ours. The chain of one that failed or was cancelled should not exist. */
export async function listStandingRelations(db: Db, relationIds: readonly string[]): Promise<string[]> {
  if (relationIds.length === 0) return []
  return valuesFrom(db)`
    select relation_id from receipts
    where relation_id = any(${relationIds}) and kind = 'prepayment' and state not in ('cancelled', 'failed')`
}

/** Dead receipts whose document was last seen alive, but for those a person has marked as not ours. */
export const listDeadWithDocument = (db: Db, registerId: string): Promise<ReceiptRow[]> =>
  rowsFrom(db)`
    select ${receiptColumns} from receipts
    where cash_register_id = ${registerId} and state in ('cancelled', 'failed') and provider_id in (
      select d.provider_id from provider_documents d
      where d.cash_register_id = ${registerId} and d.gone_at is null and ${isLivingStatus(sql`d.status`)}
        and not ${isMarked({ provider_id: sql`d.provider_id`, ttn: sql`d.ttn` })})`

/** Advances that a person gave up while the provider had not made them fiscal, and that are not shown as orphans yet. */
export const listLeftAdvances = (db: Db, registerId: string, since: Date): Promise<ReceiptRow[]> =>
  rowsFrom(db)`
    select ${receiptColumns} from receipts
    where cash_register_id = ${registerId} and kind = 'prepayment' and state in ('cancelled', 'failed') and provider_id is not null
      and created_at >= ${since.toISOString()}
      and exists (select from receipt_events e where e.receipt_id = receipts.id and e.event = 'given_up')
      and not exists (select from receipt_incidents i where i.provider_id = receipts.provider_id)`
