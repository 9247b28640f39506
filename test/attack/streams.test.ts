import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { Problem } from '#/contract/problem.ts'
import { theSystem } from '#/server/audit/record-audit.ts'
import { announce } from '#/server/events/announce.ts'
import { createStreamSlots, mostStreamsPerUser } from '#/server/events/stream-slots.ts'
import { newId } from '#/server/platform/random.ts'
import { editUser } from '#/server/users/edit-user.ts'
import { resetPassword } from '#/server/users/reset-password.ts'
import { aWeb, openStream, type Reader } from '../scenarios/event-stream-support.ts'
import type { ApiClient } from '../support/api-client.ts'
import { aUser, loggedIn, somePassword } from '../support/people.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

let laterMs = 0
let kasyr: TestApp
/** Its heartbeat never comes: what ends there was told to. */
let calm: Awaited<ReturnType<typeof aWeb>>
/** Its heartbeat comes all the time: there the session is looked at. */
let hasty: Awaited<ReturnType<typeof aWeb>>
beforeAll(async () => {
  kasyr = await startTestApp({ clock: { now: () => new Date(Date.now() + laterMs) } })
  calm = await aWeb(kasyr)
  hasty = await aWeb(kasyr, { heartbeat_ms: 20 })
})
afterAll(async () => {
  await calm.close()
  await hasty.close()
  await kasyr.close()
})

async function begun(url: string, who: ApiClient): Promise<Reader> {
  const reader = await openStream(url, who)
  expect(reader.answer.status).toBe(200)
  expect(await reader.next()).toMatchObject({ event: 'ready' })
  return reader
}

async function expectLive(...readers: Reader[]): Promise<void> {
  const id = newId()
  await announce(kasyr.db, 'batch', id)
  for (const { next } of readers) expect(await next()).toMatchObject({ event: 'batch', data: { id } })
}

async function aReader(): Promise<{ id: string; client: ApiClient }> {
  const { id, login } = await aUser(kasyr)
  return { id, client: await kasyr.anonymous.logIn(login, somePassword) }
}

describe('a stream ends at once, without waiting for its heartbeat,', () => {
  const endings: [string, (id: string, client: ApiClient) => Promise<unknown>][] = [
    ['when its reader logs out', (_id, client) => client.post('/auth/logout')],
    ['when the account is disabled', (id) => editUser(kasyr.app, theSystem, id, { disabled: true })],
    ['when the password is reset', (id) => resetPassword(kasyr.app, theSystem, id)],
  ]
  test.each(endings)('%s', async (_when, endIt) => {
    const { id, client } = await aReader()
    const [reader, other] = [await begun(calm.url, client), await begun(calm.url, await loggedIn(kasyr))]
    await endIt(id, client)
    expect(await reader.next()).toBeNull()
    // The others hear of the change they came for, and nothing of the end of a session.
    await expectLive(other)
    other.leave()
  })

  test('when the password is changed elsewhere; the stream of the session that changed it goes on', async () => {
    const { login } = await aUser(kasyr)
    const [here, elsewhere] = [
      await kasyr.anonymous.logIn(login, somePassword),
      await kasyr.anonymous.logIn(login, somePassword),
    ]
    const [stays, ends] = [await begun(calm.url, here), await begun(calm.url, elsewhere)]
    const new_password = 'зелений-окунь-під-мостом-19'
    expect((await here.post('/auth/password', { current_password: somePassword, new_password })).status).toBe(204)
    expect(await ends.next()).toBeNull()
    await expectLive(stays)
    stays.leave()
  })
})

describe('at its heartbeat a stream looks whether its session lives, and ends', () => {
  const endings: [string, (sessionsOf: string) => Promise<unknown>][] = [
    [
      'when the session has ended and nobody said so',
      (id) => sql`update sessions set ended_at = now() where user_id = ${id}`.execute(kasyr.db),
    ],
    [
      'when the session has run out',
      (id) => sql`update sessions set idle_until = now() - interval '1 s' where user_id = ${id}`.execute(kasyr.db),
    ],
    ['when the session is not there at all', (id) => sql`delete from sessions where user_id = ${id}`.execute(kasyr.db)],
    [
      'when its reader may not listen any more',
      (id) => sql`update credentials set must_change = true where user_id = ${id}`.execute(kasyr.db),
    ],
  ]
  test.each(endings)('%s', async (_when, endIt) => {
    const { id, client } = await aReader()
    const reader = await begun(hasty.url, client)
    await endIt(id)
    expect(await reader.next()).toBeNull()
  })

  test('but not when only the access token has expired: the session goes on, and so does the stream', async () => {
    const { client } = await aReader()
    const reader = await begun(hasty.url, client)
    laterMs = 3_600_000
    let looks = 0
    kasyr.watchStatements((text) => String(text).includes('password_age_seconds') && (looks += 1))
    await expect.poll(() => looks).toBeGreaterThan(5)
    kasyr.watchStatements(null)
    expect((await client.get('/auth/me')).status).toBe(401)
    await expectLive(reader)
    laterMs = 0
    reader.leave()
  })
})

describe('one person', () => {
  test('has at most ten streams; the next is refused, the others are not touched, and each that closes frees a place', async () => {
    expect(mostStreamsPerUser).toBe(10)
    const { client } = await aReader()
    const readers = await Promise.all(Array.from({ length: mostStreamsPerUser }, () => begun(calm.url, client)))
    const { answer } = await openStream(calm.url, client)
    expect(answer.status).toBe(429)
    expect(answer.headers.get('retry-after')).toBe('1')
    expect(Problem.parse(await answer.json()).code).toBe('event.too_many_streams')

    const other = await begun(calm.url, await loggedIn(kasyr))
    await expectLive(...readers, other)

    readers.pop()?.leave()
    await expect
      .poll(async () => {
        const again = await openStream(calm.url, client)
        if (again.answer.status === 200) readers.push(again)
        return again.answer.status
      })
      .toBe(200)
    expect((await openStream(calm.url, client)).answer.status).toBe(429)
    for (const reader of [...readers, other]) reader.leave()
    await expect.poll(calm.readers).toBe(0)
  })

  test('frees the place also when the stream could not begin, and takes none by asking for the headers', async () => {
    const { client } = await aReader()
    const headers = { authorization: `Bearer ${client.token}` }
    for (let n = 0; n <= mostStreamsPerUser; n += 1)
      expect((await fetch(`${calm.url}/api/v1/events`, { method: 'HEAD', headers })).status).toBe(200)
    await sql`alter table events rename to events_away`.execute(kasyr.db)
    const failed = await Promise.all(Array.from({ length: mostStreamsPerUser }, () => openStream(calm.url, client, 1)))
    await sql`alter table events_away rename to events`.execute(kasyr.db)
    expect(new Set(failed.map(({ answer }) => answer.status))).toEqual(new Set([500]))
    ;(await begun(calm.url, client)).leave()
  })

  test('has no more places for closing one twice', () => {
    const slots = createStreamSlots(1)
    const free = slots.take('a')
    free()
    free()
    slots.take('a')
    expect(() => slots.take('a')).toThrow('event.too_many_streams')
    slots.take('b')
  })
})
