import type { LoginRequest } from '#/contract/auth.ts'
import { AppError } from '#/contract/errors.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/context.ts'
import type { Tx } from '#/server/platform/database/database.ts'
import { newId } from '#/server/platform/random.ts'
import { checkNobodysPassword, checkPassword, hashPassword } from './passwords.ts'
import { endSessions, findLoginCandidate, insertSession, updatePasswordHash, type LoginCandidate } from './store.ts'
import { beginAttempt } from './throttle.ts'
import { hashOf, newRefreshToken } from './tokens.ts'

/** Where the request came from. */
export interface Caller {
  address: string
  user_agent: string
  /** The cookie of a browser that has logged in before: `id.proof`. */
  device: string | null
}

export interface Opened {
  session_id: string
  generation: number
  user: LoginCandidate['user']
  refresh_token: string
}

/** Enough for every browser and program of one person; the oldest goes when one more comes. */
const sessionsPerUser = 50

export async function logIn(app: App, caller: Caller, { login, password }: LoginRequest): Promise<Opened> {
  const candidate = await findLoginCandidate(app.db, { login })
  const known_device = candidate ? knownDevice(app, candidate.user.id, caller.device) : null
  const attempt = await beginAttempt(app, { login, address: caller.address, known_device })
  if (!candidate) {
    await checkNobodysPassword(password, app.password_cost)
    await noteFailure(app, caller, null, login, 'unknown_user')
    throw new AppError('auth.invalid_credentials')
  }
  const check = await checkPassword(password, candidate.password_hash, app.password_cost)
  if (!check.matches) {
    await noteFailure(app, caller, candidate, login, 'wrong_password')
    throw new AppError('auth.invalid_credentials')
  }
  if (candidate.user.disabled || candidate.one_time_expired) {
    await noteFailure(app, caller, candidate, login, candidate.user.disabled ? 'disabled' : 'one_time_expired')
    throw new AppError(candidate.user.disabled ? 'auth.account_disabled' : 'auth.one_time_expired')
  }
  await attempt.succeeded()
  const stronger = check.outdated ? await hashPassword(password, app.password_cost) : null
  return app.db.transaction().execute(async (tx) => {
    if (stronger) await updatePasswordHash(tx, candidate.user.id, stronger)
    return openSession(app, tx, caller, candidate.user)
  })
}

async function openSession(app: App, tx: Tx, caller: Caller, user: LoginCandidate['user']): Promise<Opened> {
  const refresh_token = newRefreshToken()
  const session_id = newId()
  const actor: Actor = { user, address: caller.address }
  const { user_agent, address } = caller
  await insertSession(tx, { id: session_id, user_id: user.id, user_agent, address }, hashOf(refresh_token))
  await recordAudit(app, tx, actor, {
    action: 'auth.logged_in',
    subject: { type: 'session', id: session_id },
    details: { session_id, user_agent },
  })
  for (const ended of await endSessions(tx, user.id, { beyond_newest: sessionsPerUser })) {
    await recordAudit(app, tx, actor, {
      action: 'auth.session_ended',
      subject: { type: 'session', id: ended },
      details: { session_id: ended, reason: 'too_many_sessions' },
    })
  }
  return { session_id, generation: 0, user, refresh_token }
}

async function noteFailure(
  app: App,
  caller: Caller,
  candidate: LoginCandidate | null,
  login: string,
  reason: 'unknown_user' | 'wrong_password' | 'disabled' | 'one_time_expired',
): Promise<void> {
  // People type passwords into the login field by mistake, so an unknown login is not written down whole.
  const shown = candidate ? login : `${Array.from(login).slice(0, 2).join('')}…`
  await app.db.transaction().execute((tx) =>
    recordAudit(
      app,
      tx,
      { user: null, address: caller.address },
      {
        action: 'auth.login_failed',
        subject: candidate ? { type: 'user', id: candidate.user.id } : { type: 'login', id: shown },
        details: { login: shown, reason },
      },
    ),
  )
}

function knownDevice(app: App, userId: string, device: string | null): string | null {
  const [id = '', proof = ''] = device?.split('.') ?? []
  return id !== '' && app.tokens.provesDevice(userId, id, proof) ? id : null
}
