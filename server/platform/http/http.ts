import type {
  FastifyBaseLogger,
  FastifyInstance,
  RawReplyDefaultExpression,
  RawRequestDefaultExpression,
  RawServerDefault,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'

declare module 'fastify' {
  interface FastifyRequest {
    /** The id of the user who calls, for the log; null until the session is known. */
    caller_id: string | null
  }
}

/** A Fastify whose routes validate and describe themselves with the schemas of the contract. */
export type Http = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>
