import fc from 'fast-check'
import { may, roles, type Role } from '#/contract/permissions.ts'
import { hostileText, strangeHeaders, unknownNames, wrongTypes } from './hostile.ts'
import { isStrict, type Document, type Operation, type Parameter } from './operations.ts'
import type { SentValue } from './sent-value.ts'
import { fitting, missing, twisted, withUnknownField } from './values.ts'

export type Who = 'anonymous' | 'garbage' | Role

/** What was done to a request that would otherwise fit. The three in the middle must be answered with 400. */
export type Twist =
  | 'as described'
  | 'near miss'
  | 'unknown field'
  | 'unknown parameter'
  | 'repeated parameter'
  | 'broken body'
  | 'strange headers'

/** A request before it is sent; what it names is looked up at the last moment. */
export interface Plan {
  who: Who
  /** The Authorization of a `garbage` caller; {token} stands for a good one. */
  garbage: string
  twist: Twist
  path: Record<string, SentValue>
  query: [string, SentValue][]
  headers: Record<string, SentValue>
  body: { type: string; value: SentValue } | null
}

export function mayCall(who: Who, { permission }: Operation): boolean {
  if (permission === 'public') return true
  return who !== 'anonymous' && who !== 'garbage' && may(who, permission)
}

/** Every kind of caller comes; mostly one who may, or the fuzz would only see doors. */
function whoCalls(operation: Operation): fc.Arbitrary<Who> {
  const all: Who[] = ['anonymous', 'garbage', ...roles]
  const allowed = all.filter((who) => mayCall(who, operation))
  return fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...(allowed.length > 0 ? allowed : all)) },
    { weight: 1, arbitrary: fc.constantFrom(...all) },
  )
}

const unsigned = [{ alg: 'none', typ: 'at+jwt' }, { sub: 'admin' }]
  .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
  .join('.')
const garbage = [
  '',
  'Bearer',
  'Bearer x.y.z',
  `Bearer ${unsigned}.`,
  'Bearer {token}x',
  'Bearer {token} x',
  '{token}',
  'Basic {token}',
  `Bearer ${'x'.repeat(9_000)}`,
]

export function plans(document: Document, operation: Operation): fc.Arbitrary<Plan> {
  const fits = fittingPlan(document, operation)
  const twists = [
    { weight: 4, arbitrary: fits },
    { weight: 6, arbitrary: nearMiss(document, operation, fits) },
    {
      weight: 1,
      arbitrary: fc
        .tuple(fits, strangeHeaders)
        .map(([plan, headers]) => ({ ...plan, headers, twist: 'strange headers' as const })),
    },
    ...(isStrict(operation) ? strictTwists(document, operation, fits) : []),
  ]
  return fc.oneof(...twists)
}

function fittingPlan(document: Document, { parameters, body, ...operation }: Operation): fc.Arbitrary<Plan> {
  const here = (place: Parameter['in']) => parameters.filter((parameter) => parameter.in === place)
  const some = (place: Parameter['in']) =>
    fc
      .tuple(
        ...here(place).map(({ name, schema, required }) => {
          const value: fc.Arbitrary<SentValue> =
            place === 'path'
              ? fc.oneof({ weight: 4, arbitrary: fc.constant({ known: `{${name}}` }) }, fitting(document, schema))
              : fitting(document, schema, name)
          return fc.tuple(fc.constant(name), required ? value : fc.option(value, { nil: undefined }))
        }),
      )
      .map((entries) =>
        entries.flatMap(([name, value]): [string, SentValue][] => (value === undefined ? [] : [[name, value]])),
      )
  const sentBody: fc.Arbitrary<Plan['body']> = body
    ? fc.option(
        fitting(document, body.schema).map((value) => ({ type: 'application/json', value })),
        {
          freq: body.required ? Number.MAX_SAFE_INTEGER : 5,
        },
      )
    : fc.constant(null)
  return fc
    .record({
      garbage: fc.constantFrom(...garbage),
      who: whoCalls({ parameters, body, ...operation }),
      path: some('path'),
      query: some('query'),
      headers: some('header'),
      body: sentBody,
    })
    .map(({ path, headers, ...plan }) => ({
      ...plan,
      twist: 'as described',
      path: Object.fromEntries(path),
      headers: Object.fromEntries(headers),
    }))
}

