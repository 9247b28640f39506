/**
 * A value as it will be sent. A Map is an object whose keys may be anything (`__proto__` too); `raw` is JSON text that
 * JSON.stringify cannot make (1e309, -0); `known` is something that exists (an own login, a live id) and is looked up
 * only at the moment of sending, so that a seed makes the same cases whatever ids the database gave out.
 */
export type SentValue =
  | string
  | number
  | boolean
  | null
  | readonly SentValue[]
  | Map<string, SentValue>
  | { raw: string }
  | { known: string }

/** A credential is an object and a sum a number, so what is looked up is JSON already. */
const isJson: ReadonlySet<string> = new Set(['credential', 'control', 'fiscal'])

export type Lookup = (name: string) => string

export function toJson(value: SentValue, lookup: Lookup): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (value instanceof Map) {
    return `{${[...value].map(([key, inner]) => `${JSON.stringify(key)}:${toJson(inner, lookup)}`).join(',')}}`
  }
  if ('raw' in value) return value.raw
  if ('known' in value) return isJson.has(value.known) ? lookup(value.known) : JSON.stringify(lookup(value.known))
  return `[${value.map((inner) => toJson(inner, lookup)).join(',')}]`
}

/** As it stands in a path, a query or a header: text is not quoted there. */
export function toText(value: SentValue, lookup: Lookup): string {
  if (typeof value === 'string') return value
  if (value !== null && typeof value === 'object' && 'known' in value) return lookup(value.known)
  return toJson(value, lookup)
}
