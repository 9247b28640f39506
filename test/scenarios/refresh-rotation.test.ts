import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TokenAnswer } from '#/contract/auth.ts'
import type { Problem } from '#/contract/problem.ts'
import { ApiClient } from '../support/api-client.ts'
import { loggedIn } from '../support/people.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

let kasyr: TestApp
beforeAll(async () => {
  kasyr = await startTestApp()
})
afterAll(() => kasyr.close())

const refresh = (refresh_token: string | null | undefined, headers: Record<string, string> = {}) =>
  kasyr.anonymous.post<TokenAnswer & Problem>('/auth/refresh', { refresh_token }, headers)

/** The database's clock decides, so time passes by making the rotation older. */
const letPass = (client: ApiClient, seconds: number) =>
  sql`update sessions set rotated_at = rotated_at - make_interval(secs => ${seconds}) where id = ${sessionOf(client)}`.execute(
    kasyr.db,
  )

function sessionOf(client: ApiClient): string {
  return JSON.parse(Buffer.from(client.token?.split('.')[1] ?? '', 'base64url').toString()).sid
}

const generationOf = async (client: ApiClient): Promise<number> =>
  (
    await kasyr.db
      .selectFrom('sessions')
      .select('generation')
      .where('id', '=', sessionOf(client))
      .executeTakeFirstOrThrow()
  ).generation

const withToken = (answer: { body: TokenAnswer }) => new ApiClient(kasyr.url, answer.body)

describe('the token of a session is replaced at every use', () => {
  test('a refresh gives a new pair, and the new pair works', async () => {
    const cashier = await loggedIn(kasyr)
    const next = await refresh(cashier.refresh_token)
    expect(next.status).toBe(200)
    expect(next.body.refresh_token).not.toBe(cashier.refresh_token)
    expect((await withToken(next).get('/auth/me')).status).toBe(200)
    expect(await generationOf(cashier)).toBe(1)
  })

  test('100 parallel refreshes with one token all succeed, with one rotation and one successor', async () => {
    // From the second run on the connections to the database stand, so that the refreshes really meet.
    for (let run = 0; run < 3; run += 1) {
      const cashier = await loggedIn(kasyr)
      const answers = await Promise.all(Array.from({ length: 100 }, () => refresh(cashier.refresh_token)))
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
      expect(new Set(answers.map(({ body }) => body.refresh_token)).size).toBe(1)
      expect(await generationOf(cashier)).toBe(1)
      expect((await answers.map(withToken)[99]?.get('/auth/me'))?.status).toBe(200)
    }
  })

  test('two tabs that refresh one after the other within ten seconds stay logged in', async () => {
    const cashier = await loggedIn(kasyr)
    const first = await refresh(cashier.refresh_token)
    await withToken(first).get('/auth/me')
    await letPass(cashier, 9)
    const second = await refresh(cashier.refresh_token)
    expect(second.status).toBe(200)
    expect(second.body.refresh_token).toBe(first.body.refresh_token)
  })

  test('a lost answer can be asked for again for two minutes', async () => {
    const cashier = await loggedIn(kasyr)
    const lost = await refresh(cashier.refresh_token)
    await letPass(cashier, 60)
    const again = await refresh(cashier.refresh_token)
    expect(again.status).toBe(200)
    expect(again.body.refresh_token).toBe(lost.body.refresh_token)
  })

  test('a token of the signing key before a rotation of keys can be repeated too', async () => {
    const cashier = await loggedIn(kasyr)
    const [successor] = kasyr.app.tokens.successorsOf(cashier.refresh_token ?? '')
    expect((await refresh(cashier.refresh_token)).body.refresh_token).toBe(successor)
  })
})

