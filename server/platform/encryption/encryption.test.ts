import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { givenKeys, type EncryptionKeys } from './encryption-keys.ts'
import { decrypt, encrypt, UnreadableSecret, type Place } from './encryption.ts'
import type { Key } from './keyring.ts'
import { randomSecret } from '../random.ts'

const aKey = (kid: string): Key => ({ kid, secret: randomSecret(32) })
const place: Place = { table: 'cash_registers', row: '42', field: 'license_key' }
const old = aKey('k1')
const keys = givenKeys([old])
const secret = 'пін-код 1234'
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=.+/ '

/** The reason the secret does not open, or what it opened to. */
function outcomeOf(keys: EncryptionKeys, where: Place, envelope: string): string {
  try {
    return `opened: ${decrypt(keys, where, envelope).toString()}`
  } catch (error) {
    return error instanceof UnreadableSecret ? 'refused' : `broke: ${String(error)}`
  }
}

describe('a secret at rest', () => {
  test.each(['', 'x', secret, 'a'.repeat(10_000)])('opens to what it was', (plain) => {
    expect(decrypt(keys, place, encrypt(keys, place, plain)).toString()).toBe(plain)
  })

  test('may be bytes that are no text', () => {
    const bytes = randomSecret(64)
    expect(decrypt(keys, place, encrypt(keys, place, bytes))).toEqual(bytes)
  })

  test('looks different each time, so that equal secrets cannot be told by their looks', () => {
    const envelopes = Array.from({ length: 100 }, () => encrypt(keys, place, secret))
    expect(new Set(envelopes).size).toBe(100)
  })

  test('does not open after the change of any single character', () => {
    const envelope = encrypt(keys, place, secret)
    const opened = envelope.split('').flatMap((character, index) =>
      alphabet.split('').flatMap((other) => {
        if (other === character) return []
        const changed = envelope.slice(0, index) + other + envelope.slice(index + 1)
        const outcome = outcomeOf(keys, place, changed)
        return outcome === 'refused' ? [] : [`character ${index} as ${other}: ${outcome}`]
      }),
    )
    expect(opened).toEqual([])
  })

  test('does not open after the change of any single bit of it, and says why without a word of it', () => {
    const change = fc.record({ plain: fc.string({ maxLength: 40 }), part: fc.nat({ max: 4 }), bit: fc.nat() })
    fc.assert(
      fc.property(change, ({ plain, part, bit }) => {
        const parts = encrypt(keys, place, plain).split('.')
        // The first two are text, the others bytes in Base64.
        const spelling = part < 2 ? 'latin1' : 'base64url'
        const bytes = Buffer.from(parts[part] ?? '', spelling)
        fc.pre(bytes.length > 0)
        const at = bit % (bytes.length * 8)
        bytes.writeUInt8(bytes.readUInt8(at >> 3) ^ (1 << (at & 7)), at >> 3)
        const changed = parts.with(part, bytes.toString(spelling)).join('.')
        expect(() => decrypt(keys, place, changed)).toThrow(UnreadableSecret)
        expect(() => decrypt(keys, place, changed)).toThrow(
          /^Не вдалося розшифрувати cash_registers\.license_key \(42\): (дані пошкоджено або перенесено з іншого місця|невідомий формат|немає ключа «[\w-]+» у KASYR_ENCRYPTION_KEYS)$/,
        )
      }),
      { numRuns: 2_000 },
    )
  })

  test('does not open when it was cut short or has something added', () => {
    const envelope = encrypt(keys, place, secret)
    for (let length = 0; length < envelope.length; length += 1) {
      expect(outcomeOf(keys, place, envelope.slice(0, length))).toBe('refused')
    }
    for (const added of ['.', '.x', 'A', '=', ' ', '\n'])
      expect(outcomeOf(keys, place, envelope + added)).toBe('refused')
  })

  test('does not open in another table, row or field', () => {
    const envelope = encrypt(keys, place, secret)
    for (const other of [
      { ...place, table: 'settings' },
      { ...place, row: '43' },
      { ...place, field: 'pin' },
    ]) {
      expect(outcomeOf(keys, other, envelope)).toBe('refused')
    }
  })

  test('does not open where another secret of the same register was', () => {
    const fields = ['license_key', 'pin', 'carrier_key'].map((field) => ({ table: 'cash_registers', row: '42', field }))
    for (const from of fields) {
      const envelope = encrypt(keys, from, secret)
      expect(fields.filter((to) => outcomeOf(keys, to, envelope) !== 'refused')).toEqual([from])
    }
  })

  test('does not open in a place whose names only run together to the same text', () => {
    const envelope = encrypt(keys, { table: 'settings', row: 'smtp:host', field: 'secret' }, secret)
    expect(outcomeOf(keys, { table: 'settings', row: 'smtp', field: 'host:secret' }, envelope)).toBe('refused')
  })
})

describe('changing the key', () => {
  const rotated = givenKeys([aKey('k2'), old])

  test('leaves what the old key wrote readable, and the new key writes', () => {
    expect(decrypt(rotated, place, encrypt(keys, place, secret)).toString()).toBe(secret)
    expect(encrypt(rotated, place, secret)).toMatch(/^v1\.k2\./)
  })

  test('names the key that is missing and nothing that is secret', () => {
    const envelope = encrypt(keys, place, secret)
    const attempt = () => decrypt(givenKeys([aKey('k2')]), place, envelope)
    expect(attempt).toThrow(UnreadableSecret)
    expect(attempt).toThrow(
      'Не вдалося розшифрувати cash_registers.license_key (42): немає ключа «k1» у KASYR_ENCRYPTION_KEYS',
    )
  })

  test('does not tell what stands where a key id should: it may be a secret that was never sealed', () => {
    for (const open of [
      'v1.таємниця.a.b.c',
      'v1.my secret.a.b.c',
      'secret',
      'v1.secret.a',
      `v1.${'s'.repeat(33)}.a.b.c`,
    ])
      expect(() => decrypt(keys, place, open)).toThrow(/\(42\): невідомий формат$/)
  })

  test('does not let one key answer for another', () => {
    const envelope = encrypt(keys, place, secret)
    expect(outcomeOf(givenKeys([aKey('k1')]), place, envelope)).toBe('refused')
    const sameSecret = givenKeys([old, { kid: 'k9', secret: old.secret }])
    expect(outcomeOf(sameSecret, place, envelope.replace('v1.k1.', 'v1.k9.'))).toBe('refused')
  })
})
