import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { may, permissions, roles, type Permission, type Role } from '#/contract/permissions.ts'
import { secondFactorPolicies, type SecondFactorPolicy } from '#/contract/second-factor.ts'
import {
  accountWaitSeconds,
  addressFailuresPerMinute,
  agentFamily,
  codeFailuresPerHour,
  lacksSecondFactor,
  loginRefusals,
  refreshVerdict,
  waitSeconds,
  whyNotAddFactor,
  whyNotAllowed,
  whyNotEndSession,
  whyNotOpen,
  whyNotRegisterSecrets,
  whyNotSecrets,
  type Asking,
  type PresentedRefresh,
} from './rules.ts'

const presented = (changes: Partial<PresentedRefresh>): PresentedRefresh => ({
  presented_generation: 4,
  current_generation: 5,
  seconds_since_rotation: 3,
  generation_seen: true,
  same_agent: true,
  ...changes,
})

describe('which refresh token counts', () => {
  test.each<[string, Partial<PresentedRefresh>, string]>([
    ['the current token rotates', { presented_generation: 5, seconds_since_rotation: 40_000 }, 'rotate'],
    ['the token before it, in the same moment, gets the same successor', { seconds_since_rotation: 10 }, 'repeat'],
    [
      'also when the successor was used already: two tabs',
      { seconds_since_rotation: 9, generation_seen: true },
      'repeat',
    ],
    ['later than that it is a theft', { seconds_since_rotation: 10.1 }, 'revoke'],
    [
      'unless the answer was lost: nobody used the successor',
      { seconds_since_rotation: 119, generation_seen: false },
      'repeat',
    ],
    [
      'and the same kind of program asks',
      { seconds_since_rotation: 60, generation_seen: false, same_agent: false },
      'revoke',
    ],
    ['within two minutes', { seconds_since_rotation: 120, generation_seen: false }, 'repeat'],
    ['and not too late', { seconds_since_rotation: 120.1, generation_seen: false }, 'revoke'],
    ['nor when the successor was used', { seconds_since_rotation: 60, generation_seen: true }, 'revoke'],
    [
      'a token of a rotation that never was is a forgery',
      { presented_generation: 6, seconds_since_rotation: 1 },
      'revoke',
    ],
    [
      'a grandparent is a theft even in the same moment',
      { presented_generation: 3, seconds_since_rotation: 1 },
      'revoke',
    ],
  ])('%s', (_name, changes, verdict) => {
    expect(refreshVerdict(presented(changes))).toBe(verdict)
  })
})

test('a browser keeps its family through an update, and programs are told apart', () => {
  const chrome = (version: number) =>
    `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0 Safari/537.36`
  expect(agentFamily(chrome(155))).toBe(agentFamily(chrome(156)))
  expect(agentFamily(chrome(156))).not.toBe(agentFamily('Mozilla/5.0 (X11; rv:140.0) Gecko/20100101 Firefox/140.0'))
  expect(agentFamily('curl/7.88.1')).toBe(agentFamily('curl/8.0.0'))
  expect(agentFamily('')).toBe('')
})

test('browsers that name others in their line, as most do, are told apart all the same', () => {
  const chrome = 'Mozilla/5.0 (X11) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36'
  const safari = 'Mozilla/5.0 (Macintosh) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15'
  const all = [chrome, `${chrome} Edg/156.0`, `${chrome} OPR/120.0`, safari, 'curl/8.0.0', 'Wget 1.21']
  expect(all.map(agentFamily)).toEqual(['Chrome', 'Edg', 'OPR', 'Safari', 'curl', 'Wget'])
})

test('five slips are free, then each failure doubles the wait up to five minutes', () => {
  expect([0, 4, 5, 6, 7, 13, 14, 100].map((failures) => waitSeconds(failures, 0))).toEqual([
    0, 0, 1, 2, 4, 256, 300, 300,
  ])
  expect(waitSeconds(8, 3.5)).toBe(5)
  expect(waitSeconds(8, 8)).toBe(0)
  expect(waitSeconds(8, 100)).toBe(0)
})

test('guessing codes for a year, with the password known, has less than one chance in four', () => {
  const guesses = codeFailuresPerHour * 24 * 365
  // Three codes of a million are right at any moment.
  expect(1 - (1 - 3 / 1_000_000) ** guesses).toBeLessThan(0.25)
  expect(codeFailuresPerHour).toBeGreaterThanOrEqual(10)
})

describe('an account that is guessed at from many places', () => {
  const attacked = (failures: number, since_last: number) => ({ failures, since_last, since_start: 600.5 })

  test('is open to everybody until a hundred guesses in an hour', () => {
    expect(accountWaitSeconds(attacked(99, 0), 99)).toBe(0)
  })

  test('then waits for the end of the hour where five were made, and at least a second', () => {
    expect(accountWaitSeconds(attacked(100, 500), 5)).toBe(3000)
    expect(accountWaitSeconds({ failures: 100, since_last: 0, since_start: 3600 }, 5)).toBe(1)
  })

  test('and is looked at once in ten seconds for all other places together', () => {
    expect([0, 0.5, 9.1, 10, 11].map((since) => accountWaitSeconds(attacked(100, since), 4))).toEqual([10, 10, 1, 0, 0])
  })
})

test('an address fails at most 30 times a minute', () => {
  expect(addressFailuresPerMinute).toBe(30)
})

