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

/** A value as PostgreSQL takes it for a parameter. An object goes in as JSON, an array as an array. */
export function toParameter(value: unknown): string | Buffer | null {
  if (typeof value === 'string') return value
  if (value === null || value === undefined) return null
  if (ArrayBuffer.isView(value)) return Buffer.from(value.buffer, value.byteOffset, value.byteLength)
  if (Array.isArray(value)) return toArray(value)
  if (value instanceof Date) return value.toISOString()
  if (typeof value === 'number' || typeof value === 'bigint' || typeof value === 'boolean') return String(value)
  if (typeof value === 'object') return JSON.stringify(value)
  throw new TypeError(`a ${typeof value} is no value for PostgreSQL`)
}

const toArray = (values: readonly unknown[]): string => `{${Array.from(values, toElement).join()}}`

function toElement(value: unknown): string {
  if (Array.isArray(value)) return toArray(value)
  const text = toParameter(value)
  if (text === null) return 'NULL'
  if (typeof text !== 'string') return `"\\\\x${text.toString('hex')}"`
  return `"${text.replaceAll(/["\\]/g, '\\$&')}"`
}