describe('an old token in the wrong hands', () => {
  test('reuse after the grace ends the whole family and is written down', async () => {
    const cashier = await loggedIn(kasyr)
    const owner = withToken(await refresh(cashier.refresh_token))
    expect((await owner.get('/auth/me')).status).toBe(200)
    await letPass(cashier, 11)

    const thief = await refresh(cashier.refresh_token)
    expect(thief.status).toBe(401)
    expect(thief.body.code).toBe('auth.refresh_reused')
    expect((await owner.get('/auth/me')).status).toBe(401)
    expect((await refresh(owner.refresh_token)).status).toBe(401)
    const entries = await kasyr.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'auth.refresh_reused')
      .where('subject_id', '=', sessionOf(cashier))
      .execute()
    expect(entries).toHaveLength(1)
    expect(entries[0]?.details).toMatchObject({ generation: 0, current_generation: 1 })
  })

  test('a grandparent is reuse even within ten seconds', async () => {
    const cashier = await loggedIn(kasyr)
    const child = await refresh(cashier.refresh_token)
    await refresh(child.body.refresh_token)
    expect((await refresh(cashier.refresh_token)).body.code).toBe('auth.refresh_reused')
  })

  test('a lost answer asked for by another kind of program is reuse', async () => {
    const cashier = await loggedIn(kasyr)
    await refresh(cashier.refresh_token)
    await letPass(cashier, 30)
    expect((await refresh(cashier.refresh_token, { 'user-agent': 'python-requests/2.31' })).body.code).toBe(
      'auth.refresh_reused',
    )
  })

  test('a token we never gave out ends nobody', async () => {
    const cashier = await loggedIn(kasyr)
    expect((await refresh('x'.repeat(43))).body.code).toBe('auth.refresh_invalid')
    expect((await cashier.get('/auth/me')).status).toBe(200)
  })

  test('the database holds no token that could be used', async () => {
    const cashier = await loggedIn(kasyr)
    const rows = await kasyr.db.selectFrom('refresh_tokens').selectAll().execute()
    expect(rows.length).toBeGreaterThan(0)
    expect(JSON.stringify(rows.map((row) => row.token_hash.toString('base64url')))).not.toContain(cashier.refresh_token)
  })
})

describe('a session comes to its end', () => {
  test.each([
    ['after twelve idle hours', sql`update sessions set idle_until = clock_timestamp()`],
    ['after seven days, however busy', sql`update sessions set expires_at = clock_timestamp()`],
  ])('%s', async (_name, age) => {
    const cashier = await loggedIn(kasyr)
    await age.execute(kasyr.db)
    expect((await cashier.get('/auth/me')).body.code).toBe('auth.session_ended')
    expect((await refresh(cashier.refresh_token)).body.code).toBe('auth.refresh_invalid')
  })

  test('a refresh keeps it for another twelve hours', async () => {
    const cashier = await loggedIn(kasyr)
    await sql`update sessions set idle_until = clock_timestamp() + interval '1 minute' where id = ${sessionOf(cashier)}`.execute(
      kasyr.db,
    )
    await refresh(cashier.refresh_token)
    const { rows } = await sql<{
      hours: number
    }>`select extract(epoch from idle_until - clock_timestamp())::float8 / 3600 as hours from sessions where id = ${sessionOf(cashier)}`.execute(
      kasyr.db,
    )
    expect(rows[0]?.hours).toBeGreaterThan(11.9)
  })

  test('it begins with twelve idle hours of seven days, and no refresh gives it more', async () => {
    const cashier = await loggedIn(kasyr)
    const leftHours = async () => {
      const { rows } = await sql<{ idle: number; all: number }>`
        select round(extract(epoch from idle_until - clock_timestamp()) / 360)::float8 / 10 as idle,
          round(extract(epoch from expires_at - clock_timestamp()) / 360)::float8 / 10 as all
        from sessions where id = ${sessionOf(cashier)}`.execute(kasyr.db)
      return rows[0]
    }
    expect(await leftHours()).toEqual({ idle: 12, all: 7 * 24 })
    await sql`update sessions set expires_at = expires_at - interval '2 days' where id = ${sessionOf(cashier)}`.execute(
      kasyr.db,
    )
    expect((await refresh(cashier.refresh_token)).status).toBe(200)
    expect(await leftHours()).toEqual({ idle: 12, all: 5 * 24 })
  })

  test('logging out wins over a refresh at the same moment', async () => {
    for (let run = 0; run < 10; run += 1) {
      const cashier = await loggedIn(kasyr)
      const [, refreshed] = await Promise.all([cashier.post('/auth/logout'), refresh(cashier.refresh_token)])
      expect((await withToken(refreshed).get('/auth/me')).status).toBe(401)
      expect((await refresh(refreshed.body.refresh_token ?? cashier.refresh_token)).status).toBe(401)
    }
  })
})
