import { createCipheriv, createDecipheriv } from 'node:crypto'
import { Explained } from './explained.ts'
import type { Keyring } from './keyring.ts'
import { randomSecret } from './random.ts'

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

export function encrypt(keyring: Keyring, place: Place, plain: string | Buffer): string {
  const [{ kid, secret }] = keyring
  const nonce = randomSecret(12)
  const cipher = createCipheriv('aes-256-gcm', secret, nonce).setAAD(boundTo(place, kid))
  const ciphertext = Buffer.concat([cipher.update(plain), cipher.final()])
  return [version, kid, ...[nonce, ciphertext, cipher.getAuthTag()].map((part) => part.toString('base64url'))].join('.')
}

export function decrypt(keyring: Keyring, place: Place, envelope: string): Buffer {
  const [found, kid = '', nonce = '', ciphertext = '', tag = '', ...rest] = envelope.split('.')
  if (found !== version || rest.length > 0) throw new UnreadableSecret(place, 'невідомий формат')
  const key = keyring.find((candidate) => candidate.kid === kid)
  if (!key) throw new UnreadableSecret(place, `немає ключа «${kid}» у KASYR_ENCRYPTION_KEYS`)
  try {
    const decipher = createDecipheriv('aes-256-gcm', key.secret, decoded(nonce), { authTagLength: 16 })
      .setAAD(boundTo(place, kid))
      .setAuthTag(decoded(tag))
    return Buffer.concat([decipher.update(decoded(ciphertext)), decipher.final()])
  } catch {
    throw new UnreadableSecret(place, 'дані пошкоджено або перенесено з іншого місця')
  }
}

/** JSON keeps the names apart, whatever letters they have. */
const boundTo = ({ table, row, field }: Place, kid: string): Buffer =>
  Buffer.from(JSON.stringify([version, table, row, field, kid]))

/** Node passes over what is not Base64; here only the one spelling that we write counts. */
function decoded(text: string): Buffer {
  const bytes = Buffer.from(text, 'base64url')
  if (bytes.toString('base64url') !== text) throw new Error('not canonical')
  return bytes
}
