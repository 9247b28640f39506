import type { LoginRequest } from '#/contract/auth.ts'
import { AppError } from '#/contract/errors.ts'
import { recordAudit } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import { siteOf } from '#/server/platform/http/edge/network-of.ts'
import type { Refusal } from '../throttling/failures-store.ts'
import { openSession, type Caller, type Opened } from './open-session.ts'
import { checkNobodysPassword, checkPassword, hashPassword, type PasswordCheck } from '../passwords/passwords.ts'
import { loginRefusals, whyNotOpen, type LoginFailure } from '../rules.ts'
import { findLoginCandidate, type LoginCandidate } from '../sessions/store.ts'
import { askForCode } from './ask-for-code.ts'
import { beginAttempt, type Attempt } from '../throttling/throttle.ts'

export async function logIn(app: App, caller: Caller, { login, password, code }: LoginRequest): Promise<Opened> {
  const candidate = await findLoginCandidate(app.db, { login })
  const known_device = candidate ? knownDevice(app, candidate, caller.device) : null
  const throttled = refusalOf(caller, candidate ?? null, login)
  const attempt = await beginAttempt(app, { login, address: caller.address, known_device }, throttled)
  const stranger = known_device === null ? siteOf(caller.address) : null
  const check = await lookAt(app, candidate, password, stranger, attempt)
  if (!candidate || !check) return refuse(app, caller, null, login, 'unknown_user')
  const refusal = check.matches ? whyNotOpen(candidate, candidate.password_hash) : 'wrong_password'
  if (refusal) return refuse(app, caller, candidate, login, refusal)

  const asked = await askForCode(app, candidate, code, attempt, { known_device, refusalOf: throttled })
  const stronger_hash = check.outdated ? await hashPassword(password, app.password_cost) : null
  const proof = { user_id: candidate.user.id, checked_hash: candidate.password_hash, stronger_hash, ...asked.proof }
  const opened = await app.db.transaction().execute((tx) => openSession(app, tx, caller, proof))
  if (typeof opened === 'string') return refuse(app, caller, candidate, login, opened)
  await attempt.succeeded()
  await asked.succeeded()
  return opened
}

/** Null: there is no such account, which takes as long to find out. A try that too many stood before was not looked at. */
async function lookAt(
  app: App,
  candidate: LoginCandidate | undefined,
  password: string,
  stranger: string | null,
  attempt: Attempt,
): Promise<PasswordCheck | null> {
  try {
    if (candidate) return await checkPassword(password, candidate.password_hash, app.password_cost, stranger)
    await checkNobodysPassword(password, app.password_cost, stranger)
    return null
  } catch (error) {
    await attempt.undecided()
    throw error
  }
}

/** What a login that is not even looked at is written down as. */
export function refusalOf({ address }: Caller, candidate: LoginCandidate | null, login: string) {
  const { shown, subject } = named(candidate, login)
  return (seconds: number): Refusal => ({
    actor: { user: null, address },
    entry: { action: 'auth.login_throttled', subject, details: { login: shown, seconds } },
  })
}

/** A failed login is recorded and answered; the code says no more than the person may know. */
export async function refuse(
  app: App,
  caller: Caller,
  candidate: LoginCandidate | null,
  login: string,
  reason: LoginFailure,
): Promise<never> {
  const { shown, subject } = named(candidate, login)
  const actor = { user: null, address: caller.address }
  const entry = { action: 'auth.login_failed', subject, details: { login: shown, reason } } as const
  await app.db.transaction().execute((tx) => recordAudit(app, tx, actor, entry))
  throw new AppError(loginRefusals[reason])
}

/** People type passwords into the login field by mistake, so an unknown login is not written down whole. */
function named(candidate: LoginCandidate | null, login: string) {
  if (candidate) return { shown: login, subject: { type: 'user' as const, id: candidate.user.id } }
  const shown = `${Array.from(login).slice(0, 2).join('')}…`
  return { shown, subject: { type: 'login' as const, id: shown } }
}

export function knownDevice(app: App, { user, devices_of }: LoginCandidate, device: string | null): string | null {
  const [id = '', proof = ''] = device?.split('.') ?? []
  return id !== '' && app.tokens.provesDevice({ user_id: user.id, device_id: id, devices_of }, proof) ? id : null
}
