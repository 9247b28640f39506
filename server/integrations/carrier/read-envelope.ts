import { fieldOf, isRecord, readCode, readFlag, readList, readText } from './read-fields.ts'

/** The carrier's envelope; `errors`, `errorCodes` and `warnings` come as lists, objects, or lists of objects. */
export interface Envelope {
  success: boolean
  records: unknown[]
  errors: string[]
  codes: string[]
  warnings: string[]
  /** How many records there are on all pages; null: not said. */
  total: number | null
}

/** null: nothing of the kind. Every part but one may be missing in a failure. */
export function readEnvelope(json: unknown): Envelope | null {
  const parts = ['success', 'data', 'errors', 'errorCodes']
  if (!isRecord(json) || !parts.some((name) => Object.hasOwn(json, name))) return null
  const data = fieldOf(json, 'data')
  return {
    success: readFlag(fieldOf(json, 'success')),
    // An object under its own names is one record, not a list of its values.
    records: isRecord(data) && !Object.keys(data).every((key) => /^\d+$/.test(key)) ? [data] : readList(data),
    errors: readTexts(fieldOf(json, 'errors')),
    codes: readTexts(fieldOf(json, 'errorCodes')),
    warnings: readTexts(fieldOf(json, 'warnings')),
    total: readCode(fieldOf(fieldOf(json, 'info'), 'totalCount')),
  }
}

/** So many say what is wrong; a longer list, or a deeper one, is no list of errors. */
const mostTexts = 200
const deepest = 4

/** `{"ID_2045…":"text"}` speaks of one parcel: its name goes with the text. */
function readTexts(value: unknown, depth = 0, name = ''): string[] {
  if (depth > deepest) return []
  if (Array.isArray(value)) return value.slice(0, mostTexts).flatMap((one) => readTexts(one, depth + 1, name))
  if (isRecord(value))
    return Object.entries(value)
      .slice(0, mostTexts)
      .flatMap(([key, one]) => readTexts(one, depth + 1, key.startsWith('ID_') ? `${key}: ` : name))
  const text = readText(value)
  return text === '' ? [] : [name + text]
}
