import { setTimeout as pause } from 'node:timers/promises'
import { sql, type Generated } from 'kysely'
import { Client } from 'pg'
import { z } from 'zod'
import type { Db, Tx } from './database/db.ts'
import type { Logger } from './log.ts'

/**
 * Events for all screens. They are written in the transaction that makes the change and announced by NOTIFY when it
 * commits, so every process learns of every change and none of a change that was rolled back. The table lets a screen
 * that was away ask again.
 */
const AppEvent = z.object({
  /** null: announced in passing, and not kept for screens that were away. */
  id: z.int().nullable(),
  type: z.string(),
  subject_id: z.string().nullable(),
  /** Of an order: what its document is now. */
  revision: z.int().nullable().default(null),
  at: z.string(),
  by: z.string().optional(),
})
export type AppEvent = z.infer<typeof AppEvent>

declare module './database/db.ts' {
  interface Tables {
    events: {
      id: Generated<number>
      type: string
      subject_id: string | null
      revision: number | null
      at: Generated<string>
    }
  }
}

export interface EventBus {
  subscribe(listener: (event: AppEvent) => void): () => void
  close(): Promise<void>
}

export const eventsChannel = 'kasyr_events'
/** Not an event of its own but the order to load everything afresh. */
export const resetType = 'reset'
/** Readers may ask again for what they missed in this time, and a bit more. */
export const replayMinutes = 15
/**
 * Ids are given before the commit, so a smaller one may appear later. A replay therefore starts this much before the
 * last event the reader saw; it may receive an event twice, which is harmless. Transactions are cut off at 60 s.
 */
const overlapSeconds = 60
/** A screen that missed more loads afresh: that is sooner done, and no backlog has it cut off each time it comes. */
export const mostReplayed = 1_000
const everyAliveCheckMs = 10_000

/** An event for each subject, in their order, by one statement however many there are. */
export async function publish(tx: Tx | Db, type: string, subject_ids: readonly (string | null)[]): Promise<void> {
  await sql`
    insert into events (type, subject_id)
    select ${type}, subject_id from unnest(${subject_ids}::uuid[]) with ordinality as subjects (subject_id, place) order by place`.execute(
    tx,
  )
}

/** For screens that listen now; nothing is kept, because it is true only now. */
export async function announceInPassing(db: Db | Tx, type: string, subject_id: string, by: string): Promise<void> {
  await sql`
    select pg_notify(${eventsChannel}, json_build_object('id', null, 'type', ${type}::text, 'subject_id', ${subject_id}::text, 'by', ${by}::text,
      'at', to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))::text)`.execute(db)
}

/** Everything since the reader's last event, or null when that is too long ago or too much and the reader must load afresh. */
export async function missedSince(db: Db, lastId: number): Promise<AppEvent[] | null> {
  const seen = await db.selectFrom('events').select('at').where('id', '=', lastId).executeTakeFirst()
  if (!seen) return null
  const missed = await db
    .selectFrom('events')
    .select(['id', 'type', 'subject_id', 'revision', 'at'])
    .where('at', '>', sql<string>`${seen.at}::timestamptz - make_interval(secs => ${overlapSeconds})`)
    .where('id', '<>', lastId)
    .orderBy('id')
    .limit(mostReplayed + 1)
    .execute()
  return missed.length > mostReplayed ? null : missed
}

export const latestEventId = async (db: Db): Promise<number> =>
  (
    await db
      .selectFrom('events')
      .select((of) => of.fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
  ).id ?? 0

/** The newest event stays, so that a quiet night does not make every reader load afresh in the morning. */
export async function purgeEvents(db: Db): Promise<void> {
  await sql`delete from events where at < clock_timestamp() - make_interval(mins => ${replayMinutes * 2})
            and id < (select max(id) from events)`.execute(db)
}

export async function openEventBus(
  url: string,
  db: Db,
  log: Logger,
  aliveCheckMs = everyAliveCheckMs,
): Promise<EventBus> {
  const listeners = new Set<(event: AppEvent) => void>()
  const closing = new AbortController()
  let lastId = await latestEventId(db)
  let client = await listen()
  const upkeep = keepListening()

  function deliver(event: AppEvent): void {
    lastId = Math.max(lastId, event.id ?? 0)
    for (const listener of listeners) listener(event)
  }

  async function listen(): Promise<Client> {
    const next = new Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      application_name: 'kasyr events',
    })
    next.on('error', () => undefined)
    next.on('notification', ({ payload }) => payload && deliver(AppEvent.parse(JSON.parse(payload))))
    await next.connect()
    await next.query(`listen ${eventsChannel}`)
    return next
  }

  /** A half-open socket says nothing, so the connection is asked; what was missed meanwhile is read from the table. */
  async function keepListening(): Promise<void> {
    while (!closing.signal.aborted) {
      await pause(aliveCheckMs, undefined, { signal: closing.signal }).catch(() => undefined)
      if (closing.signal.aborted) return
      try {
        await client.query('select 1')
      } catch (error) {
        log.warn({ err: error }, 'event listener lost, listening again')
        await client.end().catch(() => undefined)
        await relisten().catch((failure: unknown) => log.warn({ err: failure }, 'cannot listen for events yet'))
      }
    }
  }

  async function relisten(): Promise<void> {
    client = await listen()
    const missed = await missedSince(db, lastId)
    for (const event of missed ?? (await reset())) deliver(event)
  }

  /** What was missed is no longer known: every screen must load afresh. */
  async function reset(): Promise<AppEvent[]> {
    const latest = await db.selectFrom('events').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
    return latest && latest.id !== lastId ? [{ ...latest, type: resetType, subject_id: null }] : []
  }

  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    async close() {
      closing.abort()
      await upkeep
      await client.end().catch(() => undefined)
    },
  }
}
