import { describe, expect, test } from 'vitest'
import type { User } from '#/contract/auth.ts'
import { changesOf, changesPower, createsAdmin, whyNotEdit } from './rules.ts'

const admin: User = {
  id: '01900000-0000-7000-8000-000000000001',
  login: 'olena',
  name: 'Олена',
  role: 'admin',
  disabled: false,
  must_change_password: false,
  second_factor: true,
  created_at: '2026-03-09T07:05:00.000Z',
}
const cashier: User = { ...admin, role: 'cashier' }
const disabled: User = { ...admin, disabled: true }

describe('the last admin', () => {
  test.each([
    ['gets another role', { role: 'cashier' }],
    ['is locked out', { disabled: true }],
    ['gets another role and is locked out', { role: 'auditor', disabled: true }],
  ] as const)('never %s', (_what, request) => {
    expect(whyNotEdit(admin, request, 1)).toBe('user.last_admin')
    expect(whyNotEdit(admin, request, 2)).toBeNull()
  })

  test.each([
    ['another name', admin, { name: 'Оля' }],
    ['the same role again', admin, { role: 'admin' }],
    ['to stay let in', admin, { disabled: false }],
  ] as const)('may be given %s', (_what, user, request) => {
    expect(whyNotEdit(user, request, 1)).toBeNull()
  })

  test('is not meant when a cashier or a disabled admin is changed', () => {
    expect(whyNotEdit(cashier, { disabled: true }, 1)).toBeNull()
    expect(whyNotEdit(disabled, { role: 'cashier' }, 1)).toBeNull()
  })
})

test('making an admin wants a password typed lately, making others does not', () => {
  expect((['admin', 'cashier', 'auditor'] as const).filter((role) => createsAdmin({ role }))).toEqual(['admin'])
})

test.each([
  ['another role', cashier, { role: 'auditor' }, true],
  ['the role that it has', cashier, { role: 'cashier' }, false],
  ['an admin locked out', admin, { disabled: true }, true],
  ['a disabled admin let in', disabled, { disabled: false }, true],
  ['an admin who stays let in', admin, { disabled: false }, false],
  ['a cashier locked out', cashier, { disabled: true }, false],
  ['another name of an admin', admin, { name: 'Оля' }, false],
] as const)('%s changes who has power: it wants a password typed lately if so', (_what, user, request, expected) => {
  expect(changesPower(user, request)).toBe(expected)
})

test('the audit entry names exactly what changed, before and after', () => {
  expect(changesOf(admin, { name: 'Оля', role: 'cashier', disabled: true })).toEqual({
    name: { before: 'Олена', after: 'Оля' },
    role: { before: 'admin', after: 'cashier' },
    disabled: { before: false, after: true },
  })
  expect(changesOf(admin, { name: 'Олена', role: 'admin', disabled: false })).toEqual({})
  expect(changesOf(admin, {})).toEqual({})
})
