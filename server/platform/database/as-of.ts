import { sql } from 'kysely'

/**
 * How many transactions had ended when this statement took its snapshot. Of two statements the one with the greater number sees
 * everything that the other sees; with equal numbers both see the same. The last event would not do: ids are given before the commit,
 * so two snapshots with the same last event may differ by an earlier one. What the snapshot does not list (subtransactions, vacuum)
 * counts as ended once a later number has ended, which keeps the order. PostgreSQL of a restored dump counts from the beginning.
 */
export const asOf = sql<number>`(
  select pg_snapshot_xmax(snapshot)::text::bigint - (select count(*) from pg_snapshot_xip(snapshot))
  from pg_current_snapshot() as snapshot)`
