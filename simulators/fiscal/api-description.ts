import { readFileSync } from 'node:fs'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { z } from 'zod'

/**
 * What Checkbox publishes of itself, as far as we have it (a hand-made subset of its OpenAPI 2.105.1, next to this file).
 * What comes in is held against it as the real one would, and what goes out so that this simulator does not drift from it.
 */
const Content = z.object({
  content: z.object({ 'application/json': z.object({ schema: z.looseObject({}) }).optional() }).optional(),
})
const Operation = z.object({ requestBody: Content.optional(), responses: z.record(z.string(), Content) })
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
  const operationAt = ({ method, path }: Asked) =>
    document.paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()]
  const schemaOf = (content: z.infer<typeof Content> | undefined) => content?.content?.['application/json']?.schema

  return {
    /** What is wrong with a body; nothing where the description says nothing. */
    wrongInBody: (asked: Asked, body: unknown): Invalid[] =>
      validate(`${asked.method} ${asked.path}`, schemaOf(operationAt(asked)?.requestBody), body),
    wrongInAnswer: (asked: Asked, status: number, body: unknown): Invalid[] => {
      const schema = schemaOf(operationAt(asked)?.responses[status])
      // A shift that is not there is a literal null, which the description does not say (seen on the live API).
      if (body === null && asked.path.endsWith('/cashier/shift')) return []
      return validate(`${asked.method} ${asked.path} ${status}`, schema, withoutNulls(body))
    },
  }
}

export type ApiDescription = ReturnType<typeof createApiDescription>

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
