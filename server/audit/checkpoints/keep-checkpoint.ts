import { hostname } from 'node:os'
import { resolve } from 'node:path'
import type { App } from '#/server/app.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { isNamedIn, other, type Break } from '../chain/breaks.ts'
import { hashesAt, lastSealed } from '../chain/seal-store.ts'
import type { Point } from '../chain/seal.ts'
import { checkpointPath, isPutAside, readCheckpoint, writeCheckpoint, type Checkpoint } from './checkpoint-file.ts'
import { findRemembered, rememberCheckpoint } from './checkpoint-store.ts'

type KeepingApp = Pick<App, 'audit' | 'clock' | 'config' | 'log'>

/** The folder by which the database remembers that there is a checkpoint in it. */
const placeOf = (dataDir: string): string => `${hostname()}:${resolve(dataDir)}`

/** The caller holds the lock of the chain and has just compared the checkpoint with it. */
export async function keepCheckpoint(app: KeepingApp, db: Db, { seq, hash }: Point): Promise<void> {
  const { data_dir } = app.config
  const { kid, secret } = app.audit.keys.writing
  const content = { seq, hash: hash.toString('hex'), at: app.clock.now().toISOString(), key_id: kid }
  const checkpoint = writeCheckpoint(checkpointPath(data_dir), secret, content)
  await rememberCheckpoint(db, placeOf(data_dir), seq)
  app.log.info(checkpoint, 'audit.checkpoint')
}

/** The checkpoint of this folder, how far the database remembers it, and why it is not the one that was kept. */
export interface Kept {
  point: Checkpoint | null
  remembered: number
  problem: string | null
}

/** Read before the chain, which so is never behind it. */
export async function readKept({ audit, config }: KeepingApp, db: Db): Promise<Kept> {
  const { data_dir } = config
  const remembered = await findRemembered(db, placeOf(data_dir))
  const read = () => readCheckpoint(checkpointPath(data_dir), audit.keys)
  // Another process may have written it with a new key.
  const found = read() ?? ((await audit.refreshKeys(db)) ? read() : null)
  const [point, seq] = [found ?? null, found?.seq ?? 0]
  const isLost = seq < remembered && !isPutAside(data_dir, audit.keys, remembered)
  const lost = isLost ? 'контрольну точку вилучено або замінено давнішою' : null
  return { point, remembered, problem: found === null ? 'файл контрольної точки змінено' : lost }
}

/** Adds what is missing or another one: every point that was kept must still stand in the chain. */
export async function checkPoints(db: Db | Tx, points: readonly Checkpoint[], found: Break[]): Promise<void> {
  const end = await lastSealed(db)
  const seqs = points.map(({ seq }) => seq)
  const hashes = await hashesAt(db, seqs)
  const furthest = Math.max(...seqs)
  if (furthest > end) {
    const reason = `журнал коротший за контрольну точку: останні записи до № ${furthest} вилучено`
    found.push({ what: 'missing', seq: end + 1, ...(furthest > end + 1 && { to_seq: furthest }), id: null, reason })
  }
  for (const { seq, hash } of points) {
    const differs = other('журнал не той, що в контрольній точці', seq)
    if (hashes.get(seq) !== hash && !isNamedIn(found, differs)) found.push(differs)
  }
}
