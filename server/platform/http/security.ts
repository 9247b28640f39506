import helmet from '@fastify/helmet'
import { AppError } from '#/contract/errors.ts'
import type { Http } from './http.ts'

/** Headers that tell the browser what this site never does, and the refusal of requests another site made. */
export async function secure(http: Http, publicUrl: string | null): Promise<void> {
  const https = publicUrl?.startsWith('https:') ?? false
  // Helmet builds its headers anew for every request. Answers of the API are never a page, so theirs are always the same.
  http.addHook('onRoute', (route) => {
    if (route.url.startsWith('/api/v1/')) Object.assign(route, { helmet: false })
  })
  await http.register(helmet, {
    enableCSPNonces: true,
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'self'"],
        'script-src': ["'self'"],
        'style-src': ["'self'"],
        'img-src': ["'self'", 'data:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'"],
        'object-src': ["'none'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
      },
    },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'same-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
  })

  const headers = apiHeaders(https)

  http.addHook('onRequest', async (request, reply) => {
    if (request.url.startsWith('/api/v1/')) void reply.headers(headers)
    if (request.url.startsWith('/api/') || !['GET', 'HEAD'].includes(request.method))
      void reply.header('cache-control', 'no-store')
    if (['GET', 'HEAD', 'OPTIONS'].includes(request.method)) return
    if (comesFromElsewhere(request.headers, request.host, publicUrl)) throw new AppError('request.cross_site')
  })
}

const apiHeaders = (https: boolean): Record<string, string> => ({
  'content-security-policy': "default-src 'none';base-uri 'none';form-action 'none';frame-ancestors 'none'",
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'same-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  ...(https && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
})

/** Programs send neither header; a browser cannot leave them out or change them. */
function comesFromElsewhere(
  headers: { origin?: string | undefined; 'sec-fetch-site'?: string | string[] | undefined },
  host: string,
  publicUrl: string | null,
): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  if (headers.origin === undefined) return false
  const own = [`http://${host}`, `https://${host}`, ...(publicUrl === null ? [] : [new URL(publicUrl).origin])]
  return !own.includes(headers.origin)
}
