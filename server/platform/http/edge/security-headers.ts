import { randomSecret } from '../../random.ts'

/** Sent to the browser with every answer: what this site never does. */
export type SecurityHeaders = Readonly<Record<string, string>>

const policyOf = (parts: Record<string, string>): string =>
  Object.entries(parts)
    .map(([name, value]) => `${name} ${value}`)
    .join(';')

const everywhere = { 'base-uri': "'none'", 'frame-ancestors': "'none'" }

/** Answers are data unless a route says otherwise: they may load nothing, and no cache keeps them. */
export const dataHeaders = (publicUrl: string | null): SecurityHeaders => ({
  'cache-control': 'no-store',
  'content-security-policy': policyOf({ 'default-src': "'none'", ...everywhere, 'form-action': "'none'" }),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'x-permitted-cross-domain-policies': 'none',
  ...(publicUrl?.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
})

/** For a page of ours: it loads what comes from here, and inline only what carries the nonce of this very answer. */
export const pagePolicy = (nonce: string): string =>
  policyOf({
    'default-src': "'self'",
    'script-src': `'self' 'nonce-${nonce}'`,
    'style-src': `'self' 'nonce-${nonce}'`,
    'img-src': "'self' data:",
    'font-src': "'self'",
    'connect-src': "'self'",
    'object-src': "'none'",
    'form-action': "'self'",
    ...everywhere,
  })

/**
 * For the page that describes the API: `sandbox` takes its origin away, and with it cookies, storage and the right to read
 * our answers; `default-src` leaves it no server to talk to.
 */
export const docsPolicy = (nonce: string): string =>
  policyOf({
    'default-src': "'none'",
    'script-src': "'self'",
    'style-src': `'nonce-${nonce}'`,
    'img-src': 'data:',
    'font-src': 'data:',
    'form-action': "'none'",
    ...everywhere,
    sandbox: 'allow-scripts',
  })

export const newNonce = (): string => randomSecret(16).toString('base64')
