import { sql, type RawBuilder } from 'kysely'

/** When a receipt is due for its next step, as conditions of SQL: the watch finds what is due by them, the jobs take it by them. */

export const isDue = (now: Date): RawBuilder<boolean> =>
  sql`(next_check_at is null or next_check_at <= ${now.toISOString()})`

/** The rest of an order waits until its prepayment is fiscal. After one that was given back there is no rest. */
export const maySend = (now: Date): RawBuilder<boolean> => sql`
  state = 'queued' and not cancel_wanted and ${isDue(now)} and (prepayment_id is null
    or exists (select from receipts advance where advance.id = receipts.prepayment_id and advance.state = 'fiscalized'
      and advance.returned_at is null))`

/** Of a chain that is cancelled the rest goes first. What was found by a look is not removed while its create may still land. */
export const mayRemove = (now: Date): RawBuilder<boolean> => sql`
  state = 'created' and cancel_wanted and ${isDue(now)} and (quiet_after is null or quiet_after <= ${now.toISOString()}) and not exists (
    select from receipts rest where rest.prepayment_id = receipts.id and rest.state not in ('cancelled', 'failed'))`

export const mayLookUp = (now: Date): RawBuilder<boolean> =>
  sql`state in ('unknown', 'cancel_unknown') and ${isDue(now)}`
