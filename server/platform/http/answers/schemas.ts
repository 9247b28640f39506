import { createSerializerCompiler } from 'fastify-type-provider-zod'
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify/types/schema.js'
import { z } from 'zod'
import { AppError, type FieldError } from '#/contract/errors.ts'
import { fieldErrors, shortened } from '#/contract/validation-messages.ts'
import type { Http } from '../http.ts'

/** Where a refused field stands: a JSON pointer into the body, `?name` in the query, `{name}` in the path. */
const places: Record<string, (pointer: string) => string> = {
  body: (pointer) => pointer,
  querystring: (pointer) => pointer.replace(/^\//, '?'),
  params: (pointer) => pointer.replace(/^\/(.*)$/, '{$1}'),
  headers: (pointer) => pointer.replace(/^\//, 'header '),
}

export const validateInput: FastifySchemaCompiler<z.ZodType> =
  ({ schema, httpPart }) =>
  (data) => {
    const parsed = schema.safeParse(data)
    const wrong = parsed.success ? shortened(unstorableTexts(parsed.data)) : fieldErrors(parsed.error.issues)
    if (parsed.success && wrong.length === 0) return { value: parsed.data }
    const place = places[httpPart ?? 'body'] ?? String
    const fields = wrong.map(({ pointer, detail }) => ({ pointer: place(pointer), detail }))
    return { error: new AppError('request.invalid', {}, fields) }
  }

/** PostgreSQL keeps neither U+0000 nor half of a character, and no person means to send one. */
function unstorableTexts(value: unknown, pointer = ''): FieldError[] {
  if (typeof value === 'string') {
    const storable = value.isWellFormed() && !value.includes('\u0000')
    return storable ? [] : [{ pointer, detail: 'Текст містить недозволений символ.' }]
  }
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) => unstorableTexts(inner, `${pointer}/${name}`))
}

/** Production turns the object into JSON as it is; the tests prove that it always fits the contract. */
export const serializerFor = (check: boolean): FastifySerializerCompiler<z.ZodType | { properties: z.ZodType }> =>
  check ? createSerializerCompiler() : () => (data) => JSON.stringify(data)

/** JSON that PostgreSQL built goes past the serializer; where answers are checked, it is held against the contract too. */
export function checkTexts(http: Http): void {
  http.addHook('onSend', async (request, reply, answer) => {
    const schema = asRecord(request.routeOptions.schema?.response)[reply.statusCode]
    if (typeof answer !== 'string' || !(schema instanceof z.ZodType) || answer === '') return answer
    if (!String(reply.getHeader('content-type')).startsWith('application/json')) return answer
    schema.parse(JSON.parse(answer))
    return answer
  })
}

export const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}
