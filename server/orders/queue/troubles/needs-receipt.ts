import { sql } from 'kysely'

/** The order `o` needs a receipt and has none that stands for its sale. */
export const needsReceipt = sql`o.deleted_at is null and o.not_needed_at is null and o.ettn_state is null`
