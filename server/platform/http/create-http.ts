import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify'
import type { ZodTypeProvider } from 'fastify-type-provider-zod'
import '#/contract/validation-messages.ts'
import { requestLogOf, type Logger } from '../log.ts'
import { newId } from '../random.ts'
import { believeAddressesOnly, warnOfSilentProxy } from './edge/caller-address.ts'
import { endConnectionsOnClose } from './edge/connections.ts'
import { readJsonOnly } from './edge/json-body.ts'
import { plainOrRefused, refuseOtherSpellings } from './edge/plain-address.ts'
import { answerProblems, refuseUnreadable } from './answers/problems.ts'
import { holdRouteRules } from './answers/route-rules.ts'
import { checkTexts, serializerFor, validateInput } from './answers/schemas.ts'
import { secure } from './edge/security.ts'
import type { Http } from './http.ts'

export interface HttpOptions {
  log: Logger
  /** Where the service listens, and the address people type: a request under any other name is refused. */
  host: string
  public_url: string | null
  /** Only these may say who the client is. */
  trusted_proxies: readonly string[]
  /** In tests every answer is held against the contract; in production it would halve the throughput. */
  check_answers: boolean
}

const bodyLimitBytes = 1024 * 1024

export function createHttp({ log, host, public_url, trusted_proxies, check_answers }: HttpOptions): Http {
  const loggerInstance: FastifyBaseLogger = log
  const unreadable = refuseUnreadable(public_url)
  const http: Http = Fastify({
    loggerInstance,
    genReqId: () => newId(),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    childLoggerFactory: loggerOfRequest,
    bodyLimit: bodyLimitBytes,
    trustProxy: trusted_proxies.length > 0 ? [...trusted_proxies] : false,
    rewriteUrl: plainOrRefused,
    // Requests that are under way when the service stops are answered; `connection: close` sends the next one elsewhere.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    requestTimeout: 30_000,
    // Without a `Host` Node would answer by itself and leave our headers out.
    http: { maxHeaderSize: 64 * 1024, requireHostHeader: false },
    routerOptions: { ignoreTrailingSlash: false, maxParamLength: 200 },
    clientErrorHandler: unreadable.request,
    frameworkErrors: unreadable.address,
  }).withTypeProvider<ZodTypeProvider>()

  http.setValidatorCompiler(validateInput)
  http.setSerializerCompiler(serializerFor(check_answers))
  readJsonOnly(http)
  http.server.on('checkExpectation', unreadable.expectation)
  http.decorateRequest('caller_id', null)
  holdRouteRules(http)
  answerProblems(http)
  believeAddressesOnly(http)
  warnOfSilentProxy(http, public_url, log)
  secure(http, { host, public_url })
  refuseOtherSpellings(http)
  logRequests(http, log)
  endConnectionsOnClose(http)
  if (check_answers) checkTexts(http)
  return http
}

/**
 * The logger of a request, with its id, is made when something is first said: most requests say nothing beside their line, and making
 * it took longer than finding the route.
 */
function loggerOfRequest(
  ...[logger, bindings, options]: Parameters<FastifyInstance['childLoggerFactory']>
): FastifyBaseLogger {
  let made: FastifyBaseLogger | null = null
  const own = () => (made ??= logger.child(bindings, options))
  const at =
    (level: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent') =>
    (...said: unknown[]): void =>
      void Reflect.apply(own()[level], own(), said)
  return {
    level: logger.level,
    child: (...given) => own().child(...given),
    fatal: at('fatal'),
    error: at('error'),
    warn: at('warn'),
    info: at('info'),
    debug: at('debug'),
    trace: at('trace'),
    silent: at('silent'),
  }
}

/** Refusals that may be an attempt to break in. */
const refusedAtTheDoor: ReadonlySet<number> = new Set([401, 403, 421, 429])

/** One line a request. Refusals at the door and failures are written at once, all others together. */
function logRequests(http: Http, log: Logger): void {
  const requests = requestLogOf(log)
  http.addHook('onResponse', (request, reply, done) => {
    const line = {
      request_id: request.id,
      method: request.method,
      route: request.routeOptions.url ?? request.url.split('?', 1)[0]?.slice(0, 200),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
    }
    if (reply.statusCode >= 500) log.error(line, 'request')
    else if (!refusedAtTheDoor.has(reply.statusCode)) requests.info(line, 'request')
    else {
      log.info({ ...line, ...whoWasRefused(request) }, 'request')
      log.flush()
    }
    done()
  })
}

const whoWasRefused = ({ ip, caller_id }: FastifyRequest) => ({
  address: ip,
  ...(caller_id !== null && { user_id: caller_id }),
})
