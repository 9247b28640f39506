import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify'
import { DatabaseError } from 'pg'
import { AppError, errors, type ErrorCode } from '#/contract/errors.ts'
import { toProblem } from '#/contract/problem.ts'
import { newId } from '../../random.ts'
import type { Http } from '../http.ts'
import { dataHeaders } from '../edge/security-headers.ts'

export function answerProblems(http: Http): void {
  http.setErrorHandler<FastifyError>((error, request, reply) => sendProblem(request, reply, toAppError(error, request)))
  http.setNotFoundHandler((request, reply) => sendProblem(request, reply, new AppError('request.not_found')))
}

function sendProblem(request: FastifyRequest, reply: FastifyReply, error: AppError): FastifyReply {
  const problem = toProblem(error.code, request.id, error.params, error.fields)
  const { seconds } = error.params
  if (problem.status === 429) void reply.header('retry-after', String(seconds ?? 1))
  if (problem.status === 503) void reply.header('retry-after', String(seconds ?? 5))
  if (problem.status === 401) void reply.header('www-authenticate', 'Bearer realm="kasyr"')
  return reply.code(problem.status).type('application/problem+json; charset=utf-8').send(problem)
}

function toAppError(error: FastifyError | Error, request: FastifyRequest): AppError {
  if (error instanceof AppError) return error
  const known = 'code' in error ? frameworkErrors[error.code] : undefined
  if (known) return new AppError(known)
  if (!request.raw.complete && 'code' in error && error.code === 'ECONNRESET') return new AppError('request.malformed')
  const unstorableAs = error instanceof DatabaseError ? unstorable[error.code ?? ''] : undefined
  if (unstorableAs) return new AppError('request.invalid', {}, [{ pointer: '', detail: unstorableAs }])
  request.log.error({ err: error }, 'request failed')
  return new AppError(isConnectionLoss(error) ? 'server.database_unavailable' : 'server.error')
}

const frameworkErrors: Record<string, ErrorCode | undefined> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'request.too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'request.unsupported_media_type',
  FST_ERR_CTP_INVALID_JSON_BODY: 'request.malformed',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'request.malformed',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'request.malformed',
  FST_ERR_BAD_URL: 'request.not_found',
  FST_UNDER_PRESSURE: 'server.overloaded',
}

/** What fits its schema and PostgreSQL still cannot keep: U+0000 in text and in jsonb, the year 0000. */
const unstorable: Record<string, string | undefined> = {
  '22021': 'Текст містить недозволений символ (нульовий байт).',
  '22P05': 'Текст містить недозволений символ (нульовий байт).',
  '22008': 'Такої дати немає в календарі.',
}

const isConnectionLoss = (error: Error): boolean =>
  ('code' in error &&
    ['ECONNREFUSED', 'ECONNRESET', '57P01', '57P02', '57P03', '53300'].includes(String(error.code))) ||
  /Connection terminated|connection error and is not queryable|timeout exceeded when trying to connect/.test(
    error.message,
  )

/** What comes before there is a route to answer: no hook has run, so the headers are set here. */
export function refuseUnreadable(publicUrl: string | null) {
  const headers = { ...dataHeaders(publicUrl), 'content-type': 'application/problem+json; charset=utf-8' }

  return {
    /** An address the router cannot read. Plain ones it always can; this is for the day it changes its mind. */
    address(_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
      void reply.headers(headers)
      sendProblem(request, reply, new AppError('request.not_found'))
    },

    /** Broken HTTP, headers beyond all measure. */
    request(error: Error & { code?: string }, socket: Socket): void {
      if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
      const code: ErrorCode = error.code === 'HPE_HEADER_OVERFLOW' ? 'request.too_large' : 'request.malformed'
      const body = JSON.stringify(toProblem(code, newId()))
      const head = { ...headers, 'content-length': Buffer.byteLength(body), connection: 'close' }
      const lines = Object.entries(head).map(([name, value]) => `${name}: ${value}\r\n`)
      socket.end(`HTTP/1.1 ${errors[code].status} Refused\r\n${lines.join('')}\r\n${body}`)
    },

    /** An `Expect` that is not `100-continue`: Node would answer 417 by itself. */
    expectation(_request: IncomingMessage, response: ServerResponse): void {
      const problem = toProblem('request.malformed', newId())
      response.writeHead(problem.status, { ...headers, connection: 'close' }).end(JSON.stringify(problem))
    },
  }
}
