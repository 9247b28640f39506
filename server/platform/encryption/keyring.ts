import { Explained } from '../explained.ts'
import { closePrivateFile, readOrCreatePrivateFile, readPrivateFile, replacePrivateFile } from '../private-file.ts'
import { randomSecret } from '../random.ts'

/** One secret key of 32 bytes and the name by which stored data refers to it. */
export interface Key {
  kid: string
  secret: Buffer
}

/** The first key writes or signs, all of them read or verify. */
export type Keyring = readonly [Key, ...Key[]]

export const isKid = (text: string): boolean => /^[A-Za-z0-9_-]{1,32}$/.test(text)

/** Reads `kid:base64,kid:base64`. Returns the reason (never the value) when it cannot be read. */
export function parseKeyring(text: string): Keyring | { problem: string } {
  const keys: Key[] = []
  for (const part of text.split(',').map((piece) => piece.trim())) {
    const [kid = '', encoded, ...rest] = part.split(':')
    // Without a colon the whole part may be the key, which must not be shown as if it were a name.
    if (!isKid(kid) || encoded === undefined || rest.length > 0) {
      return { problem: 'очікується kid:base64, де kid — до 32 латинських літер, цифр, «-» чи «_»' }
    }
    // Node passes over what is not Base64, and a key with a typing error would then be another key.
    const secret = /^[A-Za-z0-9+/_-]+={0,2}$/.test(encoded) ? Buffer.from(encoded, 'base64') : Buffer.alloc(0)
    if (secret.length !== 32)
      return { problem: `ключ «${kid}» має бути рівно 32 байти в Base64 (openssl rand -base64 32)` }
    if (secret.every((byte) => byte === secret[0])) return { problem: `ключ «${kid}» не випадковий` }
    if (keys.some((key) => key.kid === kid)) return { problem: `ключ «${kid}» вказано двічі` }
    keys.push({ kid, secret })
  }
  const [first, ...others] = keys
  return first ? [first, ...others] : { problem: 'не вказано жодного ключа' }
}

/** Chance and not the time: two keys made within a minute need two names. */
export const newKey = (): Key => ({ kid: `k${randomSecret(5).toString('hex')}`, secret: randomSecret(32) })

/** Reads the keyring of a file, making one on the first start. Two processes starting at once end with the same key. */
export function loadOrCreateKeyring(path: string): Keyring {
  closePrivateFile(path)
  return requireKeyring(
    path,
    readOrCreatePrivateFile(path, () => toText([newKey()])),
  )
}

/** Reads it again while running. A file that is gone is an error then: a fresh key in its place would hide the loss. */
export const rereadKeyring = (path: string): Keyring => requireKeyring(path, readPrivateFile(path))

export const replaceKeyring = (path: string, keyring: Keyring): void => replacePrivateFile(path, toText(keyring))

/** As it stands in a file. */
export const toText = (keyring: Keyring): string =>
  `${keyring.map(({ kid, secret }) => `${kid}:${secret.toString('base64')}`).join(',')}\n`

function requireKeyring(path: string, text: string | undefined): Keyring {
  const keyring = text === undefined ? { problem: 'його немає' } : parseKeyring(text.trim())
  if ('problem' in keyring) throw new Explained(`Файл ключів ${path}: ${keyring.problem}.`)
  return keyring
}
