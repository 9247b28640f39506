import { sql } from 'kysely'
import type { Tx } from '#/server/platform/database/db.ts'
import type { SecondProof } from './second-proof.ts'

/** A second factor was given in this session. */
export async function markProved(tx: Tx, sessionId: string, { second_factor }: SecondProof): Promise<void> {
  await sql`
    update sessions set second_factor = ${second_factor}, second_factor_at = clock_timestamp()
    where id = ${sessionId}`.execute(tx)
}

/** There is no factor any more, so none of the sessions of this person has proved one. */
export async function forgetProofs(tx: Tx, userId: string): Promise<void> {
  await sql`
    update sessions set second_factor = null, second_factor_at = null, passkey_id = null
    where user_id = ${userId} and second_factor is not null and ended_at is null`.execute(tx)
}
