import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { isLoopback } from '../edge/own-hosts.ts'

/** Most proxies add at least one of these, and no program that watches this machine from inside does. */
const proxyHeaders = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via']

export interface MetricsAccess {
  /** Of the settings; null: there is none. */
  token: string | null
  public_url: string | null
}

/**
 * The numbers tell how the shop is doing. A reader must send the token of the settings. Only where nothing was said of a
 * public address may a program on this machine read them as it is: behind a proxy that adds no headers (nginx and HAProxy by
 * themselves do not), everybody comes from loopback, and under any name.
 */
export function mayReadMetrics({ raw, headers }: FastifyRequest, { token, public_url }: MetricsAccess): boolean {
  const isLocal = public_url === null && isLoopback(raw.socket.remoteAddress ?? '')
  if (isLocal && proxyHeaders.every((name) => headers[name] === undefined)) return true
  const [, given] = /^bearer ([\w.~+/=-]+)$/i.exec(headers.authorization ?? '') ?? []
  return token !== null && given !== undefined && timingSafeEqual(digestOf(given), digestOf(token))
}

/** Of equal length whatever was sent, so that the comparison takes its time. */
const digestOf = (text: string): Buffer => createHash('sha256').update(text).digest()
