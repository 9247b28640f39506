import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import type { SimulatedRequest } from '../frame/operations.ts'

/**
 * Checks signatures the way a CRM would, in code of its own: what signs must not be what verifies, or both could be wrong
 * alike. Key, time and signature are looked at in this order, and each has an answer of its own.
 */
export const schemeNames = [
  'timestamp-nonce-body',
  'body',
  'method-path-nonce-body',
  'timestamp-method-path-body',
  'sorted-params-md5',
  'sorted-params-sha1',
  'sorted-params-sha256',
  'sorted-params-sha512',
  'key-timestamp-secret',
  'timestamp-key',
  'tonce',
] as const
export type SchemeName = (typeof schemeNames)[number]

/** What a call claims, and what it should have been signed with. */
interface Claim {
  key: string
  signature: string
  expected: Buffer
  encoding: 'hex' | 'base64'
  /** Seconds; null for schemes without a time. */
  sent_at: number | null
  /** Not to be seen twice; null for schemes without one. */
  unique: string | null
}

type Read = (request: SimulatedRequest, secret: string) => Claim

export type Verdict =
  | { ok: true; unique: string | null }
  | { ok: false; reason: 'unknown_key' | 'clock_skew' | 'bad_signature' }

const mac = (digest: string, secret: string, ...parts: (string | Buffer)[]): Buffer => {
  const hmac = createHmac(digest, secret)
  for (const part of parts) hmac.update(part)
  return hmac.digest()
}

const header = ({ headers }: SimulatedRequest, name: string): string => String(headers[name] ?? '')
const target = ({ path, query }: SimulatedRequest): string => (query.size === 0 ? path : `${path}?${query.toString()}`)

const inHeaders = (request: SimulatedRequest) => ({
  key: header(request, 'x-key'),
  signature: header(request, 'x-signature'),
  encoding: 'hex' as const,
  sent_at: Number(header(request, 'x-timestamp')),
  unique: null,
})

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}

const plain = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))

const sorted =
  (digest: string): Read =>
  (request, secret) => {
    const { params, ...call } = record(request.json())
    const fields = { ...call, ...record(params) }
    const pairs = Object.keys(fields)
      .sort()
      .filter((name) => name !== 'sign' && fields[name] !== '' && fields[name] !== null)
      .map((name) => `${name}=${plain(fields[name])}`)
    const expected = createHash(digest).update(pairs.join('&')).update(secret).digest()
    const signature = plain(fields['sign'] ?? '')
    return { ...inHeaders(request), signature, expected, sent_at: Number(fields['ts']) }
  }

const schemes: Record<SchemeName, Read> = {
  'timestamp-nonce-body': (request, secret) => {
    const [time, nonce] = [header(request, 'x-timestamp'), header(request, 'x-nonce')]
    const expected = mac('sha256', secret, time, '\n', nonce, '\n', request.raw_body)
    return { ...inHeaders(request), expected, unique: nonce }
  },
  body: (request, secret) => ({
    ...inHeaders(request),
    expected: mac('sha256', secret, request.raw_body),
    sent_at: null,
  }),
  'method-path-nonce-body': (request, secret) => {
    const [, key = '', signature = '', nonce = ''] =
      /^Bearer ([^:]+):([^:]+):(.+)$/.exec(header(request, 'authorization')) ?? []
    const head = `${request.method}\n${target(request)}\n${nonce}\n`
    const expected = mac('sha256', secret, head, request.raw_body)
    return { key, signature, expected, encoding: 'hex', sent_at: null, unique: nonce }
  },
  'timestamp-method-path-body': (request, secret) => {
    const head = header(request, 'x-timestamp') + request.method + target(request)
    return { ...inHeaders(request), expected: mac('sha256', secret, head, request.raw_body), encoding: 'base64' }
  },
  'sorted-params-md5': sorted('md5'),
  'sorted-params-sha1': sorted('sha1'),
  'sorted-params-sha256': sorted('sha256'),
  'sorted-params-sha512': sorted('sha512'),
  'key-timestamp-secret': (request, secret) => {
    const text = header(request, 'x-key') + header(request, 'x-timestamp') + secret
    return { ...inHeaders(request), expected: createHash('sha256').update(text).digest() }
  },
  'timestamp-key': (request, secret) => {
    const text = header(request, 'x-timestamp') + header(request, 'x-key')
    return { ...inHeaders(request), expected: mac('sha512', secret, text) }
  },
  tonce: (request, secret) => {
    const basic = Buffer.from(header(request, 'authorization').slice('Basic '.length), 'base64').toString()
    const [key = '', signature = ''] = basic.split(':')
    const tonce = header(request, 'json-rpc-tonce')
    const call = record(request.json())
    const values = Object.values(record(call['params'])).map((value) =>
      value === true ? '1' : value === false || value === null ? '' : plain(value).replaceAll('"', ''),
    )
    const text = `tonce=${tonce}&accesskey=${key}&requestmethod=post&id=${plain(call['id'])}&method=${plain(call['method'])}&params=${values.join(',')}`
    const sent_at = Number(tonce) / 1_000_000
    return { key, signature, expected: mac('sha1', secret, text), encoding: 'hex', sent_at, unique: tonce }
  },
}

export const verifySignature = (
  request: SimulatedRequest,
  { scheme, key, secret, skew_seconds }: { scheme: SchemeName; key: string; secret: string; skew_seconds: number },
  nowMs: number,
): Verdict => {
  const claim = schemes[scheme](request, secret)
  if (claim.key !== key) return { ok: false, reason: 'unknown_key' }
  // Written so that a time that is no number is refused too.
  const isTimely = claim.sent_at === null || Math.abs(claim.sent_at - nowMs / 1000) <= skew_seconds
  if (!isTimely) return { ok: false, reason: 'clock_skew' }
  const given = Buffer.from(claim.signature, claim.encoding)
  const isRight = given.length === claim.expected.length && timingSafeEqual(given, claim.expected)
  return isRight ? { ok: true, unique: claim.unique } : { ok: false, reason: 'bad_signature' }
}
