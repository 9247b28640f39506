import type { Pool, PoolClient } from 'pg'

/** A large table takes its time: only here may a statement take longer than a minute. */
export async function inLongTransaction<Result>(
  pool: Pool,
  mode: 'read write' | 'isolation level repeatable read read only',
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0; set idle_in_transaction_session_timeout = 0')
    await client.query(`begin ${mode}`)
    const result = await work(client)
    await client.query('commit')
    return result
  } finally {
    // Its settings are its own, and a copy that was broken off leaves it in the middle of one: nobody else may have it.
    client.release(true)
  }
}
