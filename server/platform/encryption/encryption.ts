import { createCipheriv, createDecipheriv } from 'node:crypto'
import type { EncryptionKeys } from './encryption-keys.ts'
import { Explained } from '../explained.ts'
import { isKid } from './keyring.ts'
import { randomSecret } from '../random.ts'

/**
 * Secrets at rest: AES-256-GCM in the envelope `version.kid.nonce.ciphertext.tag`. The place (table, row, field) and
 * the key id are authenticated with it, so a ciphertext moved to another row or field does not open.
 */
export interface Place {
  table: string
  row: string
  field: string
}

export class UnreadableSecret extends Explained {
  constructor(place: Place, reason: string) {
    super(`Не вдалося розшифрувати ${place.table}.${place.field} (${place.row}): ${reason}`)
    this.name = 'UnreadableSecret'
  }
}

const version = 'v1'

export function encrypt(keys: EncryptionKeys, place: Place, plain: string | Buffer): string {
  const { kid, secret } = keys.writing()
  const nonce = randomSecret(12)
  const cipher = createCipheriv('aes-256-gcm', secret, nonce).setAAD(boundTo(place, kid))
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()])
  return [version, kid, ...[nonce, ciphertext, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join('.')
}

export function decrypt(keys: EncryptionKeys, place: Place, envelope: string): Buffer {
  const kid = kidOf(envelope)
  if (kid === null) throw new UnreadableSecret(place, 'невідомий формат')
  const [, , nonce = '', ciphertext = '', tag = ''] = envelope.split('.')
  const key = keys.find(kid)
  if (!key) throw new UnreadableSecret(place, `немає ключа «${kid}» ${whereKeysAre[keys.source]}`)
  try {
    const decipher = createDecipheriv('aes-256-gcm', key.secret, decoded(nonce), { authTagLength: 16 })
      .setAAD(boundTo(place, kid))
      .setAuthTag(decoded(tag))
    return Buffer.concat([decipher.update(decoded(ciphertext)), decipher.final()])
  } catch {
    throw new UnreadableSecret(place, 'дані пошкоджено або перенесено з іншого місця')
  }
}

/** The key an envelope names, or null for what is no envelope of ours and may hold anything. */
export function kidOf(envelope: string): string | null {
  const [found, kid = '', ...rest] = envelope.split('.')
  return found === version && isKid(kid) && rest.length === 3 ? kid : null
}

const whereKeysAre = { environment: 'у KASYR_ENCRYPTION_KEYS', file: 'у файлі ключів' } as const

/** JSON keeps the names apart, whatever letters they have. */
const boundTo = ({ table, row, field }: Place, kid: string): Buffer =>
  Buffer.from(JSON.stringify([version, table, row, field, kid]))

/** Node passes over what is not Base64; here only the one spelling that we write counts. */
function decoded(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.toString('base64url') !== text) throw new Error('not canonical')
  return bytes
}
