import type { FastifyReply, FastifyRequest, RouteOptions } from 'fastify'
import { z } from 'zod'
import { errors, type ErrorCode } from '#/contract/errors.ts'
import type { Permission } from '#/contract/permissions.ts'
import { Problem } from '#/contract/problem.ts'
import type { Http } from '../http.ts'
import { asRecord, validateInput } from './schemas.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The right to call it. The service does not start with a route that names none. */
    permission?: Permission | 'public'
    /** The refusals of its own; the ones every route shares are added by themselves. */
    errors?: readonly ErrorCode[]
  }
  interface FastifyInstance {
    /** For a scope whose routes a plugin makes: who may call all of them. */
    scope_permission?: 'public'
  }
}

/** A request without a session may send so much; a password and a name fit into a hundredth of it. */
const anonymousBodyBytes = 16 * 1024

/** What must hold of every route is checked when it is added, so a forgotten rule stops the start and not a shop. */
export function holdRouteRules(http: Http): void {
  http.addHook('onRoute', function rules(route) {
    const name = `${String(route.method)} ${route.url}`
    const permission = route.config?.permission ?? this.scope_permission
    if (permission === undefined) throw new Error(`${name} names no permission`)
    route.config = { ...route.config, permission }
    if (permission === 'public') route.bodyLimit = Math.min(route.bodyLimit ?? Infinity, anonymousBodyBytes)
    // Beside the API there are only files and pages: docs, dashboard, health.
    if (!route.url.startsWith('/api/v1/') || route.schema?.hide) return
    const schema = (route.schema ??= {})
    if (!schema.summary) throw new Error(`${name} has no summary`)
    // A route without query parameters refuses them all; one with a body that forgot to be strict would let typos pass.
    schema.querystring ??= z.strictObject({})
    for (const part of [schema.body, schema.querystring]) requireStrict(name, part)
    if (schema.body === undefined) route.preValidation = [route.preValidation ?? [], refuseBody].flat()
    const answers = asRecord(schema.response)
    if ('204' in answers) route.preHandler = [route.preHandler ?? [], answerNothing].flat()
    schema.response = { ...problemAnswers(route), ...answers }
    // Swagger wants what is not a schema of ours as it is.
    Object.assign(schema, {
      operationId: operationIdOf(String(route.method), route.url),
      'x-permission': permission,
      security: permission === 'public' ? [] : [{ bearer: [] }],
    })
  })
}

/** `POST /api/v1/users/:id/password-reset` → `post_users_id_password_reset`. */
const operationIdOf = (method: string, url: string): string =>
  [method.toLowerCase(), ...url.replace('/api/v1', '').split(/\W+/).filter(Boolean)].join('_')

function requireStrict(name: string, schema: unknown): void {
  if (schema === undefined) return
  const inner = unwrap(schema)
  if (!(inner instanceof z.ZodObject) || !(inner.def.catchall instanceof z.ZodNever))
    throw new Error(`${name} accepts unknown fields`)
}

/** A body that may be left out is still strict when it comes. */
const unwrap = (schema: unknown): unknown =>
  schema instanceof z.ZodOptional || schema instanceof z.ZodNullable ? unwrap(schema.unwrap()) : schema

const withoutBody = validateInput({ schema: z.strictObject({}).nullish(), method: '', url: '', httpPart: 'body' })

/** A client that sends fields to a route without any believes that they count, so it is refused. */
function refuseBody({ body }: FastifyRequest, _reply: FastifyReply, done: (error?: Error) => void): void {
  const checked: unknown = body === undefined || body === null ? null : withoutBody(body)
  if (typeof checked !== 'object' || checked === null || !('error' in checked)) return done()
  done(checked.error instanceof Error ? checked.error : new Error('a body was refused without a reason'))
}

/** Of a route that has done what it was called for and has nothing to say. */
function answerNothing(_request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  void reply.code(204)
  done()
}

const shared: readonly ErrorCode[] = [
  'request.invalid',
  'request.wrong_host',
  'request.rate_limited',
  'server.error',
  'server.overloaded',
]
const withBody: readonly ErrorCode[] = [
  'request.malformed',
  'request.too_large',
  'request.unsupported_media_type',
  'request.cross_site',
]
const withToken: readonly ErrorCode[] = [
  'auth.required',
  'auth.session_ended',
  'auth.forbidden',
  'auth.password_change_required',
  'auth.second_factor_needed',
]

/** The refusals a route may give, by status, each with its codes. */
function problemAnswers(route: RouteOptions): Record<string, unknown> {
  const unsafe = ![route.method].flat().every((method) => method === 'GET' || method === 'HEAD')
  const codes = new Set([
    ...shared,
    ...(unsafe ? withBody : []),
    ...(route.config?.permission === 'public' ? [] : withToken),
    ...(route.config?.errors ?? []),
  ])
  const byStatus = Map.groupBy(codes, (code) => errors[code].status)
  const described = [...byStatus].map(([status, list]) => [
    status,
    { description: list.join(', '), content: { 'application/problem+json': { schema: Problem } } },
  ])
  return Object.fromEntries(described)
}
