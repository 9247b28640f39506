import { createHmac, createSecretKey, type Hmac, type KeyObject } from 'node:crypto'
import { configure } from 'safe-stable-stringify'

const keyObjects = new WeakMap<Buffer, KeyObject>()

/** Made once for each secret: Node.js takes longer to make one than to sign with it. */
function keyObjectOf(secret: Buffer): KeyObject {
  const known = keyObjects.get(secret) ?? createSecretKey(secret)
  keyObjects.set(secret, known)
  return known
}

export const hmac = (secret: Buffer, text: string): Hmac => createHmac('sha256', keyObjectOf(secret)).update(text)

/** jsonb does not keep the order of keys, so one order is fixed. */
export const stringify = configure({ deterministic: true, bigint: false, strict: true })
