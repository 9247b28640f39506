import { isIP } from 'node:net'
import type { FastifyRequest } from 'fastify'
import type { Logger } from '../../log.ts'
import type { Http } from '../http.ts'
import { isLoopback } from './own-hosts.ts'

const forwardedFor = 'x-forwarded-for'

/**
 * Stands first, so that `request.ip` is an address wherever it is used: what a proxy passes on under the name of one may be any
 * text its client made up. Then the address is the one the connection came from.
 */
export function believeAddressesOnly(http: Http): void {
  http.addHook('onRequest', (request, _reply, done) => {
    if (request.headers[forwardedFor] !== undefined && !isAddress(request.ip)) delete request.raw.headers[forwardedFor]
    done()
  })
}

/** With a zone (`fe80::1%…`) it could be of any length. */
const isAddress = (text: string): boolean => isIP(text) !== 0 && !text.includes('%')

/** Tells once when people come through a proxy on this machine that does not say who they are: then all count as one network. */
export function warnOfSilentProxy(http: Http, publicUrl: string | null, log: Logger): void {
  if (publicUrl === null) return
  const { host, origin } = new URL(publicUrl)
  const isUnderPublicName = ({ headers }: FastifyRequest): boolean =>
    headers.host?.toLowerCase() === host || headers.origin === origin
  let told = false
  http.addHook('onRequest', (request, _reply, done) => {
    const isSilent = !told && request.headers[forwardedFor] === undefined
    if (isSilent && isUnderPublicName(request) && isLoopback(request.socket.remoteAddress ?? '')) {
      told = true
      log.warn(
        'the proxy in front does not say who its clients are (X-Forwarded-For): all of them count as one network',
      )
    }
    done()
  })
}
