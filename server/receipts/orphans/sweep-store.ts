import { sql } from 'kysely'
import type { NumberedRegister } from '#/server/cash-registers/reading/list-fiscal-numbers.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { anyFrom, rowFrom, rowsFrom } from '#/server/platform/database/rows.ts'
import { isMarked, salesOf } from '../machine/incident-store.ts'
import { skewMs } from '../lookup/match-documents.ts'
import { isLivingStatus } from '../lookup/snapshot-store.ts'
import { firstPermitOf } from '../machine/store.ts'

export interface Unclaimed {
  provider_id: string
  ttn: string | null
  order_id: string | null
  cash_register_id: string
}

const orderOfTtn = sql`coalesce(
  (select o.id from orders o where o.ttn = d.ttn order by o.deleted_at is not null, o.ordered_at desc limit 1),
  (select sale.id from (${salesOf(sql`d.ttn`)}) sale limit 1))`

const isHeld = sql`exists (
  select from receipts r where r.provider_id = d.provider_id and r.state not in ('cancelled', 'failed'))`

const isMarkedHere = isMarked({ provider_id: sql`d.provider_id`, ttn: sql`d.ttn` })

/** An order has the TTN, a parcel goes on under it, or a receipt was made for it. */
const isOurTtn = sql`(${orderOfTtn} is not null or exists (select from receipts r where r.ttn = d.ttn)
  or exists (select from (${salesOf(sql`d.ttn`)}) sale))`

/**
 * A till that is not in this program made it: it says a fiscal number of no register of ours. While a number of ours is not
 * known, any may be it.
 */
const isOfAnotherTill = (ours: readonly NumberedRegister[]) =>
  ours.some(({ fiscal_number }) => fiscal_number === null)
    ? sql`false`
    : sql`coalesce(d.register_fiscal_number <> all(${ours.map(({ fiscal_number }) => fiscal_number)}::text[]), false)`

/** What has not changed for so long was shown then; reading it at every sweep would cost more every year. */
const earlierMs = 90 * 24 * 3_600_000

/**
 * Living documents of the snapshot that no living receipt holds, but for those a person has marked as not ours: those
 * that were just listed, and earlier ones of an order of ours, which another lookup may have seen first or which a
 * receipt in doubt has left behind. While a receipt of the same TTN is in doubt, about to be sent or shown to a person
 * anyway, the document may be its own, and lookups decide about it. The provider may list the whole organisation: what
 * another till made for a TTN that is none of ours is none of our business.
 */
export async function listUnclaimed(
  db: Db,
  { cash_register_id, is_test }: { cash_register_id: string; is_test: boolean },
  { listed, ours }: { listed: readonly string[]; ours: readonly NumberedRegister[] },
  now: Date,
): Promise<Unclaimed[]> {
  const since = new Date(now.getTime() - earlierMs).toISOString()
  return rowsFrom(db)`
    select d.provider_id, d.ttn, d.cash_register_id, ${orderOfTtn} as order_id
    from provider_documents d
    where d.is_test = ${is_test} and d.gone_at is null and ${isLivingStatus(sql`d.status`)} and not ${isHeld}
      and (d.provider_id = any(${listed}) or (d.cash_register_id = ${cash_register_id} and d.seen_at >= ${since} and ${orderOfTtn} is not null))
      and not (${isOfAnotherTill(ours)} and not ${isOurTtn})
      and not ${isMarkedHere} and not exists (
        select from receipt_incidents i where i.provider_id = d.provider_id and i.settled_at is null)
      and not exists (select from receipts r where r.ttn = d.ttn and r.kind = 'ettn' and r.provider_id is null
                        and r.state in ('queued', 'sending', 'unknown', 'attention'))`
}

/** A document of the snapshot that no living receipt holds, whether it was shown to a person or not. */
export const findUnheld = (tx: Tx, provider_id: string): Promise<Unclaimed | undefined> =>
  rowFrom(tx)`
    select d.provider_id, d.ttn, d.cash_register_id, ${orderOfTtn} as order_id
    from provider_documents d
    where d.provider_id = ${provider_id} and d.gone_at is null and ${isLivingStatus(sql`d.status`)} and not ${isHeld}
      and not ${isMarkedHere}`

/**
 * Whether a receipt that may be sent again may have made the document: given to another receipt, it would be made a second
 * time. A receipt that was sent and whose answer is not known may have made any document of its TTN; one that is no longer in
 * doubt, only what could be matched as its own (`matchDocuments`), or what a late answer to one of its tries has named.
 */
export const mayBeOwn = (tx: Tx, provider_id: string): Promise<boolean> =>
  anyFrom(tx)`
    select r.id from receipts r
    where r.kind = 'ettn' and r.provider_id is null and r.attempt > r.voided
      and r.state in ('queued', 'sending', 'unknown', 'attention') and (
        exists (select from receipt_incidents i where i.provider_id = ${provider_id} and i.details ->> 'receipt_id' = r.id::text)
        or exists (
          select from provider_documents d where d.provider_id = ${provider_id} and d.ttn = r.ttn and d.gone_at is null
            and (r.state in ('sending', 'unknown')
              or ((d.amount is null or d.amount = r.amount) and (d.made_at is null or d.made_at >= ${firstPermitOf(sql`r.id`)}
                - make_interval(secs => ${skewMs / 1000}))))))
    limit 1`