describe('a session is opened', () => {
  const account = { user: { disabled: false }, password_hash: 'hash', one_time_expired: false }

  test('with the password of the account, or with a passkey', () => {
    expect([whyNotOpen(account, 'hash'), whyNotOpen(account, null)]).toEqual([null, null])
  })

  test('not with a password that was replaced while it was looked at', () => {
    expect(whyNotOpen({ ...account, password_hash: 'newer' }, 'hash')).toBe('wrong_password')
  })

  test('not for a disabled account, however its owner proves who they are; only the right password learns that', () => {
    const disabled = { ...account, user: { disabled: true } }
    expect([whyNotOpen(disabled, 'hash'), whyNotOpen(disabled, null)]).toEqual(['disabled', 'disabled'])
    expect(whyNotOpen(disabled, 'older')).toBe('wrong_password')
  })

  test('not with a one-time password that is too old; a passkey does not depend on it', () => {
    const late = { ...account, one_time_expired: true }
    expect([whyNotOpen(late, 'hash'), whyNotOpen(late, null)]).toEqual(['one_time_expired', null])
  })

  test('or refused in words that do not tell a stranger whether the login exists', () => {
    expect(loginRefusals.unknown_user).toBe(loginRefusals.wrong_password)
    expect(loginRefusals).toEqual({
      unknown_user: 'auth.invalid_credentials',
      wrong_password: 'auth.invalid_credentials',
      disabled: 'auth.account_disabled',
      one_time_expired: 'auth.one_time_expired',
      wrong_code: 'auth.second_factor_wrong',
      wrong_passkey: 'auth.passkey_wrong',
    })
  })
})

describe('a password typed lately', () => {
  test('is one of the last fifteen minutes', () => {
    expect([0, 900, 900.1].map(whyNotSecrets)).toEqual([null, null, 'auth.reauth_required'])
  })

  test('is wanted to end another session, so that a stolen token locks nobody out, but never to log out', () => {
    const current = (password_age_seconds: number) => ({ session_id: 'mine', password_age_seconds })
    expect(whyNotEndSession(current(86_400), 'mine')).toBeNull()
    expect(whyNotEndSession(current(900), 'another')).toBeNull()
    expect(whyNotEndSession(current(901), 'another')).toBe('auth.reauth_required')
  })
})

describe('adding a way in', () => {
  const why = (second_factor: boolean, password_age_seconds: number, second_factor_age_seconds: number | null) =>
    whyNotAddFactor({ user: { second_factor }, password_age_seconds, second_factor_age_seconds })

  test('wants the password of the last fifteen minutes where there is no factor yet', () => {
    expect([why(false, 900, null), why(false, 901, null)]).toEqual([null, 'auth.reauth_required'])
  })

  test('wants a factor of the last fifteen minutes as well where there is one', () => {
    expect(why(true, 900, 900)).toBeNull()
    expect(why(true, 901, 0)).toBe('auth.second_factor_not_shown')
    expect(why(true, 0, 901)).toBe('auth.second_factor_not_shown')
    expect(why(true, 0, null)).toBe('auth.second_factor_not_shown')
  })
})

const person = (changes: Partial<Asking['user']> = {}, second_factor_age_seconds: number | null = null): Asking => ({
  user: { role: 'admin', must_change_password: false, ...changes },
  second_factor_age_seconds,
})

test('with a one-time password only the own account may be touched, whatever the role', () => {
  const user = person({ must_change_password: true })
  expect(whyNotAllowed(user, 'user.write', 'optional')).toBe('auth.password_change_required')
  expect(whyNotAllowed(user, 'self.manage', 'optional')).toBeNull()
})

describe('a session in which no second factor was given', () => {
  /** Which of all permissions are refused for the lack of it. */
  const missed = (user: Asking, policy: SecondFactorPolicy) =>
    allPermissions.filter((permission) => whyNotAllowed(user, permission, policy) === 'auth.second_factor_needed')
  const allPermissions = z.array(z.custom<Permission>()).parse(Object.keys(permissions))
  const others = (role: Role) => allPermissions.filter((one) => one !== 'self.manage' && may(role, one))

  test.each(roles)('is held back as the policy says: %s', (role) => {
    const user = person({ role })
    expect(missed(user, 'optional')).toEqual([])
    expect(missed(user, 'admins')).toEqual(role === 'admin' ? ['user.write'] : [])
    expect(missed(user, 'everyone')).toEqual(others(role))
  })

  test.each(roles)('is held back by nothing once one was given, however long ago: %s', (role) => {
    const user = person({ role }, 7 * 86_400)
    for (const policy of secondFactorPolicies) expect(missed(user, policy)).toEqual([])
  })

  test('lacks it where the policy asks for it: of everybody, of admins, of nobody', () => {
    const lacking = (policy: SecondFactorPolicy, age: number | null) =>
      roles.filter((role) => lacksSecondFactor(person({ role }, age), policy))
    expect(lacking('everyone', null)).toEqual(roles)
    expect(lacking('admins', null)).toEqual(['admin'])
    expect(lacking('optional', null)).toEqual([])
    for (const policy of secondFactorPolicies) expect(lacking(policy, 0)).toEqual([])
  })

  test('hears first that the role is not enough, then of the factor, then of the password', () => {
    expect(whyNotAllowed(person({ role: 'cashier' }), 'user.write', 'everyone')).toBe('auth.forbidden')
    const stale = { password_age_seconds: 3600 }
    expect(whyNotRegisterSecrets({ ...stale, lacks_second_factor: true })).toBe('auth.second_factor_needed')
    expect(whyNotRegisterSecrets({ ...stale, lacks_second_factor: false })).toBe('auth.reauth_required')
    expect(whyNotRegisterSecrets({ password_age_seconds: 60 })).toBeNull()
  })
})
