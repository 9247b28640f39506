import fc from 'fast-check'
import { may, roles, type Role } from '#/contract/permissions.ts'
import type { Document, Operation, Parameter } from './operations.ts'
import type { SentValue } from './sent-value.ts'
import { twists, type Twist } from './twists.ts'
import { fitting } from './values.ts'

export type Who = 'anonymous' | 'garbage' | Role

/** A request before it is sent; what it names is looked up at the last moment. */
export interface Plan {
  who: Who
  /** The Authorization of a `garbage` caller; {token} stands for a good one. */
  garbage: string
  twist: 'as described' | Twist['name']
  path: Record<string, SentValue>
  query: [string, SentValue][]
  headers: Record<string, SentValue>
  body: { type: string; value: SentValue } | null
}

/** Everything a client may come up with: what fits the description, and what is beside it in one way. */
export function plans(document: Document, operation: Operation): fc.Arbitrary<Plan> {
  const fits = fittingPlan(document, operation)
  const spoiled = twists(document, operation).map(({ name, weight, change }) => ({
    weight,
    arbitrary: fc.tuple(fits, change).map(([plan, spoil]) => changed(plan, { ...spoil(plan), twist: name })),
  }))
  return fc.oneof({ weight: 4, arbitrary: fits }, ...spoiled)
}

const changed = (plan: Plan, changes: Partial<Plan>): Plan => ({ ...plan, ...changes })

function fittingPlan(document: Document, operation: Operation): fc.Arbitrary<Plan> {
  const { parameters, body } = operation
  const at = (place: Parameter['in']) =>
    fittingParameters(
      document,
      parameters.filter((one) => one.in === place),
    )
  const json = body && fitting(document, body.schema).map((value) => ({ type: 'application/json', value }))
  return fc.record({
    who: whoCalls(operation),
    garbage: fc.constantFrom(...garbage),
    twist: fc.constant('as described'),
    path: at('path').map((entries) => Object.fromEntries(entries)),
    query: at('query'),
    headers: at('header').map((entries) => Object.fromEntries(entries)),
    body: json === null ? fc.constant(null) : body?.required ? json : fc.option(json),
  })
}

function fittingParameters(document: Document, parameters: Parameter[]): fc.Arbitrary<[string, SentValue][]> {
  const values = parameters.map(({ name, in: place, schema, required }) => {
    const any = fitting(document, schema, name)
    // An unknown id is mostly refused before anything happens.
    const value = place === 'path' ? fc.oneof({ weight: 4, arbitrary: fc.constant({ known: `{${name}}` }) }, any) : any
    return fc.tuple(fc.constant(name), required ? value : fc.option(value, { nil: undefined }))
  })
  return fc
    .tuple(...values)
    .map((entries) => entries.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
}

export function mayCall(who: Who, { permission }: Operation): boolean {
  if (permission === 'public') return true
  return who !== 'anonymous' && who !== 'garbage' && may(who, permission)
}

/** Every kind of caller comes; mostly one with the permission, or the fuzz would only see refusals. */
function whoCalls(operation: Operation): fc.Arbitrary<Who> {
  const all: Who[] = ['anonymous', 'garbage', ...roles]
  const allowed = all.filter((who) => mayCall(who, operation))
  return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...allowed) }, fc.constantFrom(...all))
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
