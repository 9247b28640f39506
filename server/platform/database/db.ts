import type { Kysely, Transaction } from 'kysely'

/**
 * The tables by name. Each feature adds its own with `declare module`, so a new table touches no shared file and any
 * store may still join any table.
 */
export interface Tables {}

export type Db = Kysely<Tables>
export type Tx = Transaction<Tables>
