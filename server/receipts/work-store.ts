import { sql, type RawBuilder } from 'kysely'
import type { ReceiptProblem } from '#/contract/receipts.ts'
import type { Db, Tx } from '#/server/platform/database/database.ts'
import { receiptColumns, type ReceiptRow } from './store.ts'

/** A receipt and the moment from which a document may be its own. */
export interface WorkRow extends ReceiptRow {
  first_permit_at: string
}

/** The first permit; of one that was never sent, its creation: an earlier life of the database may have sent it. */
const columns = sql`${receiptColumns}, coalesce(
  (select min(e.at) from receipt_events e where e.receipt_id = receipts.id and e.event = 'claimed'), created_at) as first_permit_at`

const isDue = (now: Date): RawBuilder<boolean> => sql`(next_check_at is null or next_check_at <= ${now.toISOString()})`

/** The rest of an order waits until its prepayment is fiscal. */
const maySend = (now: Date): RawBuilder<boolean> => sql`
  state = 'queued' and not cancel_wanted and ${isDue(now)} and (prepayment_id is null
    or exists (select from receipts advance where advance.id = receipts.prepayment_id and advance.state = 'fiscalized'))`

/** Of a chain that is cancelled the rest goes first. */
const mayRemove = (now: Date): RawBuilder<boolean> => sql`
  state = 'created' and cancel_wanted and ${isDue(now)} and not exists (
    select from receipts rest where rest.prepayment_id = receipts.id and rest.state not in ('cancelled', 'failed'))`

const mayLookUp = (now: Date): RawBuilder<boolean> => sql`state in ('unknown', 'cancel_unknown') and ${isDue(now)}`

/** Who was asked for singly waits behind no batch. */
export async function findNextToSend(tx: Tx, registerId: string, now: Date): Promise<WorkRow | undefined> {
  const { rows } = await sql<WorkRow>`
    select ${columns} from receipts where cash_register_id = ${registerId} and ${maySend(now)}
    order by batch_id is not null, created_at, id limit 1`.execute(tx)
  return rows[0]
}

/** Whether it may still be sent, once it is locked. */
export async function lockToSend(tx: Tx, id: string, attempt: number, now: Date): Promise<ReceiptRow | undefined> {
  const { rows } = await sql<ReceiptRow>`
    select ${receiptColumns} from receipts where id = ${id} and attempt = ${attempt} and ${maySend(now)} for update`.execute(
    tx,
  )
  return rows[0]
}

export async function lockNextToRemove(tx: Tx, registerId: string, now: Date): Promise<ReceiptRow | undefined> {
  const { rows } = await sql<ReceiptRow>`
    select ${receiptColumns} from receipts where cash_register_id = ${registerId} and ${mayRemove(now)}
    order by created_at, id limit 1 for update skip locked`.execute(tx)
  return rows[0]
}

export async function listToLookUp(db: Db, registerId: string, now: Date): Promise<WorkRow[]> {
  const { rows } = await sql<WorkRow>`
    select ${columns} from receipts where cash_register_id = ${registerId} and ${mayLookUp(now)}
    order by created_at, id`.execute(db)
  return rows
}

/** Which of these documents a receipt stands for already, and which. */
export async function listHolders(db: Db, documentIds: readonly string[]): Promise<Map<string, string>> {
  const { rows } = await sql<{ provider_id: string; id: string }>`
    select provider_id, id from receipts where provider_id = any(${documentIds})`.execute(db)
  return new Map(rows.map(({ provider_id, id }) => [provider_id, id]))
}

/** Never brings it forward. */
export async function putOffLook(tx: Tx, id: string, until: Date): Promise<void> {
  await sql`
    update receipts set next_check_at = greatest(next_check_at, ${until.toISOString()})
    where id = ${id} and state in ('unknown', 'cancel_unknown')`.execute(tx)
}

