/**
 * The one way to call an outside system. A failure is a value that says what happened and, what matters more where a call
 * has consequences, whether it may have arrived:
 *   `no`        surely not: not one byte of the request went out
 *   `perhaps`   nobody can tell; whoever asked for an effect must look before trying again
 *   `answered`  it arrived, an answer began, but is of no use
 * It carries no header, body or address: those hold secrets, and failures are logged and shown.
 */
export const outboundFailureKinds = [
  'bad_address',
  'cancelled',
  'dns',
  'refused',
  'tls',
  'timeout',
  'reset',
  'bad_http',
  'redirect',
  'too_large',
] as const
export type OutboundFailureKind = (typeof outboundFailureKinds)[number]

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
  const { url, method, headers, body, timeoutMs, maxBytes, signal } = request
  if (!isAllowed(url)) return failed('bad_address', 'no')
  if (signal?.aborted) return failed('cancelled', 'no')
  const deadline = AbortSignal.timeout(timeoutMs)
  const stopped = (): OutboundFailureKind | null =>
    signal?.aborted ? 'cancelled' : deadline.aborted ? 'timeout' : null
  let answered = false
  try {
    const response = await fetch(url, {
      method,
      headers: { 'user-agent': 'kasyr/1', ...headers },
      ...(body === undefined ? {} : { body }),
      // Followed, a redirect would carry a signed body, or credentials, to wherever the answer says.
      redirect: 'manual',
      signal: signal === undefined ? deadline : AbortSignal.any([deadline, signal]),
    })
    answered = true
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel()
      return failed('redirect', 'answered')
    }
    const bytes = await readUpTo(maxBytes, response.body)
    if (bytes === null) return failed('too_large', 'answered')
    return { ok: true, answer: { status: response.status, headers: response.headers, body: bytes } }
  } catch (error) {
    const { kind, sent } = toFailure(error, stopped())
    return failed(kind, answered ? 'answered' : sent)
  }
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

async function readUpTo(maxBytes: number, body: AsyncIterable<Uint8Array> | null): Promise<Buffer | null> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of body ?? []) {
    length += chunk.length
    if (length > maxBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Errors of connecting only: with these no request was written. Anything not listed here is `perhaps`. */
const beforeSending: Record<string, OutboundFailureKind> = {
  'bad port': 'bad_address',
  ENOTFOUND: 'dns',
  EAI_AGAIN: 'dns',
  ECONNREFUSED: 'refused',
  UND_ERR_CONNECT_TIMEOUT: 'refused',
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
  if (/^(HPE_|HTTPParserError|UND_ERR_HEADERS_OVERFLOW|Z_)/.test(code)) return { kind: 'bad_http', sent: 'perhaps' }
  return { kind: 'reset', sent: 'perhaps' }
}

/** fetch wraps what the system said in `cause`; of several addresses tried, the first speaks for all. */
function causeOf(error: unknown): { code: string; syscall: string } {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error
  const one: unknown = cause instanceof AggregateError ? cause.errors[0] : cause
  const text = (field: string): string => {
    const value: unknown = one instanceof Error ? Object.getOwnPropertyDescriptor(one, field)?.value : undefined
    return typeof value === 'string' ? value : ''
  }
  // Two failures of fetch come without a code: an answer that is not HTTP, and a port it never calls (1, 25, 6000 …).
  return { code: text('code') || text('name') || text('message'), syscall: text('syscall') }
}
