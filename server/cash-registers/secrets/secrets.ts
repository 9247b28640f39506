import { z } from 'zod'
import type { App } from '#/server/app.ts'
import { decrypt, encrypt, UnreadableSecret, type Place } from '#/server/platform/encryption/encryption.ts'

/** What opens a register at the provider and at the carrier. In the table they are sealed for their row and column. */
export const secretFields = ['license_key', 'pin', 'carrier_key'] as const
export type SecretField = (typeof secretFields)[number]

type Keys = Pick<App, 'encryption_keys'>

/** `missing`: none is kept. `unreadable`: it was changed or moved, or its key is gone; then it is as good as lost. */
export type OpenedSecret = { ok: true; secret: string } | { ok: false; reason: 'missing' | 'unreadable' }

const placeOf = (row: string, field: SecretField | 'carrier_phones'): Place => ({ table: 'cash_registers', row, field })

export const sealSecret = ({ encryption_keys }: Keys, id: string, field: SecretField, secret: string): string =>
  encrypt(encryption_keys, placeOf(id, field), secret)

export function openSecret(
  { encryption_keys }: Keys,
  register: { id: string } & Partial<Record<SecretField, string | null>>,
  field: SecretField,
): OpenedSecret {
  const envelope = register[field] ?? null
  if (envelope === null) return { ok: false, reason: 'missing' }
  try {
    return { ok: true, secret: decrypt(encryption_keys, placeOf(register.id, field), envelope).toString() }
  } catch (error) {
    if (error instanceof UnreadableSecret) return { ok: false, reason: 'unreadable' }
    throw error
  }
}

export type OpenedSecrets = Record<SecretField, OpenedSecret>

export const openSecrets = (
  app: Keys,
  register: { id: string } & Record<SecretField, string | null>,
): OpenedSecrets => ({
  license_key: openSecret(app, register, 'license_key'),
  pin: openSecret(app, register, 'pin'),
  carrier_key: openSecret(app, register, 'carrier_key'),
})

/** The same secrets, whichever key they are sealed with now. */
export const areSameSecrets = (one: OpenedSecrets, other: OpenedSecrets): boolean =>
  secretFields.every((field) => textOf(one[field]) === textOf(other[field]))

const textOf = (opened: OpenedSecret): string | null => (opened.ok ? opened.secret : null)

/** Whose phones belong to a carrier key is personal data, and sealed like the key. */
export const sealPhones = ({ encryption_keys }: Keys, id: string, phones: readonly string[]): string =>
  encrypt(encryption_keys, placeOf(id, 'carrier_phones'), JSON.stringify(phones))

const Phones = z.array(z.string())

/** null: the carrier has not sent them under this key, or they cannot be opened; then it has to be asked. */
export function openPhones({ encryption_keys }: Keys, id: string, envelope: string | null): string[] | null {
  if (envelope === null) return null
  try {
    return Phones.parse(JSON.parse(decrypt(encryption_keys, placeOf(id, 'carrier_phones'), envelope).toString()))
  } catch (error) {
    if (error instanceof UnreadableSecret) return null
    throw error
  }
}