/** Leases are of the database's clock, like whoever gave them. */
export async function listExpired(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from receipts where state in ('sending', 'cancelling') and lease_until < clock_timestamp()`.execute(db)
  return rows.map(({ id }) => id)
}

export async function lockExpired(tx: Tx, id: string): Promise<ReceiptRow | undefined> {
  const { rows } = await sql<ReceiptRow>`
    select ${receiptColumns} from receipts
    where id = ${id} and state in ('sending', 'cancelling') and lease_until < clock_timestamp() for update`.execute(tx)
  return rows[0]
}

/** Still at work on it. False: it is no longer ours to work on. */
export async function prolongLease(
  db: Db,
  { id, state, attempt, removal }: Pick<ReceiptRow, 'id' | 'state' | 'attempt' | 'removal'>,
  seconds: number,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update receipts set lease_until = clock_timestamp() + make_interval(secs => ${seconds})
    where id = ${id} and state = ${state} and attempt = ${attempt} and removal = ${removal}`.execute(db)
  return numAffectedRows === 1n
}

/** So long a last look may take to come to its end. */
const lastLookSeconds = 45
/** A last look that was given longer ago was of a life before: whoever gave it has stopped since. */
const lastLookIsOldSeconds = 300

/** A look has found nothing and the second one, which proves it, is to come: the provider is not silent. */
const halfProvenSeconds = 120

/**
 * In doubt since then or longer, and looked at all the same. What is due is given one more look first: after a long stop nobody
 * has asked yet, and the provider may answer at once.
 */
export async function listSilent(db: Db, since: Date, now: Date): Promise<string[]> {
  const isSilent = sql`state in ('unknown', 'cancel_unknown') and unknown_since <= ${since.toISOString()}`
  const before = (seconds: number) => new Date(now.getTime() - seconds * 1000).toISOString()
  const { rows } = await sql<{ id: string }>`
    with given as (
      update receipts set last_look_at = ${now.toISOString()}
      where ${isSilent} and ${isDue(now)}
        and (last_look_at is null or last_look_at < unknown_since or last_look_at < ${before(lastLookIsOldSeconds)})
      returning id)
    select id from receipts
    where ${isSilent} and (not ${isDue(now)} or last_look_at <= ${before(lastLookSeconds)})
      and (absent_at is null or absent_at <= ${before(halfProvenSeconds)}) and id not in (select id from given)`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export async function listToRecheck(db: Db, now: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from receipts where state = 'attention' and next_check_at <= ${now.toISOString()}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Rests whose prepayment will never be: they would wait for ever. */
export async function listWithoutPrepayment(db: Db): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select receipts.id from receipts join receipts advance on advance.id = receipts.prepayment_id
    where receipts.state = 'queued' and advance.state in ('cancelled', 'failed')`.execute(db)
  return rows.map(({ id }) => id)
}

export interface DueWork {
  cash_register_id: string
  step: 'send' | 'reconcile' | 'cancel'
}

/** A register that is left alone has nothing to send until that is over; looking is another matter. */
export async function listDueWork(db: Db, now: Date): Promise<DueWork[]> {
  const { rows } = await sql<DueWork>`
    select distinct cash_register_id, case when ${mayLookUp(now)} then 'reconcile' when ${maySend(now)} then 'send' else 'cancel' end as step
    from receipts
    where state not in ('cancelled', 'failed', 'fiscalized') and (${mayLookUp(now)} or (
      (${maySend(now)} or ${mayRemove(now)})
      and not exists (select from receipt_senders s where s.cash_register_id = receipts.cash_register_id and s.paused_until > clock_timestamp())))`.execute(
    db,
  )
  return rows
}

/** Why nothing happens to it yet; it stays where it is. One that has moved meanwhile has another story. */
export async function noteProblem(
  tx: Tx | Db,
  { id, state }: Pick<ReceiptRow, 'id' | 'state'>,
  problem: ReceiptProblem | null,
  next_check_at?: Date,
): Promise<void> {
  await sql`
    update receipts set problem = ${problem === null ? null : JSON.stringify(problem)}::jsonb
      ${next_check_at === undefined ? sql`` : sql`, next_check_at = ${next_check_at.toISOString()}`}
    where id = ${id} and state = ${state}`.execute(tx)
}

/** All that wait at a register hear the same; gives back who did not know it. */
export async function noteProblemOfQueued(tx: Tx, registerId: string, problem: ReceiptProblem): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update receipts set problem = ${JSON.stringify(problem)}::jsonb
    where cash_register_id = ${registerId} and state = 'queued' and problem is distinct from ${JSON.stringify(problem)}::jsonb
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}
