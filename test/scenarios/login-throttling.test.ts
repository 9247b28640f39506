import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { aUser, somePassword } from '../support/people.ts'
import { startTestApp } from '../support/test-app.ts'

const kasyr = await startTestApp({
  config: { public_url: 'http://kasyr.test' },
  // How many requests there may be is another limit, and would come first.
  web: { limits: { anonymous_per_address: 1e9 } },
})
afterAll(() => kasyr.close())
beforeEach(() => kasyr.db.deleteFrom('login_failures').execute())

const from = (address: string): Record<string, string> => ({ 'x-forwarded-for': address })
const tryToLogIn = (login: string, password: string, headers = from('203.0.113.5')) =>
  kasyr.anonymous.post('/auth/login', { login, password }, headers)
const letPass = (seconds: number) =>
  sql`update login_failures set last_failed_at = last_failed_at - make_interval(secs => ${seconds}), window_started_at = window_started_at - make_interval(secs => ${seconds})`.execute(
    kasyr.db,
  )
/** However slow the machine is, no wait ends and no minute passes by itself: what has failed is put that far into the future. */
const heldSeconds = 600
const holdTime = () => letPass(-heldSeconds)

/** Forty at a time: on a busy machine more of them would wait for a connection to the database longer than a request may. */
const atOnce = 40
async function guess<Answer>(count: number, ask: (number: number) => Promise<Answer>): Promise<Answer[]> {
  const answers: Answer[] = []
  for (let from = 0; from < count; from += atOnce)
    answers.push(
      ...(await Promise.all(Array.from({ length: Math.min(atOnce, count - from) }, (_, number) => ask(from + number)))),
    )
  return answers
}

