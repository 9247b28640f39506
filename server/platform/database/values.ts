import { types } from 'pg'

/** PostgreSQL's numbers for the two types it would otherwise hand out in its own spelling. */
const timestamptz = 1184
const int8 = 20

/** Rows come out as they go into JSON: instants as ISO strings with Z, whole numbers as numbers. */
export function readerOfType(oid: number): (text: string) => unknown {
  if (oid === timestamptz) return toInstant
  if (oid === int8) return toSafeInteger
  return types.getTypeParser(oid, 'text')
}

/** '2026-03-09 07:05:00.123456+00' → '2026-03-09T07:05:00.123Z'; every session is in UTC. */
export function toInstant(text: string): string {
  const fraction = text
    .slice(20, text.length - 3)
    .padEnd(3, '0')
    .slice(0, 3)
  return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`
}

function toSafeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 out of range: ${text}`)
  return value
}
