import { describe, expect, test } from 'vitest'
import { macOf, type ProtectedEntry } from './entry.ts'
import { linkOf, type Seal } from './seal.ts'

const secret = Buffer.alloc(32, 7)
const entry: ProtectedEntry = {
  id: 'a',
  at: '2026-03-09T08:00:00.000Z',
  actor_id: null,
  actor_login: null,
  action: 'user.edited',
  subject_type: 'user',
  subject_id: 'n1',
  details: { changes: {}, b: 1 },
  address: null,
  version: 2,
  number: 17,
  key_id: null,
}
const hex = (mac: Buffer): string => mac.toString('hex')

describe('what is bound by the keys of the log', () => {
  test.each<[string, Partial<ProtectedEntry>]>([
    ['id', { id: 'b' }],
    ['time', { at: '2026-03-09T08:00:00.001Z' }],
    ['actor', { actor_id: 'x' }],
    ['login', { actor_login: '' }],
    ['action', { action: 'user.created' }],
    ['kind of subject', { subject_type: 'session' }],
    ['subject', { subject_id: 'n2' }],
    ['details', { details: { changes: {}, b: 2 } }],
    ['address', { address: '::1' }],
    ['version', { version: 3 }],
    ['number', { number: 18 }],
    ['key', { key_id: 'k1' }],
  ])('an entry with another %s has another hash', (_field, change) => {
    expect(hex(macOf(secret, { ...entry, ...change }))).not.toBe(hex(macOf(secret, entry)))
  })

  test('the order of keys in the details does not matter: jsonb does not keep it', () => {
    expect(hex(macOf(secret, { ...entry, details: { b: 1, changes: {} } }))).toBe(hex(macOf(secret, entry)))
  })

  const seal: Seal = { seq: 5, entry_id: 'a', version: 2, key_id: null }
  const sealed = { number: 17, key_id: null, mac: Buffer.alloc(32, 1) }
  const previous = Buffer.alloc(32, 2)
  test.each<[string, Partial<Seal>, Partial<typeof sealed>, Buffer]>([
    ['place', { seq: 6 }, {}, previous],
    ['entry', { entry_id: 'b' }, {}, previous],
    ['version', { version: 3 }, {}, previous],
    ['key', { key_id: 'k1' }, {}, previous],
    ['number of the entry', {}, { number: 18 }, previous],
    ['hash of the entry', {}, { mac: Buffer.alloc(32, 3) }, previous],
    ['seal before it', {}, {}, Buffer.alloc(32, 4)],
  ])('a seal with another %s has another hash', (_field, change, ofEntry, before) => {
    const other = linkOf(secret, before, { ...seal, ...change }, { ...sealed, ...ofEntry })
    expect(hex(other)).not.toBe(hex(linkOf(secret, previous, seal, sealed)))
  })
})