describe('guessing is slowed down', () => {
  test('after five failures even the right password has to wait, a little longer each time', async () => {
    const { login } = await aUser(kasyr)
    const fail = async () => expect((await tryToLogIn(login, 'не той пароль')).status).toBe(401)
    const waitAfterFailure = async (seconds: number) => {
      const start = performance.now()
      await fail()
      await holdTime()
      const blocked = await tryToLogIn(login, somePassword)
      const told = Number(blocked.headers.get('retry-after'))
      expect([blocked.status, blocked.body]).toEqual([
        429,
        expect.objectContaining({
          code: 'auth.throttled',
          detail: `Забагато невдалих спроб входу. Спробуйте ще раз через ${told}\u00a0с.`,
        }),
      ])
      expect(told - heldSeconds).toBeLessThanOrEqual(seconds)
      expect(told - heldSeconds).toBeGreaterThanOrEqual(Math.ceil(seconds - (performance.now() - start) / 1000))
      await letPass(heldSeconds + seconds)
    }
    for (let failure = 0; failure < 4; failure += 1) await fail()
    await waitAfterFailure(1)
    await waitAfterFailure(2)
    expect((await tryToLogIn(login, somePassword)).status).toBe(200)
    expect((await tryToLogIn(login, 'не той пароль')).status).toBe(401)
    expect((await tryToLogIn(login, somePassword)).status).toBe(200)
  })

  test('an unknown login is slowed down in the same way, so it cannot be told from a known one', async () => {
    const statuses = []
    for (let failure = 0; failure < 6; failure += 1) {
      if (failure === 5) await holdTime()
      statuses.push((await tryToLogIn('nobody', 'не той пароль')).status)
    }
    expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
  })

  test('many guesses at the same moment do not slip past the counter', async () => {
    const { login } = await aUser(kasyr)
    const start = performance.now()
    const answers = await guess(atOnce, (number) => tryToLogIn(login, `здогадка ${number}`))
    const looked = answers.filter(({ status }) => status === 401).length
    // On a slow machine a second or two of waiting pass meanwhile, and each lets one more through.
    const seconds = (performance.now() - start) / 1000
    expect(looked).toBeGreaterThanOrEqual(5)
    expect(looked).toBeLessThanOrEqual(5 + Math.ceil(Math.log2(seconds + 1)))
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(atOnce - looked)
  })

  test('from many addresses together a hundred guesses an hour reach one account, then one in ten seconds', async () => {
    const { login } = await aUser(kasyr)
    const guessFrom = (number: number) => tryToLogIn(login, 'здогадка', from(`198.51.100.${number}`))
    const first = await guess(100, guessFrom)
    expect(first.map(({ status }) => status)).toEqual(Array(100).fill(401))
    await holdTime()
    const more = await guess(50, (number) => guessFrom(100 + number))
    expect(new Set(more.map(({ status }) => status))).toEqual(new Set([429]))
    await letPass(heldSeconds + 10)
    const paced = await guess(20, (number) => guessFrom(150 + number))
    await holdTime()
    expect(paced.filter(({ status }) => status === 401).length).toBeGreaterThanOrEqual(1)
    expect((await guessFrom(200)).status).toBe(429)
  })

  test('ten networks that guess shut themselves out for the hour, and neither a newcomer nor an owner who mistypes', async () => {
    const { login } = await aUser(kasyr)
    for (let turn = 0; turn < 5; turn += 1) {
      const answers = await guess(20, (number) =>
        // Twenty networks of ten sites: moving next door, within an IPv6 /48, makes nobody a newcomer.
        tryToLogIn(login, 'здогадка', from(`2001:db8:${number % 10}:${number}::1`)),
      )
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(401))
    }
    await letPass(10)
    const guessers = await guess(10, (number) => tryToLogIn(login, somePassword, from(`2001:db8:${number}:ffff::1`)))
    expect(guessers.map(({ status }) => status)).toEqual(Array(10).fill(429))
    for (const { headers } of guessers) expect(Number(headers.get('retry-after'))).toBeGreaterThan(3000)
    const owner = (password: string) => tryToLogIn(login, password, from('192.0.2.1'))
    expect((await owner('одрук')).status).toBe(401)
    await holdTime()
    expect((await owner(somePassword)).status).toBe(429)
    await letPass(heldSeconds + 10)
    expect((await owner(somePassword)).status).toBe(200)
  })

  test('one address may fail thirty times a minute, at however many accounts', async () => {
    expect((await tryToLogIn('first', 'здогадка')).status).toBe(401)
    await holdTime()
    const answers = await guess(40, (number) => tryToLogIn(`nobody${number}`, 'здогадка'))
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(29)
  })

  test('whoever has one IPv6 address has the whole network', async () => {
    for (let failure = 0; failure < 5; failure += 1)
      await tryToLogIn('nobody', 'здогадка', from(`2001:db8:1:2::${failure + 1}`))
    await holdTime()
    expect((await tryToLogIn('nobody', 'здогадка', from('2001:db8:1:2:ffff::1'))).status).toBe(429)
    expect((await tryToLogIn('nobody', 'здогадка', from('2001:db8:1:3::1'))).status).toBe(401)
  })

  test('the owner gets in from a browser that logged in before, while somebody else is guessing', async () => {
    const { login } = await aUser(kasyr)
    const first = await kasyr.anonymous.post(
      '/auth/login',
      { login, password: somePassword, refresh: 'cookie' },
      from('192.0.2.7'),
    )
    const device =
      first.headers
        .getSetCookie()
        .find((cookie) => cookie.startsWith('kasyr_device='))
        ?.split(';')[0] ?? ''
    await guess(120, (number) => tryToLogIn(login, 'здогадка', from(`198.51.100.${number}`)))
    await holdTime()
    expect((await tryToLogIn(login, somePassword, from('192.0.2.7'))).status).toBe(429)
    expect((await tryToLogIn(login, somePassword, { ...from('192.0.2.7'), cookie: device })).status).toBe(200)
    const other = await aUser(kasyr)
    for (let failure = 0; failure < 5; failure += 1)
      await tryToLogIn(other.login, 'здогадка', { ...from('192.0.2.8'), cookie: device })
    await holdTime()
    expect((await tryToLogIn(other.login, 'здогадка', from('192.0.2.8'))).status).toBe(429)
  })
})
