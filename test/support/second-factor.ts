import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { TokenAnswer } from '#/contract/auth.ts'
import type { Problem } from '#/contract/problem.ts'
import type { RecoveryCodes, SecondFactorSetup } from '#/contract/second-factor.ts'
import type { Config } from '#/server/config.ts'
import { defaultMapping } from '#/server/integrations/crm/mapping.ts'
import type { ApiClient, Answer } from './api-client.ts'
import { somePassword } from './people.ts'
import type { TestApp } from './test-app.ts'

/** With a CRM the service is no demo, and its policy of the second factor holds. */
export const realCrm: NonNullable<Config['crm']> = {
  url: 'http://127.0.0.1:9/',
  key: 'k',
  secret: 's',
  signer: 'timestamp-nonce-body',
  mapping: defaultMapping,
}

/** A clock that only tests move: a code of the last step is then always of the last step. */
export function createStandingClock(start = '2026-03-09T10:00:10Z') {
  let at = new Date(start).getTime()
  return {
    now: () => new Date(at),
    pass: (seconds: number) => void (at += seconds * 1000),
  }
}
export type StandingClock = ReturnType<typeof createStandingClock>

/** What an authenticator app shows that many steps of 30 seconds from now. */
export const codeOf = (secret: string, { now }: Pick<StandingClock, 'now'>, steps = 0): string =>
  new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: now().getTime() + steps * 30_000 })

export interface Enrolled {
  secret: string
  recovery_codes: string[]
}

/** Connects an authenticator app, then lets a step pass: its first code is used up. */
export async function enrol(client: ApiClient, clock: StandingClock): Promise<Enrolled> {
  const begun = await client.post<SecondFactorSetup>('/auth/second-factor')
  const { secret } = begun.body
  const confirmed = await client.post<RecoveryCodes>('/auth/second-factor/confirm', { code: codeOf(secret, clock) })
  if (confirmed.status !== 200) throw new Error(`enrolment answered ${confirmed.status}: ${confirmed.text}`)
  clock.pass(30)
  return { secret, recovery_codes: confirmed.body.recovery_codes }
}

export const tryToLogIn = (
  kasyr: Pick<TestApp, 'anonymous'>,
  login: string,
  code?: string,
  { password = somePassword, headers = {} }: { password?: string; headers?: Record<string, string> } = {},
): Promise<Answer<TokenAnswer & Problem>> =>
  kasyr.anonymous.post('/auth/login', { login, password, ...(code !== undefined && { code }) }, headers)

/** What became of a call: its status, and its code if it was refused. */
export const told = ({ status, body }: Answer<{ code?: string } | null>): string =>
  [status, body !== null && 'code' in body ? body.code : undefined].filter(Boolean).join(' ')

/**
 * Five failures make the next try wait a second, which a busy machine lets pass unnoticed. This makes it a minute, for
 * counters that have five or more.
 */
export const stretchWaiting = async ({ db }: Pick<TestApp, 'db'>): Promise<void> => {
  await sql`update login_failures set failures = failures + 6
            where failures >= 5 and bucket like 'account-%'`.execute(db)
}

export const newestEntry = (kasyr: TestApp, action: string) =>
  kasyr.db
    .selectFrom('audit_log')
    .select(['actor_login', 'subject_type', 'subject_id', 'details', 'address'])
    .where('action', '=', action)
    .orderBy('id', 'desc')
    .executeTakeFirst()
