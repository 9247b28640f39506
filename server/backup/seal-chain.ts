import { createHmac, hkdfSync } from 'node:crypto'
import type { Key } from '../platform/encryption/keyring.ts'

/**
 * The seal of each entry is keyed and covers its name, its content and the seal before: an entry that was changed, added,
 * taken out, moved or brought from another backup breaks the chain where it stands, before anything in it is used.
 */
export function startChain(key: Key): (name: string, content: Buffer) => string {
  const secret = Buffer.from(hkdfSync('sha256', key.secret, '', 'kasyr backup seals, format 2', 32))
  let before = Buffer.alloc(32)
  return (name, content) => {
    const length = Buffer.from(`${Buffer.byteLength(name)}:${name}:${content.length}:`)
    before = createHmac('sha256', secret).update(before).update(length).update(content).digest()
    return before.toString('hex')
  }
}
