import { describe, expect, test } from 'vitest'
import { may, permissions, roles, type Permission } from './permissions.ts'

const names = Object.keys(permissions).filter((name): name is Permission => name in permissions)

describe.each(names)('the permission %s', (name) => {
  test('is named after a thing and what is done to it, and every role stands in it once at most', () => {
    expect(name).toMatch(/^[a-z_]+\.[a-z_]+$/)
    expect(new Set(permissions[name]).size).toBe(permissions[name].length)
    for (const role of permissions[name]) expect(roles).toContain(role)
  })

  test('is given to the admin', () => {
    expect(may('admin', name)).toBe(true)
  })
})

test('an auditor may read, mind the own account, and nothing else', () => {
  const given = names.filter((name) => may('auditor', name))
  expect(given.filter((name) => !name.endsWith('.read') && name !== 'self.manage')).toEqual([])
})

test('a cashier has nothing to do with users and the audit log', () => {
  const given = names.filter((name) => may('cashier', name))
  expect(given.filter((name) => /^(user|audit)\./.test(name))).toEqual([])
})

test('everybody may mind the own account', () => {
  for (const role of roles) expect(may(role, 'self.manage')).toBe(true)
})

test.each([
  ['user.write', ['admin']],
  ['user.read', ['admin', 'auditor']],
  ['audit.read', ['admin', 'auditor']],
  ['event.read', ['admin', 'cashier', 'auditor']],
] as const)('%s is for %j alone', (name, expected) => {
  expect(roles.filter((role) => may(role, name))).toEqual(expected)
})
