import { createHash, createHmac } from 'node:crypto'
import { z } from 'zod'

export interface RpcRequest {
  jsonrpc: '2.0'
  id: number
  method: string
  params: Record<string, unknown>
}

/** Everything a scheme may sign. `raw_body` is the very text that will be sent, unless the scheme replaces `rpc`. */
export interface SigningCall {
  method: 'POST'
  /** With the query, as in the request line. */
  path: string
  rpc: RpcRequest
  raw_body: string
  now: Date
  nonce: string
  key: string
  secret: string
}

export interface Signed {
  headers: Record<string, string>
  /** For schemes that put the signature inside the call: replaces it and is serialised once more, the last time. */
  rpc?: RpcRequest
}

export type Signer = (call: SigningCall) => Signed

/** What CRMs with the same scheme still do differently; part of the mapping file, all optional. */
export const SigningOptions = z.strictObject({
  digest: z.enum(['md5', 'sha1', 'sha256', 'sha512']).optional(),
  encoding: z.enum(['hex', 'HEX', 'base64']).optional(),
  time: z.enum(['seconds', 'milliseconds', 'microseconds', 'iso']).optional(),
  headers: z
    .strictObject({
      key: z.string().min(1).default('X-Key'),
      timestamp: z.string().min(1).default('X-Timestamp'),
      nonce: z.string().min(1).default('X-Nonce'),
      signature: z.string().min(1).default('X-Signature'),
    })
    .prefault({}),
  /** Sign the call with sorted keys and no spaces instead of the bytes sent. */
  canonical: z.boolean().default(false),
  /** For `sorted-params`: where the signature and the time stand, and how the pieces are joined. */
  field: z.string().min(1).default('sign'),
  time_field: z.string().min(1).default('ts'),
  pair: z.enum(['=', '']).default('='),
  join: z.enum(['&', '']).default('&'),
  drop_empty: z.boolean().default(true),
  nested: z.enum(['json', 'skip']).default('json'),
  secret_place: z.enum(['append', 'prepend', 'key']).default('append'),
})
export type SigningOptions = z.infer<typeof SigningOptions>

export type Digest = NonNullable<SigningOptions['digest']>
type Encoding = NonNullable<SigningOptions['encoding']>
type TimeUnit = NonNullable<SigningOptions['time']>

export const hmac = (digest: Digest, secret: string, text: string, encoding: Encoding): string =>
  encoded(createHmac(digest, secret).update(text, 'utf8').digest(), encoding)

export const hash = (digest: Digest, text: string, encoding: Encoding): string =>
  encoded(createHash(digest).update(text, 'utf8').digest(), encoding)

function encoded(bytes: Buffer, encoding: Encoding): string {
  return encoding === 'HEX' ? bytes.toString('hex').toUpperCase() : bytes.toString(encoding)
}

/** Microseconds are milliseconds with three digits of the nonce: two calls within one millisecond must still differ. */
export function timestamp({ now, nonce }: Pick<SigningCall, 'now' | 'nonce'>, unit: TimeUnit): string {
  if (unit === 'iso') return now.toISOString()
  if (unit === 'seconds') return String(Math.floor(now.getTime() / 1000))
  if (unit === 'milliseconds') return String(now.getTime())
  const digits = (Number.parseInt(nonce.slice(-4), 16) || 0) % 1000
  return `${now.getTime()}${String(digits).padStart(3, '0')}`
}
