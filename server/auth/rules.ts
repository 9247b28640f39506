import type { AuditDetails } from '#/contract/audit.ts'
import { may, type Permission, type Role } from '#/contract/permissions.ts'
import type { ErrorCode } from '#/contract/errors.ts'
import type { SecondFactorPolicy } from '#/contract/second-factor.ts'

/** A person in one session, as far as it decides what they may do there. */
export interface Asking {
  user: { role: Role; must_change_password: boolean }
  /** When a second factor was given in this very session; what the person gave elsewhere opens nothing here. */
  second_factor_age_seconds: number | null
}

/** May this person do it now? Until an own password is chosen, only the own account may be touched. */
export function whyNotAllowed(asking: Asking, permission: Permission, policy: SecondFactorPolicy): ErrorCode | null {
  const { user } = asking
  if (user.must_change_password && permission !== 'self.manage') return 'auth.password_change_required'
  if (!may(user.role, permission)) return 'auth.forbidden'
  const needed = policy === 'everyone' ? permission !== 'self.manage' : permission === 'user.write'
  return needed && lacksSecondFactor(asking, policy) ? 'auth.second_factor_needed' : null
}

/** Must a second factor be given in this session before what matters most is touched: users, and secrets of cash registers? */
export const lacksSecondFactor = (
  { user, second_factor_age_seconds }: { user: { role: Role }; second_factor_age_seconds: number | null },
  policy: SecondFactorPolicy,
): boolean =>
  second_factor_age_seconds === null && (policy === 'everyone' || (policy === 'admins' && user.role === 'admin'))

/** Secrets of a cash register want both: a second factor where it is obligatory, and a password typed a short while ago. */
export const whyNotRegisterSecrets = (actor: {
  lacks_second_factor?: boolean
  password_age_seconds: number
}): ErrorCode | null =>
  actor.lacks_second_factor === true ? 'auth.second_factor_needed' : whyNotSecrets(actor.password_age_seconds)

/** Why a login failed, as the audit log tells it. */
export type LoginFailure = AuditDetails<'auth.login_failed'>['reason']

/** What the login page shows: an unknown login and a wrong password look the same. */
export const loginRefusals = {
  unknown_user: 'auth.invalid_credentials',
  wrong_password: 'auth.invalid_credentials',
  disabled: 'auth.account_disabled',
  one_time_expired: 'auth.one_time_expired',
  wrong_code: 'auth.second_factor_wrong',
  wrong_passkey: 'auth.passkey_wrong',
} as const satisfies Record<LoginFailure, ErrorCode>

/**
 * May a session of this account be opened? `checkedHash` is the hash the typed password was found to match; the account may
 * have got another one since. Null: the person proved who they are without a password.
 */
export function whyNotOpen(
  account: { user: { disabled: boolean }; password_hash: string; one_time_expired: boolean },
  checkedHash: string | null,
): LoginFailure | null {
  if (checkedHash !== null && account.password_hash !== checkedHash) return 'wrong_password'
  if (account.user.disabled) return 'disabled'
  return checkedHash !== null && account.one_time_expired ? 'one_time_expired' : null
}

/** A person who finds an unlocked screen must not swap keys or make admins: that wants a password typed this recently. */
const longestPasswordAgeSeconds = 15 * 60

export const whyNotSecrets = (password_age_seconds: number): ErrorCode | null =>
  password_age_seconds <= longestPasswordAgeSeconds ? null : 'auth.reauth_required'

/** A further way in is added only by a person who has just shown one of those there are: a passkey would outlive the session. */
export function whyNotAddFactor(session: {
  user: { second_factor: boolean }
  password_age_seconds: number
  second_factor_age_seconds: number | null
}): ErrorCode | null {
  if (!session.user.second_factor) return whyNotSecrets(session.password_age_seconds)
  const age = Math.max(session.password_age_seconds, session.second_factor_age_seconds ?? Infinity)
  return age <= longestPasswordAgeSeconds ? null : 'auth.second_factor_not_shown'
}

/**
 * To end the session one is in is to log out. To end another wants a password typed lately: a stolen token must not lock its
 * owner out (ASVS 7.5.2).
 */
export const whyNotEndSession = (
  current: { session_id: string; password_age_seconds: number },
  sessionId: string,
): ErrorCode | null => (sessionId === current.session_id ? null : whyNotSecrets(current.password_age_seconds))

export interface PresentedRefresh {
  presented_generation: number
  current_generation: number
  seconds_since_rotation: number
  /** What the last rotation gave out has been used, so its answer was not lost. */
  generation_seen: boolean
  same_agent: boolean
}

/** Two tabs may refresh in the same moment. */
export const sameMomentSeconds = 10
/** An answer may be lost on the way; the program then asks once more with the old token. */
export const lostAnswerSeconds = 120

/**
 * `rotate`: the current token, go on. `repeat`: give the same successor again. `revoke`: a token that was already
 * replaced was used again; whether by thief or owner, the whole family ends.
 */
export function refreshVerdict(refresh: PresentedRefresh): 'rotate' | 'repeat' | 'revoke' {
  if (refresh.presented_generation === refresh.current_generation) return 'rotate'
  if (refresh.presented_generation !== refresh.current_generation - 1) return 'revoke'
  if (refresh.seconds_since_rotation <= sameMomentSeconds) return 'repeat'
  const lost = refresh.seconds_since_rotation <= lostAnswerSeconds && !refresh.generation_seen && refresh.same_agent
  return lost ? 'repeat' : 'revoke'
}

/** The kind of program, without its version: a browser may be updated between two requests. */
export function agentFamily(userAgent: string): string {
  const known = ['Edg', 'OPR', 'Firefox', 'Chrome', 'Safari'].find((name) => userAgent.includes(`${name}/`))
  return known ?? userAgent.replace(/[/\s].*/s, '')
}

/** Failures that cost nothing, for fingers that slip. */
const freeFailures = 5
const longestWaitSeconds = 300

/** Seconds until the next try is looked at: 0, then 1, 2, 4 … 300. */
export function waitSeconds(failures: number, seconds_since_last: number): number {
  if (failures < freeFailures) return 0
  const pause = Math.min(longestWaitSeconds, 2 ** (failures - freeFailures))
  return Math.max(0, Math.ceil(pause - seconds_since_last))
}

/** One account may be tried this often an hour from unknown devices, from however many addresses, before it is paced. */
const accountFailuresPerHour = 100
const accountPaceSeconds = 10

/**
 * Beyond that, a site that has itself guessed waits for the end of the hour; of all others together one try in ten seconds is
 * looked at. Those who attack an account from many places shut themselves out, and hardly its owner (decision 0054).
 */
export function accountWaitSeconds(
  account: { failures: number; since_last: number; since_start: number },
  siteFailures: number,
): number {
  if (account.failures < accountFailuresPerHour) return 0
  if (siteFailures < freeFailures) return Math.max(0, Math.ceil(accountPaceSeconds - account.since_last))
  return Math.max(1, Math.ceil(3600 - account.since_start))
}

/** One address may fail this often a minute, at however many accounts. */
export const addressFailuresPerMinute = 30
/**
 * So many wrong codes an hour are looked at after the right password, from unknown devices. Three codes of a million are
 * right at any moment: guessing for a year gives one chance in four, and leaves 87,600 entries in the audit log.
 */
export const codeFailuresPerHour = 10
