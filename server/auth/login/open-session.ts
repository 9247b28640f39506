import type { Passkey } from '#/contract/auth.ts'
import { AppError } from '#/contract/errors.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import { newId } from '#/server/platform/random.ts'
import { listPasskeysNewTo } from '../passkeys/store.ts'
import { whyNotOpen, type LoginFailure } from '../rules.ts'
import { hasFactor } from '../codes/store.ts'
import { recordEnds } from '../sessions/record-ends.ts'
import type { SecondProof } from '../sessions/second-proof.ts'
import {
  endSessions,
  findRefreshToken,
  insertSession,
  lockAccount,
  lockSession,
  updatePasswordHash,
  type LoginCandidate,
} from '../sessions/store.ts'
import { hashOf, newRefreshToken } from '../sessions/tokens.ts'

/** Where the request came from. */
export interface Caller {
  address: string
  user_agent: string
  /** The cookie of a browser that has logged in before: `id.proof`. */
  device: string | null
  /** The cookie of the session this browser has open. */
  refresh_token: string | null
}

export interface Opened {
  session_id: string
  generation: number
  user: LoginCandidate['user']
  /** The device cookie is bound to it, so that a new password or a first factor ends the trust in every browser. */
  devices_of: string
  refresh_token: string
  /** At a login alone: passkeys that were added since the person last logged in without them. */
  passkeys_added?: Passkey[]
}

/** What a login has proved before its session is opened. */
export interface Proof {
  user_id: string
  /** The hash the typed password was checked against; null for a login without a password. */
  checked_hash: string | null
  /** Replaces the checked hash when the cost of hashing has grown since it was made. */
  stronger_hash?: string | null
  /**
   * Uses up what one login may use, such as a code. It runs under the lock of the account, so that of two logins at once
   * one finds it used. Missing: the password was enough.
   */
  second?: (tx: Tx, actor: Actor & { user: { id: string; login: string } }) => Promise<SecondProof | LoginFailure>
}

/** Enough for every browser and program of one person; the oldest goes when one more comes. */
const sessionsPerUser = 50

/**
 * Opens a session if the account is still as it was when the proof was checked. Checking a password takes a quarter of a
 * second; a reset, a new password or a disabling in that time must win.
 */
export async function openSession(app: App, tx: Tx, caller: Caller, proof: Proof): Promise<Opened | LoginFailure> {
  const account = await lockAccount(tx, proof.user_id)
  const refusal = account ? whyNotOpen(account, proof.checked_hash) : 'unknown_user'
  if (!account || refusal) return refusal ?? 'unknown_user'
  const { user, devices_of } = account
  const actor = { user, address: caller.address }
  // Asked under the lock, after the statement that took it: while this login waited there, a first factor may have been set up.
  if (!proof.second && (await hasFactor(tx, user.id))) throw new AppError('auth.second_factor_required')
  const second = await proof.second?.(tx, actor)
  if (typeof second === 'string') return second
  if (proof.stronger_hash) await updatePasswordHash(tx, user.id, proof.stronger_hash)

  await endReplaced(app, tx, actor, caller.refresh_token)
  const refresh_token = newRefreshToken()
  const session_id = newId()
  const { user_agent, address } = caller
  await insertSession(tx, { id: session_id, user_id: user.id, user_agent, address }, second, hashOf(refresh_token))
  await recordAudit(app, tx, actor, {
    action: 'auth.logged_in',
    subject: { type: 'session', id: session_id },
    details: { session_id, user_agent, ...(second && { second_factor: second.second_factor }) },
  })
  const ended = await endSessions(tx, user.id, { beyond_newest: sessionsPerUser })
  await recordEnds(app, tx, actor, ended, 'too_many_sessions')
  const passkeys_added = await listPasskeysNewTo(tx, session_id)
  return { session_id, generation: 0, user, devices_of, refresh_token, passkeys_added }
}

/** The new cookie takes the place of the old one in the browser: the old session would live on unseen. */
async function endReplaced(app: App, tx: Tx, actor: Actor, refreshToken: string | null): Promise<void> {
  const presented = refreshToken === null ? undefined : await findRefreshToken(tx, hashOf(refreshToken))
  const session = presented && (await lockSession(tx, presented.session_id))
  if (!session?.live) return
  await recordEnds(app, tx, actor, await endSessions(tx, session.user_id, { only: session.id }), 'replaced')
}
