import fc from 'fast-check'
import { hostileNumber, hostileText, unknownNames, wrongTypes } from './hostile.ts'
import { resolve, type Document, type Schema } from './operations.ts'
import type { SentValue } from './sent-value.ts'

type Values = fc.Arbitrary<SentValue>

/** Fields whose right value cannot be guessed: it must be one that exists. */
export const knownFields: readonly string[] = [
  'label',
  'login',
  'password',
  'current_password',
  'refresh_token',
  'cursor',
  'order_id',
  'provider_id',
  'code',
  'challenge_id',
  'credential',
  'control',
  'fiscal',
]

/** Values that fit the schema. */
export function fitting(document: Document, given: Schema, field = ''): Values {
  const schema = resolve(document, given)
  if (knownFields.includes(field)) {
    return fc.oneof({ weight: 3, arbitrary: fc.constant({ known: field }) }, fitting(document, schema))
  }
  // Of an order that has just come: a made-up one is hardly ever right.
  if (field === 'version')
    return fc.oneof({ weight: 4, arbitrary: fc.constant(1) }, fittingType(document, 'integer', schema))
  if (schema.const !== undefined) return fc.constant(asSent(schema.const))
  if (schema.enum) return fc.constantFrom(...schema.enum.map(asSent))
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((choice) => fitting(document, choice)))
  if (schema.type === undefined) return fc.oneof(fc.string(), fc.integer(), fc.boolean())
  return fc.oneof(...[schema.type].flat().map((type) => fittingType(document, type, schema)))
}

function fittingType(document: Document, type: string, schema: Schema): Values {
  switch (type) {
    case 'null':
      return fc.constant(null)
    case 'boolean':
      return fc.boolean()
    case 'integer':
    case 'number':
      return fc.integer(boundsOf(schema))
    case 'string':
      return fittingText(schema)
    case 'array': {
      const { items = {}, minItems = 0, maxItems = minItems + 3 } = schema
      return fc.array(fitting(document, items), { minLength: minItems, maxLength: Math.min(maxItems, minItems + 3) })
    }
    case 'object':
      return fittingObject(document, schema)
    default:
      throw new Error(`no values for type ${type}`)
  }
}

function fittingObject(document: Document, { properties = {}, required = [] }: Schema): Values {
  const fields = Object.entries(properties).map(([name, schema]) => {
    const value = fitting(document, schema, name)
    return fc.tuple(fc.constant(name), required.includes(name) ? value : fc.option(value, { nil: undefined }))
  })
  return fc.tuple(...fields).map((entries) => new Map(entries.flatMap(([name, value]) => given(name, value))))
}

const given = (name: string, value: SentValue | undefined): [string, SentValue][] =>
  value === undefined ? [] : [[name, value]]

const boundsOf = ({ minimum, maximum, exclusiveMinimum, exclusiveMaximum }: Schema) => ({
  min: Math.max(minimum ?? -0x80000000, exclusiveMinimum === undefined ? -0x80000000 : exclusiveMinimum + 1),
  max: Math.min(maximum ?? 0x7fffffff, exclusiveMaximum === undefined ? 0x7fffffff : exclusiveMaximum - 1),
})

function fittingText({ format, pattern, minLength = 0, maxLength = minLength + 40 }: Schema): fc.Arbitrary<string> {
  const day = fc.date({ min: new Date('1990-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  if (format === 'uuid') return fc.uuid()
  if (format === 'date') return day.map((date) => date.toISOString().slice(0, 10))
  if (format === 'date-time') return day.map((date) => date.toISOString())
  if (format !== undefined && pattern === undefined) throw new Error(`no values for format ${format}`)
  const bounds = { minLength, maxLength: Math.min(maxLength, minLength + 40) }
  if (pattern === undefined) {
    const letters = fc.constantFrom('а', 'ґ', 'є', 'и', 'і', 'ї', 'ʼ', ' ', '-')
    return fc.oneof(
      { weight: 2, arbitrary: fc.string({ ...bounds, unit: letters }) },
      { weight: 1, arbitrary: fc.string({ ...bounds, unit: 'grapheme' }) },
      // Length is all that the schema asks for, and these have it.
      { weight: 1, arbitrary: hostileText.map((text) => text.padEnd(minLength, text || ' ').slice(0, maxLength)) },
    )
  }
  return fc.stringMatching(new RegExp(pattern)).filter(({ length }) => length >= minLength && length <= maxLength)
}

/** Values beside the schema: by one, by type, or by malice. */
export function missing(document: Document, given: Schema): Values {
  const schema = resolve(document, given)
  const { minLength = 1, maxLength = 0, minimum = 0, maximum = 0 } = schema
  const byOne = fc.constantFrom<SentValue>(
    'x'.repeat(Math.max(0, minLength - 1)),
    'x'.repeat(maxLength + 1),
    minimum - 1,
    maximum + 1,
    ...(schema.enum ?? []).map((value) => `${String(value).toUpperCase()} `),
  )
  return fc.oneof(
    { weight: 3, arbitrary: hostileText },
    { weight: 1, arbitrary: byOne },
    { weight: 1, arbitrary: hostileNumber },
    { weight: 1, arbitrary: wrongTypes },
    { weight: 1, arbitrary: fitting(document, schema).map((value) => [value]) },
  )
}

/** An object that fits but for one thing: a field beside its schema, or one that is not there. */
export function twisted(document: Document, schema: Schema): Values {
  const inner = resolve(document, schema)
  const object = [inner, ...(inner.anyOf ?? []), ...(inner.oneOf ?? [])]
    .map((one) => resolve(document, one))
    .find((one) => one.properties)
  const fields = Object.entries(object?.properties ?? {})
  if (!object || fields.length === 0) return missing(document, schema)
  const spoiled = fc.constantFrom(...fields).chain(([name, field]) =>
    fc.tuple(fittingObject(document, object), fc.option(deeper(document, field))).map(([value, bad]) => {
      const changed = new Map(value instanceof Map ? value : [])
      if (bad === null) changed.delete(name)
      else changed.set(name, bad)
      return changed
    }),
  )
  return fc.oneof({ weight: 5, arbitrary: spoiled }, missing(document, schema))
}

/** Into lists and objects inside the body as well. */
function deeper(document: Document, given: Schema): Values {
  const schema = resolve(document, given)
  if (schema.properties) return twisted(document, schema)
  const { items } = schema
  return items
    ? fc.oneof(fc.array(twisted(document, items), { minLength: 1, maxLength: 2 }), missing(document, schema))
    : missing(document, schema)
}

/** An object that fits and has a field too many. */
export const withUnknownField = (document: Document, schema: Schema | null): Values =>
  fc
    .tuple(unknownNames, wrongTypes, schema ? fitting(document, schema) : fc.constant(null))
    .map(([name, value, body]) => new Map([...(body instanceof Map ? body : []), [name, value]]))

/** The document was read from JSON, so what stands in `const` and `enum` is JSON. */
function asSent(value: unknown): SentValue {
  if (value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return value
  return { raw: JSON.stringify(value) }
}
