import type { QueryResultRow } from 'pg'
import { createGathering } from '../gathering.ts'
import type { Db, Tx } from './db.ts'
import { isRider, runPrepared, withoutRider, type Prepared, type Reader, type Rider } from './prepared.ts'

type Read<Row> = (reader: Reader) => Promise<readonly Row[]>

/**
 * For a statement without values, whose answer is the same for everybody. A change is told to all open dashboards in one moment, and in
 * the next all of them ask: readers that meet share one run. It begins after the last of them has come, so nobody is told anything older
 * than what they know. A reader alone takes their rider along; of several, each is proved beside the run.
 */
export function readTogether<Row extends QueryResultRow>(statement: Prepared<Row>): Read<Row> {
  const reads = new WeakMap<Db | Tx, Read<Row>>()

  function run(readers: Reader[]): Promise<readonly Row[]> {
    const [first, ...others] = readers
    if (first === undefined) throw new Error('nobody reads')
    if (others.length === 0) return runPrepared(first, statement)
    // Whoever is refused hears of it below, where their own question is answered.
    for (const rider of readers.filter(isUnproved)) rider.judge(undefined).catch(() => undefined)
    return runPrepared(withoutRider(first), statement)
  }

  return async (reader) => {
    const db = withoutRider(reader)
    const read = reads.get(db) ?? createGathering(run)
    reads.set(db, read)
    const rows = await read(reader)
    if (isUnproved(reader)) await reader.judge(undefined)
    return rows
  }
}

/** However often it is judged without an answer, it asks once. */
const isUnproved = (reader: Reader): reader is Rider => isRider(reader) && !reader.is_answered
