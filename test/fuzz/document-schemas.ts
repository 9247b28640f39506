import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Document, Operation, Schema } from './operations.ts'

/** Holds values against the schemas of the document, by an implementation that is not the one that made them. */
export interface DocumentSchemas {
  /** null: the document describes no such answer. */
  ofAnswer(operation: Operation, status: number, contentType: string): ValidateFunction | null
  ofBody(operation: Operation): ValidateFunction | null
  /** Query values are text; what they stand for is read out of it as the service does. */
  ofText(schema: Schema): ValidateFunction
}

export function compileSchemas(document: Document): DocumentSchemas {
  const strict = prepared(document, false)
  const coercing = prepared(document, true)
  const made = new Map<string, ValidateFunction>()
  const compile = (place: string[]): ValidateFunction => {
    const pointer = place.map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))).join('/')
    const validate = made.get(pointer) ?? strict.compile({ $ref: `document#/${pointer}` })
    made.set(pointer, validate)
    return validate
  }
  const placeOf = ({ path, method }: Operation) => ['paths', path, method.toLowerCase()]
  return {
    ofAnswer(operation, status, contentType) {
      if (!operation.responses[status]?.content?.[contentType]) return null
      return compile([...placeOf(operation), 'responses', String(status), 'content', contentType, 'schema'])
    },
    ofBody: (operation) =>
      operation.body && compile([...placeOf(operation), 'requestBody', 'content', 'application/json', 'schema']),
    ofText: (schema) => coercing.compile(schema),
  }
}

function prepared(document: Document, coerceTypes: boolean): Ajv2020 {
  // Zod counts UTF-16 units where JSON Schema counts characters; beyond the basic plane the two differ by design.
  const ajv = new Ajv2020({ strict: true, allErrors: true, allowUnionTypes: true, unicode: false, coerceTypes })
  addFormats.default(ajv)
  // The document as a whole is no schema, only what stands in it.
  ajv.addSchema({ ...document, $id: 'document' }, undefined, undefined, false)
  return ajv
}
