import { describe, expect, test } from 'vitest'
import { decrypt, encrypt, UnreadableSecret, type Place } from './encryption.ts'
import type { Key, Keyring } from './keyring.ts'
import { randomSecret } from './random.ts'

const aKey = (kid: string): Key => ({ kid, secret: randomSecret(32) })
const place: Place = { table: 'cash_registers', row: '42', field: 'license_key' }
const keyring: Keyring = [aKey('k1')]
const secret = 'пін-код 1234'
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=.+/ '

/** The reason the secret does not open, or what it opened to. */
function outcomeOf(keys: Keyring, where: Place, envelope: string): string {
  try {
    return `opened: ${decrypt(keys, where, envelope).toString()}`
  } catch (error) {
    return error instanceof UnreadableSecret ? 'refused' : `broke: ${String(error)}`
  }
}

describe('a secret at rest', () => {
  test.each(['', 'x', secret, 'a'.repeat(10_000)])('opens to what it was', (plain) => {
    expect(decrypt(keyring, place, encrypt(keyring, place, plain)).toString()).toBe(plain)
  })

  test('may be bytes that are no text', () => {
    const bytes = randomSecret(64)
    expect(decrypt(keyring, place, encrypt(keyring, place, bytes))).toEqual(bytes)
  })

  test('looks different each time, so that equal secrets cannot be told by their looks', () => {
    const envelopes = Array.from({ length: 100 }, () => encrypt(keyring, place, secret))
    expect(new Set(envelopes).size).toBe(100)
  })

  test('does not open after the change of any single character', () => {
    const envelope = encrypt(keyring, place, secret)
    const opened = envelope.split('').flatMap((character, index) =>
      alphabet.split('').flatMap((other) => {
        if (other === character) return []
        const changed = envelope.slice(0, index) + other + envelope.slice(index + 1)
        const outcome = outcomeOf(keyring, place, changed)
        return outcome === 'refused' ? [] : [`character ${index} as ${other}: ${outcome}`]
      }),
    )
    expect(opened).toEqual([])
  })

  test('does not open when it was cut short or has something added', () => {
    const envelope = encrypt(keyring, place, secret)
    for (let length = 0; length < envelope.length; length += 1) {
      expect(outcomeOf(keyring, place, envelope.slice(0, length))).toBe('refused')
    }
    for (const added of ['.', '.x', 'A', '=', ' ', '\n'])
      expect(outcomeOf(keyring, place, envelope + added)).toBe('refused')
  })

  test('does not open in another table, row or field', () => {
    const envelope = encrypt(keyring, place, secret)
    for (const other of [
      { ...place, table: 'settings' },
      { ...place, row: '43' },
      { ...place, field: 'pin' },
    ]) {
      expect(outcomeOf(keyring, other, envelope)).toBe('refused')
    }
  })

  test('does not open in a place whose names only run together to the same text', () => {
    const envelope = encrypt(keyring, { table: 'settings', row: 'smtp:host', field: 'secret' }, secret)
    expect(outcomeOf(keyring, { table: 'settings', row: 'smtp', field: 'host:secret' }, envelope)).toBe('refused')
  })
})

describe('changing the key', () => {
  const [old] = keyring
  const rotated: Keyring = [aKey('k2'), old]

  test('leaves what the old key wrote readable, and the new key writes', () => {
    expect(decrypt(rotated, place, encrypt(keyring, place, secret)).toString()).toBe(secret)
    expect(encrypt(rotated, place, secret)).toMatch(/^v1\.k2\./)
  })

  test('names the key that is missing and nothing that is secret', () => {
    const envelope = encrypt(keyring, place, secret)
    const attempt = () => decrypt([aKey('k2')], place, envelope)
    expect(attempt).toThrow(UnreadableSecret)
    expect(attempt).toThrow(
      'Не вдалося розшифрувати cash_registers.license_key (42): немає ключа «k1» у KASYR_ENCRYPTION_KEYS',
    )
  })

  test('does not let one key answer for another', () => {
    const envelope = encrypt(keyring, place, secret)
    expect(outcomeOf([{ kid: 'k1', secret: randomSecret(32) }], place, envelope)).toBe('refused')
    const sameSecret: Keyring = [old, { kid: 'k9', secret: old.secret }]
    expect(outcomeOf(sameSecret, place, envelope.replace('v1.k1.', 'v1.k9.'))).toBe('refused')
  })
})
