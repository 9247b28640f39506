import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { purgeExpired } from '#/server/auth/purge-expired.ts'
import type { ApiClient } from '../support/api-client.ts'
import { loggedIn } from '../support/people.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

let kasyr: TestApp
beforeAll(async () => {
  kasyr = await startTestApp()
})
afterAll(() => kasyr.close())

const refresh = (client: ApiClient) =>
  kasyr.anonymous.post<{ code: string }>('/auth/refresh', { refresh_token: client.refresh_token })
const idOf = async (client: ApiClient): Promise<string> =>
  (await client.get<{ items: { id: string }[] }>('/auth/sessions')).body.items[0]?.id ?? ''
const remaining = async (...ids: string[]) => {
  const found = await kasyr.db.selectFrom('sessions').select('id').where('id', 'in', ids).execute()
  return ids.map((id) => found.some((row) => row.id === id))
}
const tokensOf = async (id: string) =>
  (await kasyr.db.selectFrom('refresh_tokens').select('generation').where('session_id', '=', id).execute()).length

test('a living session goes on after the purge, also with the token before its last one', async () => {
  const cashier = await loggedIn(kasyr)
  await refresh(cashier)
  await purgeExpired(kasyr.db)
  expect((await cashier.get('/auth/me')).status).toBe(200)
  expect((await refresh(cashier)).status).toBe(200)
})

test('an ended or expired session stays for a month without its tokens, then it is gone', async () => {
  const clients = [await loggedIn(kasyr), await loggedIn(kasyr), await loggedIn(kasyr), await loggedIn(kasyr)]
  const [ended = '', endedLong = '', expired = '', expiredLong = ''] = await Promise.all(clients.map(idOf))
  const age = async (id: string, column: 'ended_at' | 'expires_at', days: number) =>
    sql`update sessions set ${sql.ref(column)} = clock_timestamp() - make_interval(days => ${days}) where id = ${id}`.execute(
      kasyr.db,
    )
  await age(ended, 'ended_at', 29)
  await age(endedLong, 'ended_at', 31)
  await age(expired, 'expires_at', 29)
  await age(expiredLong, 'expires_at', 31)
  await purgeExpired(kasyr.db)
  expect(await remaining(ended, endedLong, expired, expiredLong)).toEqual([true, false, true, false])
  expect([await tokensOf(ended), await tokensOf(expired)]).toEqual([0, 0])
})

test('failures of the last day still slow guessing down after the purge, older ones are forgotten', async () => {
  const failed = (bucket: string, hours: number) =>
    sql`insert into login_failures (bucket, failures, window_started_at, last_failed_at)
        values (${bucket}, 9, clock_timestamp(), clock_timestamp() - make_interval(hours => ${hours}))`.execute(
      kasyr.db,
    )
  await failed('yesterday', 25)
  await failed('today', 23)
  await purgeExpired(kasyr.db)
  const left = await kasyr.db.selectFrom('login_failures').select('bucket').where('bucket', 'like', '%day').execute()
  expect(left).toEqual([{ bucket: 'today' }])
})
