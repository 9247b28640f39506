import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { tellRefusals } from '#/server/auth/throttling/note-refusal.ts'
import { purgeExpired } from '#/server/auth/purge-expired.ts'
import { aUser, somePassword } from '../support/people.ts'
import { startTestApp } from '../support/test-app.ts'

const kasyr = await startTestApp({ config: { public_url: 'http://kasyr.test' } })
afterAll(() => kasyr.close())
beforeEach(() => kasyr.db.deleteFrom('login_failures').execute())

const tryToLogIn = (login: string, password: string, address: string) =>
  kasyr.anonymous.post('/auth/login', { login, password }, { 'x-forwarded-for': address })

/** So many failures that the wait outlasts this test on the slowest machine. */
const failMuch = () => sql`update login_failures set failures = failures + 100 where failures > 0`.execute(kasyr.db)
const letPass = (seconds: number) =>
  sql`update login_failures set last_failed_at = last_failed_at - make_interval(secs => ${seconds}),
        window_started_at = window_started_at - make_interval(secs => ${seconds}),
        refused_until = refused_until - make_interval(secs => ${seconds})`.execute(kasyr.db)
const day = 24 * 3600

async function entriesFrom(address: string, action = 'auth.login_throttled') {
  const rows = await kasyr.db
    .selectFrom('audit_log')
    .select(['details', 'subject_id'])
    .where('action', '=', action)
    .where('address', '=', address)
    .orderBy('at')
    .orderBy('id')
    .execute()
  return rows.map(({ details, subject_id }) => ({ subject_id, details }))
}

describe('however often a stranger is refused', () => {
  test('there are two entries: of the first refusal, and at the end of the window one with the count', async () => {
    const [{ id, login }, address] = [await aUser(kasyr), '203.0.113.21']
    await tryToLogIn(login, 'здогадка', address)
    await failMuch()
    const answers = []
    for (let turn = 0; turn < 10; turn += 1)
      answers.push(...(await Promise.all(Array.from({ length: 30 }, () => tryToLogIn(login, 'здогадка', address)))))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([429]))
    const first = { subject_id: id, details: { login, seconds: expect.any(Number) } }
    expect(await entriesFrom(address)).toEqual([first])
    await tellRefusals(kasyr.app)
    expect(await entriesFrom(address)).toEqual([first])
    await letPass(day)
    // Of several processes one tells.
    await Promise.all(Array.from({ length: 4 }, () => tellRefusals(kasyr.app)))
    const counted = { subject_id: id, details: { login, seconds: expect.any(Number), count: 300 } }
    expect(await entriesFrom(address)).toEqual([first, counted])
    await tellRefusals(kasyr.app)
    expect(await entriesFrom(address)).toHaveLength(2)
  })

  test('a network that tries everybody leaves two entries a minute beside the thirty tries that were looked at', async () => {
    const address = '203.0.113.22'
    const guess = (number: number) => tryToLogIn(`nobody${number}`, 'здогадка', address)
    await guess(0)
    await letPass(-600)
    const answers = []
    for (let turn = 0; turn < 6; turn += 1)
      answers.push(...(await Promise.all(Array.from({ length: 20 }, (_, number) => guess(turn * 20 + number + 1)))))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(91)
    await letPass(600 + 61)
    await tellRefusals(kasyr.app)
    expect((await entriesFrom(address)).map(({ details }) => details)).toEqual([
      { login: 'no…', seconds: expect.any(Number) },
      { login: 'no…', seconds: expect.any(Number), count: 91 },
    ])
    expect(await entriesFrom(address, 'auth.login_failed')).toHaveLength(30)
  })

  test('the count of a window nobody told of comes before the first refusal of the next', async () => {
    const [{ login }, address] = [await aUser(kasyr), '203.0.113.23']
    for (let window = 0; window < 2; window += 1) {
      await tryToLogIn(login, 'здогадка', address)
      await failMuch()
      for (let turn = 0; turn < 3; turn += 1) await tryToLogIn(login, 'здогадка', address)
      await letPass(day + 60)
    }
    await tellRefusals(kasyr.app)
    const first = { login, seconds: expect.any(Number) }
    const counted = { ...first, count: 3 }
    expect((await entriesFrom(address)).map(({ details }) => details)).toEqual([first, counted, first, counted])
  })

  test('neither the owner who gets in meanwhile nor the purge loses the count; one refusal alone needs none', async () => {
    const [{ login }, other, address] = [await aUser(kasyr), await aUser(kasyr), '203.0.113.24']
    const refuse = async (name: string, times: number) => {
      await tryToLogIn(name, 'здогадка', address)
      await sql`update login_failures set failures = 20 where bucket like 'account-network:%'`.execute(kasyr.db)
      for (let turn = 0; turn < times; turn += 1)
        expect((await tryToLogIn(name, somePassword, address)).status).toBe(429)
      await letPass(300)
    }
    await refuse(login, 4)
    expect((await tryToLogIn(login, somePassword, address)).status).toBe(200)
    await refuse(other.login, 1)
    await letPass(2 * day)
    await purgeExpired(kasyr.app.db)
    await tellRefusals(kasyr.app)
    await purgeExpired(kasyr.app.db)
    expect((await entriesFrom(address)).map(({ details }) => details)).toEqual([
      { login, seconds: expect.any(Number) },
      { login: other.login, seconds: expect.any(Number) },
      { login, seconds: expect.any(Number), count: 4 },
    ])
    const left = await kasyr.db.selectFrom('login_failures').select('bucket').execute()
    expect(left).toEqual([])
  })

  test('the same holds of a password guessed in an open session', async () => {
    const [{ login }, address] = [await aUser(kasyr), '203.0.113.25']
    const person = await kasyr.anonymous.logIn(login, somePassword, { 'x-forwarded-for': address })
    const guess = () => person.post('/auth/reauth', { password: 'здогадка' }, { 'x-forwarded-for': address })
    await guess()
    await failMuch()
    for (let turn = 0; turn < 5; turn += 1) expect((await guess()).status).toBe(429)
    await letPass(day)
    await tellRefusals(kasyr.app)
    const session_id = expect.any(String)
    expect((await entriesFrom(address, 'auth.reauth_failed')).map(({ details }) => details)).toEqual([
      { session_id, reason: 'wrong_password' },
      { session_id, reason: 'throttled' },
      { session_id, reason: 'throttled', count: 5 },
    ])
  })
})
