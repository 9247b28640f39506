import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { may, permissions, roles, type Permission, type Role } from '#/contract/permissions.ts'
import { secondFactorPolicies, type SecondFactorPolicy } from '#/contract/second-factor.ts'
import {
  agentFamily,
  refreshVerdict,
  waitSeconds,
  whyNotAllowed,
  whyNotRegisterSecrets,
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
    ['and not too late', { seconds_since_rotation: 121, generation_seen: false }, 'revoke'],
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

test('five slips are free, then each failure doubles the wait up to five minutes', () => {
  expect([0, 4, 5, 6, 7, 13, 14, 100].map((failures) => waitSeconds(failures, 0))).toEqual([
    0, 0, 1, 2, 4, 256, 300, 300,
  ])
  expect(waitSeconds(8, 3.5)).toBe(5)
  expect(waitSeconds(8, 8)).toBe(0)
})

const person = (changes: Partial<Asking> = {}): Asking => ({
  role: 'admin',
  must_change_password: false,
  second_factor: false,
  ...changes,
})

test('with a one-time password only the own account may be touched, whatever the role', () => {
  const user = person({ must_change_password: true })
  expect(whyNotAllowed(user, 'user.write', 'optional')).toBe('auth.password_change_required')
  expect(whyNotAllowed(user, 'self.manage', 'optional')).toBeNull()
})

describe('a person without a second factor', () => {
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

  test.each(roles)('is held back by nothing once there is one: %s', (role) => {
    const user = person({ role, second_factor: true })
    for (const policy of secondFactorPolicies) expect(missed(user, policy)).toEqual([])
  })

  test('hears first that the role is not enough, then of the factor, then of the password', () => {
    expect(whyNotAllowed(person({ role: 'cashier' }), 'user.write', 'everyone')).toBe('auth.forbidden')
    const stale = { password_age_seconds: 3600 }
    expect(whyNotRegisterSecrets({ ...stale, lacks_second_factor: true })).toBe('auth.second_factor_needed')
    expect(whyNotRegisterSecrets({ ...stale, lacks_second_factor: false })).toBe('auth.reauth_required')
    expect(whyNotRegisterSecrets({ password_age_seconds: 60 })).toBeNull()
  })
})
