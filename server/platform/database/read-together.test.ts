import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { untilWaiting } from '#/test/support/held-lock.ts'
import { copyTemplate } from '#/test/support/template-database.ts'
import { createLog } from '../log.ts'
import { openDatabase, type Database } from './database.ts'
import { prepare, type Rider } from './prepared.ts'
import { readTogether } from './read-together.ts'

let database: Database
beforeAll(async () => {
  const database_url = await copyTemplate(inject('server_url'), inject('template'))
  database = await openDatabase({ database_url, data_dir: '/nonexistent', claim: 'own', log: createLog('silent') })
  await sql`create sequence runs`.execute(database.db)
})
afterAll(() => database.close())
afterEach(() => void vi.useRealTimers())

/** Every run gives another number. */
const numbered = prepare<{ run: number }>(`select nextval('runs') as run`)
let read: ReturnType<typeof readTogether<{ run: number }>>
beforeEach(async () => {
  await sql`alter sequence runs restart`.execute(database.db)
  read = readTogether(numbered)
})

/** A reader whose own question is answered with their name: by the statement, or by `judge` alone. */
function aReader(name: string, isRefused = false) {
  const judged: unknown[] = []
  let isAnswered = false
  const rider: Rider = {
    db: database.db,
    kind: 'name',
    textFrom: (first: number) => `select $${first}::text`,
    values: [name],
    get is_answered() {
      return isAnswered
    },
    async judge(answer: unknown) {
      judged.push(answer)
      if (isRefused) throw new Error(`${name} is refused`)
      isAnswered = true
    },
  }
  return { rider, judged }
}

const run = async (reader: Rider): Promise<number | undefined> => (await read(reader))[0]?.run

test('a reader alone is proved by the statement itself', async () => {
  const { rider, judged } = aReader('Олена')
  expect(await run(rider)).toBe(1)
  expect(judged).toEqual(['Олена'])
})

test('who comes while somebody reads shares the next run with all who came meanwhile, and is proved alone', async () => {
  const readers = ['Олена', 'Ігор', 'Софія', 'Данило'].map((name) => aReader(name))
  expect(await Promise.all(readers.map(({ rider }) => run(rider)))).toEqual([1, 2, 2, 2])
  for (const { rider } of readers) expect(rider.is_answered).toBe(true)
  expect(readers.slice(1).flatMap(({ judged }) => judged)).toEqual([undefined, undefined, undefined])
})

test('who shares a run is proved while it runs', async () => {
  const holding = await database.db.startTransaction().execute()
  await sql`select pg_advisory_xact_lock(8)`.execute(holding)
  read = readTogether(
    prepare(`select run, case run when 2 then pg_advisory_xact_lock(8)::text end from nextval('runs') as run`),
  )
  const readers = ['Олена', 'Ігор', 'Софія'].map((name) => aReader(name))
  const told = Promise.all(readers.map(({ rider }) => run(rider)))
  await untilWaiting(database.db, 1)
  expect(readers.map(({ rider }) => rider.is_answered)).toEqual([true, true, true])
  await holding.commit().execute()
  expect(await told).toEqual([1, 2, 2])
})

test('nobody is told anything older than what was so when they came', async () => {
  const first = run(aReader('Олена').rider)
  const second = run(aReader('Ігор').rider)
  expect(await first).toBe(1)
  const third = run(aReader('Софія').rider)
  expect(await second).toBe(2)
  expect(await third).toBe(3)
})

test('who is refused learns of it alone', async () => {
  const names = ['Олена', 'Ігор', 'Софія', 'Данило']
  for (const refused of names) {
    const readers = names.map((name) => aReader(name, name === refused).rider)
    const outcomes = await Promise.allSettled(readers.map(run))
    const told = outcomes.map((outcome, place) =>
      outcome.status === 'rejected' ? String(outcome.reason) : names[place],
    )
    expect(told).toEqual(names.map((name) => (name === refused ? `Error: ${name} is refused` : name)))
  }
})

test('who comes when a run has stood still for too long does not wait for it', async () => {
  const standsStill = `select run, case run when 1 then pg_advisory_xact_lock(7)::text end from nextval('runs') as run`
  const holding = await database.db.startTransaction().execute()
  await sql`select pg_advisory_xact_lock(7)`.execute(holding)
  read = readTogether(prepare(standsStill))
  vi.useFakeTimers({ toFake: ['performance'] })
  const first = run(aReader('Олена').rider)
  const { rider, judged } = aReader('Ігор')
  await untilWaiting(database.db, 1)
  vi.advanceTimersByTime(2_000)
  expect(await run(rider)).toBe(2)
  expect(judged).toEqual(['Ігор'])
  await holding.commit().execute()
  expect(await first).toBe(1)
})

test('a run that fails fails for those who shared it, and not for who comes after', async () => {
  read = readTogether(prepare(`select 1 / (nextval('runs') - 2) as run`))
  const readers = ['Олена', 'Ігор', 'Софія'].map((name) => aReader(name).rider)
  const outcomes = await Promise.allSettled(readers.map(run))
  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected'])
  expect(await run(aReader('Данило').rider)).toBe(1)
})
