import Fastify, {
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type RawReplyDefaultExpression,
  type RawRequestDefaultExpression,
  type RawServerDefault,
} from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import '#/contract/validation-messages.ts'
import type { Logger } from '../log.ts'
import { newId } from '../random.ts'
import { endConnectionsOnClose } from './connections.ts'
import { answerProblems, refuseUnreadableAddress, refuseUnreadableRequest } from './problems.ts'
import { holdRouteRules } from './route-rules.ts'
import { checkTexts, serializerFor, validateInput } from './schemas.ts'

/** A Fastify whose routes validate and describe themselves with the schemas of the contract. */
export type Http = FastifyInstance<
  RawServerDefault,
  RawRequestDefaultExpression,
  RawReplyDefaultExpression,
  FastifyBaseLogger,
  ZodTypeProvider
>

export interface HttpOptions {
  log: Logger
  /** The proxy on this machine may say who the client is; nobody else may. */
  behind_proxy: boolean
  /** In tests every answer is held against the contract; in production it would halve the throughput. */
  check_answers: boolean
}

const bodyLimitBytes = 1024 * 1024

export function createHttp({ log, behind_proxy, check_answers }: HttpOptions): Http {
  const loggerInstance: FastifyBaseLogger = log
  const http: Http = Fastify({
    loggerInstance,
    genReqId: () => newId(),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    bodyLimit: bodyLimitBytes,
    trustProxy: behind_proxy ? 'loopback' : false,
    // Requests that are under way when the service stops are answered; `connection: close` sends the next one elsewhere.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    requestTimeout: 30_000,
    http: { maxHeaderSize: 64 * 1024 },
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    clientErrorHandler: refuseUnreadableRequest,
    frameworkErrors: refuseUnreadableAddress,
  }).withTypeProvider<ZodTypeProvider>()

  http.setValidatorCompiler(validateInput)
  http.setSerializerCompiler(serializerFor(check_answers))
  // Only JSON comes in. Fastify would read text/plain too, which a form on another site can send.
  http.removeContentTypeParser('text/plain')
  holdRouteRules(http)
  answerProblems(http)
  logRequests(http)
  endConnectionsOnClose(http)
  if (check_answers) checkTexts(http)
  return http
}

/** One line a request: no headers, no bodies, no query, so no secret can be among them. */
function logRequests(http: Http): void {
  http.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? request.url.split('?', 1)[0]?.slice(0, 200),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    request.log[reply.statusCode >= 500 ? 'error' : 'info'](line, 'request')
  })
}
