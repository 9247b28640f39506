import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { z } from 'zod'
import type { SimulatedRequest } from '../frame/operations.ts'

/**
 * What Checkbox publishes of itself, as far as we have it (a hand-made subset of its OpenAPI 2.105.1, next to this file).
 * What comes in is held against it as the real one would, and what goes out so that this simulator does not drift from it.
 */
const Content = z.object({
  content: z.object({ 'application/json': z.object({ schema: z.looseObject({}) }).optional() }).optional(),
})
const Parameter = z.object({
  name: z.string(),
  in: z.enum(['header', 'path', 'query']),
  required: z.boolean().default(false),
  schema: z.looseObject({ type: z.string().optional(), format: z.string().optional() }),
})
type Parameter = z.output<typeof Parameter>
const Operation = z.object({
  parameters: z.array(Parameter).default([]),
  requestBody: Content.extend({ required: z.boolean().default(false) }).optional(),
  responses: z.record(z.string(), Content),
})
const Document = z.object({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  components: z.object({ schemas: z.record(z.string(), z.looseObject({})) }),
})

export interface Invalid {
  /** As FastAPI names places: `['body', 'pin_code']`. */
  loc: (string | number)[]
  msg: string
  type: string
}

export interface Asked {
  method: string
  /** As a simulator writes it, `/api/v1/ettn/:order_id`. */
  path: string
}

export const createApiDescription = () => {
  const file = new URL('./checkbox-openapi.json', import.meta.url)
  const document = Document.parse(JSON.parse(readFileSync(file, 'utf8')))
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  for (const [name, schema] of Object.entries(document.components.schemas))
    ajv.addSchema(alone(schema), `schema:${name}`)
  const compiled = new Map<string, ValidateFunction>()

  const validate = (name: string, schema: object | undefined, value: unknown): Invalid[] => {
    if (schema === undefined) return []
    const validator = compiled.get(name) ?? ajv.compile(alone(schema))
    compiled.set(name, validator)
    return validator(value) ? [] : (validator.errors ?? []).map(toInvalid)
  }
  const wrongInParameter = (asked: Asked, { name, in: place, required, schema }: Parameter, text: string | null) => {
    const loc = [place, name]
    if (text === null) return required ? [{ loc, msg: 'field required', type: 'missing' }] : []
    if (schema.format === 'date-time')
      return wireInstant.test(text) ? [] : [{ loc, msg: 'invalid datetime format', type: 'value_error.datetime' }]
    const value = fromText(schema.type, text)
    const wrong = validate(`${asked.method} ${asked.path} ${place} ${name}`, schema, value)
    return wrong.map(({ msg, type }) => ({ loc, msg, type }))
  }
  const operationAt = ({ method, path }: Asked) =>
    document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  const schemaOf = (content: z.infer<typeof Content> | undefined) => content?.content?.['application/json']?.schema

  return {
    /** What is wrong with a body; nothing where the description says nothing. */
    wrongInBody: (asked: Asked, { body, json }: Pick<SimulatedRequest, 'body' | 'json'>): Invalid[] => {
      const wanted = operationAt(asked)?.requestBody
      if (body === '' && wanted?.required === false) return []
      return validate(`${asked.method} ${asked.path}`, schemaOf(wanted), json())
    },
    /** In the path and the query. An unknown parameter is ignored, as FastAPI does. */
    wrongInParameters: (asked: Asked, { params, query }: Pick<SimulatedRequest, 'params' | 'query'>): Invalid[] =>
      (operationAt(asked)?.parameters ?? []).flatMap((parameter) => {
        if (parameter.in === 'header') return []
        const text = parameter.in === 'path' ? (params[parameter.name] ?? null) : query.get(parameter.name)
        return wrongInParameter(asked, parameter, text)
      }),
    wrongInAnswer: (asked: Asked, status: number, body: unknown): Invalid[] => {
      const schema = schemaOf(operationAt(asked)?.responses[status])
      // A shift that is not there is a literal null, which the description does not say (seen on the live API).
      if (body === null && asked.path.endsWith('/cashier/shift')) return []
      return validate(`${asked.method} ${asked.path} ${status}`, schema, withoutNulls(body))
    },
  }
}

export type ApiDescription = ReturnType<typeof createApiDescription>

/** Everything in a query is text; of a list only its first item is looked at. */
const fromText = (type: string | undefined, text: string): unknown => {
  if (type === 'array') return [text]
  if (type === 'boolean' && /^(?:true|false)$/.test(text)) return text === 'true'
  return type === 'integer' && /^-?\d+$/.test(text) ? Number(text) : text
}

/** With a zone or without, with T or a space: the description's own example is `2024-03-28 13:00:00`. */
const wireInstant = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)?)?$/

/** The document as a whole is no schema, so each schema in it is made to stand alone. */
const alone = (schema: object): object =>
  z.looseObject({}).parse(JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', 'schema:')))

/** The description does not mark what may be null, and the live API sends null for whatever is not required. */
const withoutNulls = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value, (_, field: unknown) => (field === null ? undefined : field)) ?? 'null')

const toInvalid = ({
  instancePath,
  params,
  message,
  keyword,
}: NonNullable<ValidateFunction['errors']>[number]): Invalid => {
  const missing: unknown = params['missingProperty']
  const place = instancePath.split('/').slice(1)
  return {
    loc: ['body', ...place, ...(typeof missing === 'string' ? [missing] : [])],
    msg: message ?? keyword,
    type: keyword === 'required' ? 'missing' : keyword,
  }
}
