import { randomBytes, randomInt, randomUUIDv7 } from 'node:crypto'

/** Ids grow with time, so that rows made together lie together in the index. */
export const newId = (): string => randomUUIDv7()

export const randomSecret = (bytes = 32): Buffer => randomBytes(bytes)

/** From 0 to 1, for what must not all happen at the same moment. */
export const randomFraction = (): number => randomBytes(4).readUInt32BE() / 2 ** 32

/** Without 0/o, 1/l/i: a person copies this by hand. */
const readable = 'abcdefghjkmnpqrstuvwxyz23456789'

const readableLetters = (count: number): string =>
  Array.from({ length: count }, () => readable[randomInt(readable.length)]).join('')

/** Groups of letters with a dash between; each letter has almost five bits. */
export const readableGroups = (groups: number, letters: number): string =>
  Array.from({ length: groups }, () => readableLetters(letters)).join('-')

/** Whether it could be such a group. */
export const isReadable = (text: string): boolean => Array.from(text).every((letter) => readable.includes(letter))

/** About 99 bits. */
export const readablePassword = (): string => readableGroups(4, 5)
