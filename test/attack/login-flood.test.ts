import { execFile } from 'node:child_process'
import { createHook } from 'node:async_hooks'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { sentenceOf } from '#/contract/errors.ts'
import { derivations } from '#/server/auth/passwords/passwords.ts'
import type { Answer } from '../support/api-client.ts'
import { aUser, somePassword } from '../support/people.ts'
import { startTestApp } from '../support/test-app.ts'

const kasyr = await startTestApp({ config: { public_url: 'http://kasyr.test' } })
afterAll(() => kasyr.close())
beforeEach(() => kasyr.db.deleteFrom('login_failures').execute())

const from = (address: string): Record<string, string> => ({ 'x-forwarded-for': address })
const flooder = from('203.0.113.66')
const tryToLogIn = (login: string, password: string, headers: Record<string, string>) =>
  kasyr.anonymous.post('/auth/login', { login, password }, headers)

/** Nothing is derived until it is let go, whatever comes meanwhile. */
function holdDerivations() {
  const held = Promise.withResolvers<void>()
  const all = Array.from({ length: 4 }, () => derivations(() => held.promise))
  const release = async () => {
    held.resolve()
    await Promise.all(all)
  }
  onTestFinished(release)
  return release
}

/** Many at once; what is answered is noted as it comes. */
function begin(count: number, ask: (number: number) => Promise<Answer>) {
  const answers: Answer[] = []
  const all = Promise.all(
    Array.from({ length: count }, async (_, number) => {
      const answer = await ask(number)
      answers.push(answer)
      return answer
    }),
  )
  return { answers, all }
}

const guessMuch = () => begin(30, (number) => tryToLogIn(`nobody${number}`, 'здогадка', flooder))

describe('thirty wrong logins at once', () => {
  test('wait in a queue of twenty, the others are told to come again, and no more than two are looked at at a time', async () => {
    const release = holdDerivations()
    const running = new Set<number>()
    let most = 0
    const hook = createHook({
      init(id, type) {
        if (type === 'ARGON2REQUEST') most = Math.max(most, running.add(id).size)
      },
      before: (id) => void running.delete(id),
    }).enable()
    const flood = guessMuch()
    await expect.poll(() => flood.answers.length).toBe(10)
    for (const { status, headers, body } of flood.answers) {
      expect(status).toBe(503)
      expect(headers.get('retry-after')).toBe('5')
      expect(body).toMatchObject({ code: 'auth.busy', detail: sentenceOf('auth.busy', { seconds: 5 }) })
    }
    await release()
    const statuses = (await flood.all).map(({ status }) => status)
    hook.disable()
    expect(statuses.filter((status) => status === 401)).toHaveLength(20)
    expect(most).toBe(Math.max(1, Math.min(2, availableParallelism() - 1)))
  })

  test('keep out neither the person who changes a password, nor a browser that was here before, nor a newcomer from elsewhere', async () => {
    const [one, two, other, third] = [await aUser(kasyr), await aUser(kasyr), await aUser(kasyr), await aUser(kasyr)]
    const changing = await kasyr.anonymous.logIn(one.login, somePassword, flooder)
    const proving = await kasyr.anonymous.logIn(two.login, somePassword, flooder)
    const before = await kasyr.anonymous.post(
      '/auth/login',
      { login: other.login, password: somePassword, refresh: 'cookie' },
      flooder,
    )
    const cookie = before.headers.getSetCookie().find((text) => text.startsWith('kasyr_device='))
    const release = holdDerivations()
    const flood = guessMuch()
    await expect.poll(() => flood.answers.length).toBe(10)

    const change = { current_password: somePassword, new_password: 'тиха-вода-греблю-рве' }
    const insiders = [
      begin(1, () => changing.post('/auth/password', change, flooder)),
      begin(1, () => proving.post('/auth/reauth', { password: somePassword }, flooder)),
      begin(1, () => tryToLogIn(other.login, somePassword, { ...flooder, cookie: cookie?.split(';')[0] ?? '' })),
    ]
    const newcomer = begin(1, () => tryToLogIn(third.login, somePassword, from('192.0.2.9')))
    // One of the flood gives way to the newcomer: one place cannot fill the queue.
    await expect.poll(() => flood.answers.length).toBe(11)
    await release()
    const told = await Promise.all(insiders.map(async ({ all }) => (await all)[0]?.status))
    expect(told).toEqual([204, 204, 200])
    expect((await newcomer.all).map(({ status }) => status)).toEqual([200])
    const flooded = (await flood.all).map(({ status }) => status)
    expect(flooded.filter((status) => status === 401)).toHaveLength(19)
    expect(flooded.filter((status) => status === 503)).toHaveLength(11)
  })

  test('count a try that was not looked at neither as failed nor as an entry of the audit log', async () => {
    const { login } = await aUser(kasyr)
    const entries = async () =>
      (await kasyr.db.selectFrom('audit_log').select('id').where('action', 'like', 'auth.login_%').execute()).length
    const release = holdDerivations()
    const flood = begin(20, (number) => tryToLogIn(`nobody${number}`, 'здогадка', flooder))
    await expect.poll(() => derivations.load().strangers).toBe(20)
    const before = await entries()
    for (let turn = 0; turn < 7; turn += 1) expect((await tryToLogIn(login, somePassword, flooder)).status).toBe(503)
    expect(await entries()).toBe(before)
    await release()
    await flood.all
    expect((await tryToLogIn(login, somePassword, flooder)).status).toBe(200)
  })
})

test('the service starts with more threads for files, names and connections than passwords may take', async () => {
  const tell = `data:text/javascript,${encodeURIComponent("console.error('threads', process.env.UV_THREADPOOL_SIZE)")}`
  const threads = async (environment: Record<string, string>) => {
    const { stderr } = await promisify(execFile)(join(import.meta.dirname, '..', '..', 'kasyr'), ['--help'], {
      env: { PATH: process.env['PATH'], NODE_OPTIONS: `--import=${tell}`, ...environment },
    })
    return Number(/threads (\d+)/.exec(stderr)?.[1])
  }
  expect(await threads({})).toBeGreaterThanOrEqual(8)
  expect(await threads({ UV_THREADPOOL_SIZE: '16' })).toBe(16)
})
