import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { isLoopback } from './own-hosts.ts'

/** A proxy adds at least one of these, and no program that watches this machine from inside does. */
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

/**
 * The numbers tell how the shop is doing. A program on this machine may read them as it is; everybody else needs the token
 * of the settings, also a client of the proxy on this machine: its connection comes from loopback too.
 */
export function mayReadMetrics({ raw, headers }: FastifyRequest, token: string | null): boolean {
  const isLocal = isLoopback(raw.socket.remoteAddress ?? '')
  if (isLocal && proxyHeaders.every((name) => headers[name] === undefined)) return true
  const [, given] = /^bearer ([\w.~+/=-]+)$/i.exec(headers.authorization ?? '') ?? []
  return token !== null && given !== undefined && timingSafeEqual(digestOf(given), digestOf(token))
}

/** Of equal length whatever was sent, so that the comparison takes its time. */
const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()
