import fc from 'fast-check'
import { hostileText, strangeHeaders, unknownNames, wrongTypes } from './hostile.ts'
import { isStrict, type Document, type Operation } from './operations.ts'
import type { Plan } from './requests.ts'
import type { SentValue } from './sent-value.ts'
import { fitting, missing, twisted, withUnknownField } from './values.ts'

type Change = (plan: Plan) => Partial<Plan>

/** One way in which a request that would fit is spoiled. */
export interface Twist {
  name: 'near miss' | 'unknown field' | 'unknown parameter' | 'repeated parameter' | 'broken body' | 'strange headers'
  weight: number
  change: fc.Arbitrary<Change>
}

/** What has no place in a contract that names every field once; none of it may be accepted. */
export const mustBeInvalid: readonly Plan['twist'][] = ['unknown field', 'unknown parameter', 'repeated parameter']

export function twists(document: Document, operation: Operation): Twist[] {
  const near = nearMisses(document, operation)
  const strange: Twist = {
    name: 'strange headers',
    weight: 1,
    change: strangeHeaders.map((headers) => () => ({ headers })),
  }
  return [
    ...(near.length > 0 ? [{ name: 'near miss' as const, weight: 6, change: fc.oneof(...near) }] : []),
    strange,
    ...(isStrict(operation) ? inQuery(document, operation) : []),
    ...(isStrict(operation) && operation.method !== 'GET' ? inBody(document, operation) : []),
  ]
}

/** One part of the request is beside its schema. */
function nearMisses(document: Document, { parameters, body }: Operation): fc.Arbitrary<Change>[] {
  const changes = parameters.map(({ name, in: place, schema }) =>
    missing(document, schema).map((value): Change => ({ path, headers, query }) => {
      if (place === 'path') return { path: { ...path, [name]: value } }
      if (place === 'header') return { headers: { ...headers, [name]: value } }
      return { query: [...query.filter(([other]) => other !== name), [name, value]] }
    }),
  )
  return body ? [...changes, twisted(document, body.schema).map(asBody)] : changes
}

const asBody =
  (value: SentValue): Change =>
  () => ({ body: { type: 'application/json', value } })

function inQuery(document: Document, { parameters }: Operation): Twist[] {
  const unknown = fc.tuple(
    unknownNames.filter((name) => name !== ''),
    fc.oneof(hostileText, wrongTypes),
  )
  const repeatable = parameters.filter((one) => one.in === 'query' && one.schema.type !== 'array')
  const twice = repeatable.map(({ name, schema }) =>
    fc.array(fitting(document, schema), { minLength: 2, maxLength: 3 }).map((values): Change => () => ({
      query: values.map((value) => [name, value]),
    })),
  )
  return [
    {
      name: 'unknown parameter',
      weight: 1,
      change: unknown.map((pair): Change => ({ query }) => ({ query: [...query, pair] })),
    },
    ...(twice.length > 0 ? [{ name: 'repeated parameter' as const, weight: 1, change: fc.oneof(...twice) }] : []),
  ]
}

const inBody = (document: Document, { body }: Operation): Twist[] => [
  { name: 'unknown field', weight: 1, change: withUnknownField(document, body?.schema ?? null).map(asBody) },
  { name: 'broken body', weight: 1, change: brokenBody.map((body) => () => ({ body })) },
]

const deep = 20_000
const contentTypes = [
  'application/json',
  'application/json; charset=utf-16',
  'application/json-patch+json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  'image/png',
  'x',
]
const brokenTexts = [
  '{',
  '{}',
  '[]',
  'null',
  '1e309',
  '-0',
  '"text"',
  '{"a":1}}',
  '\ufeff{}',
  '{"a":1,"a":2}',
  '{"login":}',
  "{'a':1}",
  '{"__proto__":{"role":"admin"}}',
  '{"constructor":{"prototype":{"role":"admin"}}}',
  'login=admin&password=x',
  '['.repeat(deep),
  '{"a":'.repeat(deep),
  `{"login":${'['.repeat(deep)}${']'.repeat(deep)}}`,
]

const brokenBody = fc.record({
  type: fc.oneof({ weight: 2, arbitrary: fc.constant('application/json') }, fc.constantFrom(...contentTypes)),
  value: fc.oneof(hostileText, { weight: 2, arbitrary: fc.constantFrom(...brokenTexts) }).map((raw) => ({ raw })),
})
