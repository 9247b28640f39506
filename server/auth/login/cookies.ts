import type { FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '#/server/app.ts'
import { newId } from '#/server/platform/random.ts'

/** On https the prefix makes the browser refuse the cookie unless it is Secure, ours alone and for this host. */
const isSecure = (app: App): boolean => app.config.public_url?.startsWith('https:') ?? false
const nameOf = (app: App, name: string): string => (isSecure(app) ? `__Host-kasyr_${name}` : `kasyr_${name}`)

const week = 7 * 24 * 3600
const year = 365 * 24 * 3600

export const readCookies = (app: App, { cookies }: FastifyRequest) => ({
  refresh_token: cookies[nameOf(app, 'refresh')] ?? null,
  device: cookies[nameOf(app, 'device')] ?? null,
})

function put(app: App, reply: FastifyReply, name: string, value: string, maxAge: number): void {
  const secure = isSecure(app)
  const path = secure ? '/' : '/api/v1/auth'
  void reply.setCookie(nameOf(app, name), value, { httpOnly: true, sameSite: 'strict', secure, path, maxAge })
}

export const setRefreshCookie = (app: App, reply: FastifyReply, token: string): void =>
  put(app, reply, 'refresh', token, week)
export const clearRefreshCookie = (app: App, reply: FastifyReply): void => put(app, reply, 'refresh', '', 0)

/** Lets the owner in from this browser while the password is guessed from others. A new password or a first factor ends it. */
export function setDeviceCookie(
  app: App,
  reply: FastifyReply,
  { user, devices_of }: { user: { id: string }; devices_of: string },
): void {
  const id = newId()
  put(app, reply, 'device', `${id}.${app.tokens.deviceProof({ user_id: user.id, device_id: id, devices_of })}`, year)
}
