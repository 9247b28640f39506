import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { z } from 'zod'
import type { Document, Operation, Schema } from './operations.ts'

/** Holds values against the schemas of the document, by an implementation that is not the one that made them. */
export interface DocumentSchemas {
  /** null: the document describes no such answer. */
  ofAnswer(operation: Operation, status: number, contentType: string): ValidateFunction | null
  ofBody(operation: Operation): ValidateFunction | null
  /** For `{text}`: what comes in a path, a query or a header is text, and a number is read out of it. */
  ofText(schema: Schema): ValidateFunction
}

export function compileSchemas(document: Document): DocumentSchemas {
  const strict = prepared(document, false)
  const coercing = prepared(document, true)
  // By identity: the schemas are parts of the one document.
  const made = new Map<Schema, ValidateFunction>()
  const once = (schema: Schema, make: () => ValidateFunction): ValidateFunction => {
    const validate = made.get(schema) ?? make()
    made.set(schema, validate)
    return validate
  }
  return {
    ofAnswer({ responses }, status, contentType) {
      const schema = responses[status]?.content?.[contentType]?.schema
      return schema ? once(schema, () => strict.compile(named(schema))) : null
    },
    ofBody: ({ body }) => body && once(body.schema, () => strict.compile(named(body.schema))),
    ofText: (schema) =>
      once(schema, () => coercing.compile(named({ type: 'object', properties: { text: schema }, required: ['text'] }))),
  }
}

function prepared(document: Document, coerceTypes: boolean): Ajv2020 {
  const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, coerceTypes })
  addFormats.default(ajv)
  for (const [name, schema] of Object.entries(document.components.schemas))
    ajv.addSchema(named(schema), `schema:${name}`)
  return ajv
}

/** The document as a whole is no schema, so each schema in it is made to stand alone. */
const named = (schema: Schema): object =>
  z.looseObject({}).parse(JSON.parse(JSON.stringify(schema).replaceAll('#/components/schemas/', 'schema:')))
