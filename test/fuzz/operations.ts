import { z } from 'zod'
import { permissions, type Permission } from '#/contract/permissions.ts'
import type { TestApp } from '../support/test-app.ts'

/** The part of JSON Schema that our contract uses. What is not here makes `values.ts` fail loudly, not pass over it. */
export interface Schema {
  $ref?: string | undefined
  type?: string | string[] | undefined
  const?: unknown
  enum?: unknown[] | undefined
  anyOf?: Schema[] | undefined
  oneOf?: Schema[] | undefined
  allOf?: Schema[] | undefined
  format?: string | undefined
  pattern?: string | undefined
  minLength?: number | undefined
  maxLength?: number | undefined
  minimum?: number | undefined
  maximum?: number | undefined
  exclusiveMinimum?: number | undefined
  exclusiveMaximum?: number | undefined
  items?: Schema | undefined
  minItems?: number | undefined
  maxItems?: number | undefined
  properties?: Record<string, Schema> | undefined
  required?: string[] | undefined
  additionalProperties?: boolean | Schema | undefined
}

const Schema: z.ZodType<Schema> = z.lazy(() =>
  z.looseObject({
    $ref: z.string().optional(),
    type: z.union([z.string(), z.array(z.string())]).optional(),
    enum: z.array(z.unknown()).optional(),
    anyOf: z.array(Schema).optional(),
    oneOf: z.array(Schema).optional(),
    allOf: z.array(Schema).optional(),
    items: Schema.optional(),
    properties: z.record(z.string(), Schema).optional(),
    required: z.array(z.string()).optional(),
    additionalProperties: z.union([z.boolean(), Schema]).optional(),
  }),
)

const Content = z.record(z.string(), z.looseObject({ schema: Schema }))
const Parameter = z.looseObject({
  name: z.string(),
  in: z.enum(['path', 'query', 'header']),
  required: z.boolean().default(false),
  schema: Schema,
})
export type Parameter = z.infer<typeof Parameter>

const PermissionName = z.custom<Permission | 'public'>(
  (name) => name === 'public' || (typeof name === 'string' && Object.hasOwn(permissions, name)),
  { error: 'x-permission must be `public` or stand in contract/permissions.ts' },
)

const Described = z.looseObject({
  operationId: z.string(),
  summary: z.string(),
  tags: z.array(z.string()),
  'x-permission': PermissionName,
  parameters: z.array(Parameter).default([]),
  requestBody: z.looseObject({ required: z.boolean().default(false), content: Content }).optional(),
  responses: z.record(z.string(), z.looseObject({ description: z.string(), content: Content.optional() })),
})

const Document = z.looseObject({
  openapi: z.string(),
  tags: z.array(z.looseObject({ name: z.string() })),
  components: z.looseObject({ schemas: z.record(z.string(), Schema) }),
  paths: z.record(z.string(), z.record(z.string(), Described)),
})
export type Document = z.infer<typeof Document>

export interface Operation {
  method: string
  path: string
  operationId: string
  summary: string
  tags: string[]
  permission: Permission | 'public'
  parameters: Parameter[]
  body: { required: boolean; schema: Schema } | null
  responses: z.infer<typeof Described>['responses']
}

/** What the running service says of itself. */
export async function readDocument(kasyr: TestApp): Promise<Document> {
  const answer = await fetch(`${kasyr.url}/api/openapi.json`)
  return Document.parse(await answer.json())
}

export const operationsOf = (document: Document): Operation[] =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => {
      const json = described.requestBody?.content['application/json']
      return {
        method: method.toUpperCase(),
        path,
        operationId: described.operationId,
        summary: described.summary,
        tags: described.tags,
        permission: described['x-permission'],
        parameters: described.parameters,
        body: json ? { required: described.requestBody?.required ?? false, schema: json.schema } : null,
        responses: described.responses,
      }
    }),
  )

/** The schema a `$ref` stands for. */
export function resolve(document: Document, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema
  const found = document.components.schemas[schema.$ref.replace('#/components/schemas/', '')]
  if (!found) throw new Error(`${schema.$ref} is not in the document`)
  return resolve(document, found)
}

/** Everything beside the API (health) answers machines that add parameters of their own; there strictness would hurt. */
export const isStrict = ({ path }: Operation): boolean => path.startsWith('/api/v1/')
