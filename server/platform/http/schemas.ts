import { createSerializerCompiler } from 'fastify-type-provider-zod'
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify/types/schema.js'
import type { z } from 'zod'
import { AppError } from '#/contract/errors.ts'
import { fieldErrors } from '#/contract/validation-messages.ts'

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
    if (parsed.success) return { value: parsed.data }
    const place = places[httpPart ?? 'body'] ?? String
    const fields = fieldErrors(parsed.error.issues).map(({ pointer, detail }) => ({ pointer: place(pointer), detail }))
    return { error: new AppError('request.invalid', {}, fields) }
  }

/** Production turns the object into JSON as it is; the tests prove that it always fits the contract. */
export const serializerFor = (check: boolean): FastifySerializerCompiler<z.ZodType | { properties: z.ZodType }> =>
  check ? createSerializerCompiler() : () => (data) => JSON.stringify(data)
