import swagger, { type SwaggerTransformObject } from '@fastify/swagger'
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { serveDocsPage } from './docs-page.ts'
import type { Http } from '../http.ts'

/** The description of the API, made from the very schemas that validate, and a page to read it. */
export async function describeApi(http: Http, tagNames: readonly string[]): Promise<void> {
  const tags = tagNames.map((name) => ({ name }))
  await http.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Касир',
        version: '1.0.0',
        description: 'Черга замовлень, посилки Нової пошти та чеки Checkbox для касира інтернет-магазину.',
        license: { name: 'MIT', identifier: 'MIT' },
      },
      servers: [{ url: '/' }],
      tags,
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    },
    transform: jsonSchemaTransform,
    transformObject: (document) => withOptionalBodies(withoutUnusedSchemas(document)),
  })
  http.get('/api/openapi.json', { config: { permission: 'public' }, schema: { hide: true } }, async () =>
    http.swagger(),
  )
  serveDocsPage(http)
}

const Choice = z.object({ anyOf: z.array(z.looseObject({ type: z.unknown() })) })
type Described = ReturnType<SwaggerTransformObject>

/** A body that may be null may also be left out, but the generator calls every body required. */
function withOptionalBodies(document: Described): Described {
  if (!('paths' in document)) return document
  for (const path of Object.values(document.paths ?? {})) {
    for (const method of ['post', 'put', 'patch', 'delete'] as const) {
      const body = path?.[method]?.requestBody
      if (!body || !('content' in body)) continue
      const { data } = Choice.safeParse(body.content['application/json']?.schema)
      if (data?.anyOf.some(({ type }) => type === 'null')) body.required = false
    }
  }
  return document
}

/** The generator emits each named schema twice, once as input; what nothing refers to only confuses. */
const withoutUnusedSchemas: SwaggerTransformObject = (document) => {
  const described = jsonSchemaTransformObject(document)
  if (!('components' in described)) return described
  const { components, ...rest } = described
  const schemas: Record<string, unknown> = components?.schemas ?? {}
  const used = new Set<string>()
  const visit = (value: unknown): void => {
    for (const [, name = ''] of JSON.stringify(value).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      if (used.has(name)) continue
      used.add(name)
      visit(schemas[name] ?? null)
    }
  }
  visit(rest)
  for (const name of Object.keys(schemas)) if (!used.has(name)) delete schemas[name]
  return described
}
