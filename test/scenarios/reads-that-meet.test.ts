import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OrderList } from '#/contract/orders.ts'
import { ApiClient } from '../support/api-client.ts'
import { untilWaiting } from '../support/held-lock.ts'
import { aCrmOrder } from '../support/orders.ts'
import { loggedIn } from '../support/people.ts'
import { ScriptedCrm } from '../support/scripted-crm.ts'
import { startTestApp, staysFresh, type TestApp } from '../support/test-app.ts'
import { openWeb } from './http-edge-support.ts'

/** A change is told to all open dashboards at once, and all of them ask at once what is new. */
const crm = new ScriptedCrm()
let kasyr: TestApp
let web: Awaited<ReturnType<typeof openWeb>>
let people: ApiClient[]
let begun = 0
beforeAll(async () => {
  crm.put(aCrmOrder({}), aCrmOrder({}))
  kasyr = await startTestApp({ crm })
  web = await openWeb(kasyr, staysFresh)
  web.http.server.on('request', () => (begun += 1))
  people = []
  for (let count = 0; count < 6; count += 1) {
    const { token } = await loggedIn(kasyr)
    people.push(new ApiClient(web.url, { access_token: token ?? '' }))
  }
  // From now on their sessions are remembered.
  for (const person of people) await person.get('/orders')
})
afterAll(async () => {
  await web.close()
  await kasyr.close()
})

/** All ask while the tallies are locked: the first stands still before them, and the others meet. */
async function askAtOnce<Body>(path: string) {
  const seen: string[] = []
  const locking = await kasyr.db.startTransaction().execute()
  await sql`lock table order_tallies`.execute(locking)
  kasyr.watchStatements((text) => seen.push(String(text)))
  begun = 0
  const asked = Promise.all(people.map((person) => person.get<Body>(path)))
  await untilWaiting(kasyr.db, 1)
  await expect.poll(() => begun).toBe(people.length)
  await locking.commit().execute()
  const answers = await asked
  kasyr.watchStatements(null)
  return { answers, reads: seen.filter((text) => text.includes('order_tallies')).length, all: seen.length }
}

test.each(['/orders', '/orders?limit=1', '/orders/summary'])(
  'all who ask for %s at once are answered by two runs, and their sessions by two questions',
  async (path) => {
    const { answers, reads, all } = await askAtOnce<unknown>(path)
    expect(answers.map(({ status }) => status)).toEqual(people.map(() => 200))
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
    expect([reads, all]).toEqual([2, 4])
  },
)

test('who asked before a change may hear of the time before it, who asked after it never does', async () => {
  const [one] = people
  const first = (await one?.get<OrderList>('/orders'))?.body.items[0]
  const notes = 'передзвонити до шостої'
  const { answers } = await askAtOnce<OrderList>('/orders?limit=1')
  expect(answers.at(-1)?.body.items[0]?.notes).toBe(first?.notes)
  const edited = await one?.patch(`/orders/${first?.id}`, { notes })
  expect(edited).toMatchObject({ status: 200 })
  const { answers: later } = await askAtOnce<OrderList>('/orders?limit=1')
  expect(later.map(({ body }) => body.items[0]?.notes)).toEqual(people.map(() => notes))
})

test('who was shut out before they asked is told so among all the others, and nothing else', async () => {
  for (const [place, person] of people.entries()) {
    const { sid } = JSON.parse(Buffer.from(person.token?.split('.')[1] ?? '', 'base64url').toString())
    // By hand, so that this process goes on remembering it.
    await sql`update sessions set ended_at = clock_timestamp() where id = ${sid}`.execute(kasyr.db)
    const { answers } = await askAtOnce<{ code?: string }>('/orders')
    const told = answers.map(({ status, body }) => (status === 200 ? 'shown' : body.code))
    expect(told).toEqual(people.map((_, other) => (other <= place ? 'auth.session_ended' : 'shown')))
  }
})
