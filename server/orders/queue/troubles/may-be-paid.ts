import { sql, type RawBuilder } from 'kysely'
import type { TroubleTimes } from '../rules.ts'

/** It matters what becomes of the parcel of the order `o`; a refusal may be taken back. */
export const isWatched = ({ parcels_since }: TroubleTimes): RawBuilder<unknown> => sql`
  o.deleted_at is null and o.not_needed_at is null and o.tab in ('no_receipt', 'has_receipt', 'refused')
  and o.ordered_at >= ${parcels_since.toISOString()}::timestamptz`

/** Money for the parcel of the order `o` may still come, and no fiscal receipt stands for it yet. */
export const mayBePaid = (times: TroubleTimes): RawBuilder<unknown> => sql`
  ${isWatched(times)} and o.ettn_state is distinct from 'fiscal'`
