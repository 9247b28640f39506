import { stringify } from 'safe-stable-stringify'
import { hash, hmac, SigningOptions, timestamp, type Digest, type Signer, type SigningCall } from './signing.ts'

/**
 * The signing schemes met in the wild, by name (`KASYR_CRM_SIGNER`). No public CRM documents its own, so which one it is
 * and its details are settings. `timestamp-nonce-body` is the default: it covers the body and makes a replay worthless.
 */
export const signerNames = [
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
export type SignerName = (typeof signerNames)[number]

type Scheme = (options: SigningOptions) => Signer

const schemes: Record<SignerName, Scheme> = {
  'timestamp-nonce-body':
    ({ headers, digest = 'sha256', encoding = 'hex', time = 'seconds', canonical }) =>
    (call) => {
      const ts = timestamp(call, time)
      const signed = hmac(digest, call.secret, `${ts}\n${call.nonce}\n${bodyOf(call, canonical)}`, encoding)
      return {
        headers: {
          [headers.key]: call.key,
          [headers.timestamp]: ts,
          [headers.nonce]: call.nonce,
          [headers.signature]: signed,
        },
      }
    },

  /** Neither time nor nonce: a recorded call can be sent again. For CRMs that know nothing better. */
  body:
    ({ headers, digest = 'sha256', encoding = 'hex', canonical }) =>
    (call) => {
      const signed = hmac(digest, call.secret, bodyOf(call, canonical), encoding)
      return { headers: { [headers.key]: call.key, [headers.signature]: signed } }
    },

  'method-path-nonce-body':
    ({ digest = 'sha256', encoding = 'hex', canonical }) =>
    (call) => {
      const text = [call.method, call.path, call.nonce, bodyOf(call, canonical)].join('\n')
      const signed = hmac(digest, call.secret, text, encoding)
      return { headers: { Authorization: `Bearer ${call.key}:${signed}:${call.nonce}` } }
    },

  'timestamp-method-path-body':
    ({ headers, digest = 'sha256', encoding = 'base64', time = 'seconds', canonical }) =>
    (call) => {
      const ts = timestamp(call, time)
      const text = `${ts}${call.method}${call.path}${bodyOf(call, canonical)}`
      const signed = hmac(digest, call.secret, text, encoding)
      return { headers: { [headers.key]: call.key, [headers.timestamp]: ts, [headers.signature]: signed } }
    },

  'sorted-params-md5': sortedParams('md5'),
  'sorted-params-sha1': sortedParams('sha1'),
  'sorted-params-sha256': sortedParams('sha256'),
  'sorted-params-sha512': sortedParams('sha512'),

  'key-timestamp-secret':
    ({ headers, digest = 'sha256', encoding = 'hex', time = 'seconds' }) =>
    (call) => {
      const ts = timestamp(call, time)
      const signed = hash(digest, `${call.key}${ts}${call.secret}`, encoding)
      return { headers: { [headers.key]: call.key, [headers.timestamp]: ts, [headers.signature]: signed } }
    },

  'timestamp-key':
    ({ headers, digest = 'sha512', encoding = 'hex', time = 'seconds' }) =>
    (call) => {
      const ts = timestamp(call, time)
      const signed = hmac(digest, call.secret, `${ts}${call.key}`, encoding)
      return { headers: { [headers.key]: call.key, [headers.timestamp]: ts, [headers.signature]: signed } }
    },

  tonce:
    ({ digest = 'sha1', encoding = 'hex', time = 'microseconds' }) =>
    (call) => {
      const tonce = timestamp(call, time)
      const { id, method, params } = call.rpc
      const values = Object.values(params).map(toTonceText).join(',')
      const text = `tonce=${tonce}&accesskey=${call.key}&requestmethod=post&id=${id}&method=${method}&params=${values}`
      const signed = hmac(digest, call.secret, text, encoding)
      const basic = Buffer.from(`${call.key}:${signed}`, 'utf8').toString('base64')
      return { headers: { Authorization: `Basic ${basic}`, 'Json-Rpc-Tonce': tonce } }
    },
}

export function createSigner(name: SignerName, options: SigningOptions = SigningOptions.parse({})): Signer {
  return schemes[name](options)
}

const bodyOf = ({ rpc, raw_body }: SigningCall, canonical: boolean): string =>
  canonical ? (stringify(rpc) ?? '') : raw_body

/** All fields of the call and of its params side by side, sorted by name; the secret stands at an end and is not sent. */
function sortedParams(scheme: Digest): Scheme {
  return (options) => (call) => {
    const { digest = scheme, encoding = 'hex', time = 'seconds', headers, field, time_field } = options
    const params: Record<string, unknown> = { ...call.rpc.params, [time_field]: Number(timestamp(call, time)) }
    if (time === 'iso') params[time_field] = timestamp(call, time)
    const text = joined({ ...call.rpc, ...params, params: undefined }, options)
    const withSecret = {
      append: `${text}${call.secret}`,
      prepend: `${call.secret}${text}`,
      key: `${text}&key=${call.secret}`,
    }[options.secret_place]
    const signed = { ...params, [field]: hash(digest, withSecret, encoding) }
    return { headers: { [headers.key]: call.key }, rpc: { ...call.rpc, params: signed } }
  }
}

function joined(fields: Record<string, unknown>, { field, pair, join, drop_empty, nested }: SigningOptions): string {
  return Object.entries(fields)
    .filter(([name, value]) => name !== field && value !== undefined)
    .filter(([, value]) => !drop_empty || (value !== null && value !== ''))
    .filter(([, value]) => nested === 'json' || typeof value !== 'object' || value === null)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([name, value]) => `${name}${pair}${toText(value)}`)
    .join(join)
}

const toText = (value: unknown): string =>
  typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value)

/** As the scheme's PHP origin prints values: no quotes, `true` is 1, `false` and null are nothing. */
const toTonceText = (value: unknown): string =>
  value === true ? '1' : value === false ? '' : toText(value).replaceAll('"', '')
