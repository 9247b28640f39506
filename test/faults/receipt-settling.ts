import { sql } from 'kysely'
import type { Storm } from './receipt-storm.ts'

/** A document is known when its receipt says so, and is in no doubt about it. */
const inDoubt = sql`('queued', 'sending', 'unknown', 'attention', 'cancelling', 'cancel_unknown')`

/**
 * Strikes off the documents that a receipt stands for by now, or that are shown to people, and those that are gone
 * again because the other hand removed them: once found, found for good. Gives back the others.
 */
export async function strikeFound({ db, existing }: Storm, documents: Set<string>): Promise<string[]> {
  const { rows } = await sql<{ provider_id: string }>`
    select provider_id from receipts where provider_id = any(${[...documents]}) and state not in ${inDoubt}
    union select provider_id from receipt_incidents where provider_id = any(${[...documents]})
    union select d.provider_id from provider_documents d join receipts r on r.ttn = d.ttn and r.state = 'attention'
      where d.provider_id = any(${[...documents]})`.execute(db)
  for (const { provider_id } of rows) documents.delete(provider_id)
  if (documents.size === 0) return []
  const there = await existing()
  for (const id of documents) if (!there.has(id)) documents.delete(id)
  return [...documents]
}

/** Where another hand made a document, a person has the last word. */
const aPersonsTurn = sql`state = 'attention' and problem ->> 'code' in ('receipt.several', 'receipt.foreign', 'receipt.foreign_advance', 'receipt.told_exists_unseen')`

/** Receipts that have still a way to go: to their document, to its end, to their fiscal code. */
export async function listUnsettled({ db }: Storm, paid: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ told: string }>`
    select concat_ws(' ', id, state, problem ->> 'code', (select string_agg(event, ', ' order by seq) from receipt_events
      where receipt_id = receipts.id)) as told from receipts
    where (state not in ('created', 'fiscalized', 'cancelled', 'failed') and not (${aPersonsTurn}))
      or (state = 'created' and (cancel_wanted or kind = 'prepayment' or ttn = any(${paid})))`.execute(db)
  return rows.map(({ told }) => told)
}

/** What the storm left behind, for people who read the log: that there was something to settle. */
export async function tellOf({ db, checkbox }: Storm) {
  const { rows } = await sql<object>`
    select (select count(*)::int from receipt_events where event = 'lease_expired') as died_at_work,
      (select count(*)::int from pgboss.job where state = 'active') as jobs_of_the_dead,
      (select count(*)::int from receipt_senders where paused_until > now()) as paused_registers,
      (select jsonb_object_agg(state, count) from (select state, count(*) from receipts group by state) s) as receipts`.execute(
    db,
  )
  const creates = checkbox.log.entries().filter(({ operation }) => operation?.startsWith('create_')).length
  return { ...rows[0], creates }
}
