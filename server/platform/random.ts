import { randomBytes, randomInt, randomUUIDv7 } from 'node:crypto'

/** Ids grow with time, so that rows made together lie together in the index. */
export const newId = (): string => randomUUIDv7()

export const randomSecret = (bytes = 32): Buffer => randomBytes(bytes)

/** From 0 to 1, for what must not all happen at the same moment. */
export const randomFraction = (): number => randomBytes(4).readUInt32BE() / 2 ** 32

/** Without 0/o, 1/l/i: a person copies this by hand. */
const readable = 'abcdefghjkmnpqrstuvwxyz23456789'

/** Four groups of five: about 99 bits. */
export function readablePassword(): string {
  const letters = Array.from({ length: 20 }, () => readable[randomInt(readable.length)])
  return [0, 5, 10, 15].map((start) => letters.slice(start, start + 5).join('')).join('-')
}
