import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import { pipeline, type Readable, type Transform } from 'node:stream'
import zlib from 'node:zlib'

/**
 * The one way to call an outside system. A failure is a value that says what happened and, what matters more where a call
 * has consequences, whether it may have arrived:
 *   `no`        surely not: not one byte of the request went out
 *   `perhaps`   not known; a caller that wanted an effect must look it up before trying again
 *   `answered`  it arrived, an answer began, but is of no use
 * It carries no header, body or address: those hold secrets, and failures are logged and shown.
 */
export type OutboundFailureKind =
  | 'bad_address'
  | 'cancelled'
  | 'dns'
  | 'refused'
  | 'tls'
  | 'timeout'
  | 'reset'
  | 'bad_http'
  | 'redirect'
  | 'too_large'

export interface OutboundFailure {
  kind: OutboundFailureKind
  sent: 'no' | 'perhaps' | 'answered'
}

export interface OutboundRequest {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  url: URL
  headers?: Record<string, string>
  /** Bytes go out as they are: what was signed is what is sent. */
  body?: Buffer<ArrayBuffer>
  /** For the whole call, from the name lookup to the last byte of the answer. */
  timeoutMs: number
  /** Of the answer after unpacking: a small gzip may hold a gigabyte. */
  maxBytes: number
  signal?: AbortSignal | undefined
}

export interface OutboundAnswer {
  status: number
  headers: Headers
  body: Buffer
}

export type OutboundOutcome = { ok: true; answer: OutboundAnswer } | { ok: false; failure: OutboundFailure }

export async function callOutside(request: OutboundRequest): Promise<OutboundOutcome> {
  const { url, timeoutMs, maxBytes, signal } = request
  if (!isAllowed(url)) return failed('bad_address', 'no')
  if (signal?.aborted) return failed('cancelled', 'no')
  const ending = new AbortController()
  const deadline = setTimeout(() => ending.abort(), timeoutMs)
  const stopped = (): OutboundFailureKind | null =>
    signal?.aborted ? 'cancelled' : ending.signal.aborted ? 'timeout' : null
  let answered = false
  try {
    const response = await ask(request, signal === undefined ? ending.signal : AbortSignal.any([ending.signal, signal]))
    answered = true
    const [status, headers] = [response.statusCode ?? 0, toHeaders(response)]
    // Followed, a redirect would carry a signed body, or credentials, to wherever the answer says.
    if (status >= 300 && status < 400) {
      response.destroy()
      return failed('redirect', 'answered')
    }
    const bytes = await readUpTo(maxBytes, unpacked(response))
    if (bytes === null) return failed('too_large', 'answered')
    return { ok: true, answer: { status, headers, body: bytes } }
  } catch (error) {
    const { kind, sent } = toFailure(error, stopped())
    return failed(kind, answered ? 'answered' : sent)
  } finally {
    clearTimeout(deadline)
  }
}

/** Until the connection is answered, no byte of the request has gone out. */
const connectMs = 10_000

/**
 * By node:http and not by fetch: fetch throws past every handler, and so ends the process, when an answer that names too many
 * encodings breaks off.
 */
function ask({ method, url, headers, body }: OutboundRequest, signal: AbortSignal): Promise<IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http
  return new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': body.length }
    const usual = { 'user-agent': 'kasyr/1', 'accept-encoding': 'gzip, br', ...length }
    const call = request(url, { method, headers: { ...usual, ...headers }, signal })
    // For as long as the call lives: an error without a listener would end the process.
    call.on('error', reject).once('response', resolve)
    call.once('socket', (socket) => {
      if (!socket.connecting) return
      const late = setTimeout(() => call.destroy(errorOf('CONNECT_TIMEOUT')), connectMs)
      const isDone = () => clearTimeout(late)
      socket.once('connect', isDone).once('close', isDone)
    })
    call.end(body)
  })
}

const errorOf = (code: 'CONNECT_TIMEOUT' | 'UNKNOWN_ENCODING'): Error => Object.assign(new Error(code), { code })

function toHeaders({ rawHeaders }: IncomingMessage): Headers {
  const headers = new Headers()
  for (let at = 0; at + 1 < rawHeaders.length; at += 2) headers.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
  return headers
}