/** One part of the request is beside its schema. */
function nearMiss(document: Document, { parameters, body }: Operation, fits: fc.Arbitrary<Plan>): fc.Arbitrary<Plan> {
  const spoilers: fc.Arbitrary<(plan: Plan) => Plan>[] = parameters.map(({ name, in: place, schema }) =>
    missing(document, schema).map((value) => (plan) => {
      if (place === 'path') return { ...plan, path: { ...plan.path, [name]: value } }
      if (place === 'header') return { ...plan, headers: { ...plan.headers, [name]: value } }
      return { ...plan, query: [...plan.query.filter(([other]) => other !== name), [name, value]] }
    }),
  )
  if (body) {
    const value = twisted(document, body.schema).map((value) => ({ type: 'application/json', value }))
    spoilers.push(value.map((body) => (plan) => ({ ...plan, body })))
  }
  if (spoilers.length === 0) return fits
  return fc.tuple(fits, fc.oneof(...spoilers)).map(([plan, spoil]) => ({ ...spoil(plan), twist: 'near miss' }))
}

function strictTwists(document: Document, operation: Operation, fits: fc.Arbitrary<Plan>) {
  const { method, body, parameters } = operation
  const parameter = fc.tuple(
    unknownNames.filter((name) => name !== ''),
    fc.oneof(hostileText, wrongTypes),
  )
  const repeatable = parameters.filter((one) => one.in === 'query' && one.schema.type !== 'array')
  const twists: { weight: number; arbitrary: fc.Arbitrary<Plan> }[] = [
    {
      weight: 1,
      arbitrary: fc.tuple(fits, parameter).map(([plan, [name, value]]) => ({
        ...plan,
        twist: 'unknown parameter',
        query: [...plan.query, [name, value]],
      })),
    },
  ]
  if (repeatable.length > 0) {
    const twice = fc
      .constantFrom(...repeatable)
      .chain(({ name, schema }) => fc.tuple(fc.constant(name), fitting(document, schema), fitting(document, schema)))
    twists.push({
      weight: 1,
      arbitrary: fc.tuple(fits, twice).map(([plan, [name, one, two]]) => ({
        ...plan,
        twist: 'repeated parameter',
        query: [
          [name, one],
          [name, two],
        ],
      })),
    })
  }
  if (method === 'GET') return twists
  const unknownField = withUnknownField(document, body?.schema ?? null)
  twists.push(
    {
      weight: 1,
      arbitrary: fc
        .tuple(fits, unknownField)
        .map(([plan, value]) => ({ ...plan, twist: 'unknown field', body: { type: 'application/json', value } })),
    },
    {
      weight: 1,
      arbitrary: fc.tuple(fits, brokenBody).map(([plan, body]) => ({ ...plan, twist: 'broken body', body })),
    },
  )
  return twists
}

const deep = 20_000
const brokenBody: fc.Arbitrary<NonNullable<Plan['body']>> = fc.record({
  type: fc.constantFrom(
    'application/json',
    'application/json; charset=utf-16',
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json-patch+json',
    'image/png',
    'x',
  ),
  value: fc.oneof(
    hostileText.map((raw) => ({ raw })),
    fc
      .constantFrom(
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
        '{"constructor":{"prototype":{"x":1}}}',
        'a=1&b=2',
        '['.repeat(deep),
        `{"login":${'['.repeat(deep)}${']'.repeat(deep)}}`,
        '{"a":'.repeat(deep),
      )
      .map((raw) => ({ raw })),
  ),
})
