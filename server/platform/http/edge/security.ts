import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '#/contract/errors.ts'
import type { Http } from '../http.ts'
import { ownHosts } from './own-hosts.ts'
import { dataHeaders } from './security-headers.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A monitoring program may call us by any name; the answer is no secret. */
    any_host?: true
  }
}

/** Stands before everything else, also before what matched no route: the headers, then whether the browser was led here. */
export function secure(http: Http, { host, public_url }: { host: string; public_url: string | null }): void {
  const headers = dataHeaders(public_url)
  const own = ownHosts(host, public_url)
  http.addHook('onRequest', (request, reply, done) => {
    void reply.headers(headers)
    if (!request.routeOptions.config.any_host) {
      // From a proxy we trust, `request.host` is what it was called by; otherwise it is the header itself.
      const isOurs = own.areIn(request.raw) && own.has(request.host, request.socket.localAddress)
      if (!isOurs) return done(new AppError('request.wrong_host'))
    }
    const isElsewhere = !reading.has(request.method) && comesFromElsewhere(request.headers, public_url)
    done(isElsewhere ? new AppError('request.cross_site') : undefined)
  })
}

const reading: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Programs send neither header; a browser cannot leave them out or change them. Our own origins are made of the name
 * the request was sent to and of the public address, never of what a proxy says, which may be wrong.
 */
function comesFromElsewhere(headers: IncomingHttpHeaders, publicUrl: string | null): boolean {
  const { host = '', origin, 'sec-fetch-site': site } = headers
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  if (origin === undefined) return false
  const own = [`http://${host}`, `https://${host}`, ...(publicUrl === null ? [] : [new URL(publicUrl).origin])]
  return !own.includes(origin)
}
