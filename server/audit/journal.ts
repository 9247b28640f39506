import type { Db, Tx } from '#/server/platform/database/db.ts'
import type { EncryptionKeys } from '#/server/platform/encryption/encryption-keys.ts'
import { loadAuditKeys, readAuditKeys, type AuditKeys } from './audit-key.ts'
import { numbersAtOnce, takeNumbers } from './store.ts'
import { lastStretch } from './stretch-store.ts'

declare module '#/server/app.ts' {
  interface App {
    /** Keys, numbers and memory of the audit log in this process. */
    audit: Journal
  }
}

/** A point of the chain: what stood at `seq` when this process last looked. */
export interface Mark {
  stretch: number
  seq: number
  hash: Buffer
}

/** What is wrong with the log. One alarm a kind is kept. */
export interface Finding {
  kind: 'chain' | 'entry' | 'protection' | 'checkpoint' | 'lost'
  seq: number | null
  id: string | null
  reason: string
}

export interface RaisedAlarm extends Finding {
  since: string
  /** The number of the stretch in which it was found; a later stretch means that a person has accepted it. */
  stretch: number
}

/** An entry of this process that no seal protects yet. */
export interface WrittenEntry {
  id: string
  xact: string
  action: string
  looks: number
}

/**
 * What this process knows about the log: the keys, numbers for the next entries, what it wrote in the last seconds, how far it has
 * seen the chain, and which alarms it has found. The database is compared with this memory.
 */
export interface Journal {
  keys: AuditKeys
  readKeys(db: Db | Tx): Promise<AuditKeys>
  /** Follows a rotation. False: a key that was known is gone or another one; then those that were known stay. */
  refreshKeys(db: Db | Tx): Promise<boolean>
  /** So many numbers that no other entry has. */
  take(db: Db | Tx, count: number): Promise<number[]>
  written: Map<string, WrittenEntry>
  /** How many looks at what was written have failed since the last that did not. */
  failed_looks: number
  /** Who in this process has the lock of the chain, or waits for it. */
  turn: { last: Promise<unknown> }
  mark: Mark | null
  stretch: number
  alarms: Map<Finding['kind'], RaisedAlarm>
  /** When an alarm was last told to the log, and which. */
  told: { kinds: string; at: number } | null
}

export async function openJournal(db: Db, encryption_keys: EncryptionKeys): Promise<Journal> {
  let free: { next: number; end: number } = { next: 0, end: 0 }
  const journal: Journal = {
    keys: await loadAuditKeys(db, encryption_keys),
    readKeys: (from) => readAuditKeys(from, encryption_keys),
    async refreshKeys(from) {
      const fresh = await readAuditKeys(from, encryption_keys)
      const isWhole = journal.keys.all.every(({ kid, secret }) => fresh.find(kid)?.secret.equals(secret) ?? false)
      if (isWhole) journal.keys = fresh
      return isWhole
    },
    async take(from, count) {
      const numbers: number[] = []
      while (numbers.length < count) {
        if (free.next === free.end) {
          const first = await takeNumbers(from)
          free = { next: first, end: first + numbersAtOnce }
        }
        numbers.push(free.next)
        free.next += 1
      }
      return numbers
    },
    written: new Map(),
    failed_looks: 0,
    turn: { last: Promise.resolve() },
    mark: null,
    stretch: (await lastStretch(db))?.number ?? 0,
    alarms: new Map(),
    told: null,
  }
  return journal
}