/** An answer that breaks off in the middle of a block is still unpacked as far as it goes; its JSON will not be whole. */
const lenient = { flush: zlib.constants.Z_SYNC_FLUSH, finishFlush: zlib.constants.Z_SYNC_FLUSH }
const unpackers: ReadonlyMap<string, () => Transform> = new Map<string, () => Transform>([
  ['gzip', () => zlib.createGunzip(lenient)],
  ['x-gzip', () => zlib.createGunzip(lenient)],
  ['deflate', () => zlib.createInflate(lenient)],
  ['br', () => zlib.createBrotliDecompress()],
  ['zstd', () => zlib.createZstdDecompress()],
])

/** Unpacks no faster than the answer is read. No server packs an answer twice, so several encodings are refused. */
function unpacked(response: IncomingMessage): Readable {
  const encodings = (response.headers['content-encoding'] ?? '')
    .split(',')
    .map((name) => name.trim().toLowerCase())
    .filter((name) => name !== '' && name !== 'identity')
  const [encoding, ...others] = encodings
  if (encoding === undefined) return response
  const unpacker = unpackers.get(encoding)
  if (unpacker === undefined || others.length > 0) {
    response.destroy()
    throw errorOf('UNKNOWN_ENCODING')
  }
  // Ends both when either ends; the reader gets the error.
  return pipeline(response, unpacker(), () => undefined)
}

const failed = (kind: OutboundFailureKind, sent: OutboundFailure['sent']): OutboundOutcome => ({
  ok: false,
  failure: { kind, sent },
})

/** https, or plain http that never leaves this machine. A password within an address would end up in logs. */
export function isAllowed({ protocol, hostname, username, password }: URL): boolean {
  if (username !== '' || password !== '') return false
  const isLoopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname)
  return protocol === 'https:' || (protocol === 'http:' && isLoopback)
}

/** null: there is more than that. To stop reading ends the answer, and the connection with it. */
async function readUpTo(maxBytes: number, body: AsyncIterable<Uint8Array>): Promise<Buffer | null> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body) {
    length += chunk.length
    if (length > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Errors of connecting only: with these no request was written. Anything not listed here is `perhaps`. */
const beforeSending: Record<string, OutboundFailureKind> = {
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  ECONNREFUSED: 'refused',
  CONNECT_TIMEOUT: 'refused',
}
/** Node checks the certificate before anything is written. */
const badCertificate = /^(CERT_|ERR_TLS_CERT_|UNABLE_TO_|DEPTH_ZERO_|SELF_SIGNED_|HOSTNAME_MISMATCH)/
/** Of a connect: the same code on a connection that already stands proves nothing. */
const isUnreachable = /^(EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|EADDRNOTAVAIL|ETIMEDOUT)$/

function toFailure(error: unknown, stopped: OutboundFailureKind | null): OutboundFailure {
  if (stopped !== null) return { kind: stopped, sent: 'perhaps' }
  const { code, syscall } = causeOf(error)
  const early = beforeSending[code]
  if (early !== undefined) return { kind: early, sent: 'no' }
  if (badCertificate.test(code)) return { kind: 'tls', sent: 'no' }
  if (isUnreachable.test(code) && syscall === 'connect') return { kind: 'refused', sent: 'no' }
  if (/^(ERR_SSL_|EPROTO)/.test(code)) return { kind: 'tls', sent: 'perhaps' }
  if (/^(HPE_|Z_|ERR_ZLIB_|ERR_BROTLI|ERR__ERROR_|ZSTD_|UNKNOWN_ENCODING)/.test(code))
    return { kind: 'bad_http', sent: 'perhaps' }
  return { kind: 'reset', sent: 'perhaps' }
}

/** Of several addresses that were tried, the first speaks for all. */
function causeOf(error: unknown): { code: string; syscall: string } {
  const one: unknown = error instanceof AggregateError ? error.errors[0] : error
  const text = (field: string): string => {
    const value: unknown = one instanceof Error ? Object.getOwnPropertyDescriptor(one, field)?.value : undefined
    return typeof value === 'string' ? value : ''
  }
  return { code: text('code'), syscall: text('syscall') }
}
