import { afterAll, beforeAll, expect, test } from 'vitest'
import { defaultCost } from '#/server/auth/passwords/passwords.ts'
import { aUser } from '../support/people.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

let kasyr: TestApp
beforeAll(async () => {
  kasyr = await startTestApp()
  kasyr.app.password_cost = defaultCost
})
afterAll(() => kasyr.close())

/** The processor's time, which a busy machine does not stretch: without the same work it would be some thirty times less. */
test('an unknown login costs the same work as a known one, so the clock does not tell them apart', async () => {
  const logins = await Promise.all(Array.from({ length: 4 }, () => aUser(kasyr)))
  const timed = async (login: string): Promise<number> => {
    const start = process.cpuUsage()
    await kasyr.anonymous.post('/auth/login', { login, password: 'не той пароль' })
    const { user, system } = process.cpuUsage(start)
    return user + system
  }
  const [known, unknown]: [number[], number[]] = [[], []]
  for (const [index, { login }] of logins.entries()) {
    known.push(await timed(login))
    unknown.push(await timed(`nobody${index}`))
  }
  const median = (times: number[]) => times.toSorted((a, b) => a - b)[2] ?? 0
  expect(median(unknown) / median(known)).toBeGreaterThan(0.4)
  expect(median(unknown) / median(known)).toBeLessThan(2.5)
})
