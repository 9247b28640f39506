import { connect } from 'node:net'
import { createWeb, type WebOptions } from '#/server/http.ts'
import { openEventBus } from '#/server/platform/events.ts'
import type { Http } from '#/server/platform/http/http.ts'
import type { Db } from '#/server/platform/database/db.ts'
import { ApiClient } from '../support/api-client.ts'
import { patience } from '../support/patience.ts'
import type { TestApp } from '../support/test-app.ts'

interface OwnWeb extends WebOptions {
  /** Routes that do what no route of ours does: fail, or wait. */
  routes?: (http: Http) => void
  db?: Db
}

/** A second web on the same service, for what only another configuration or another route can show. */
export async function openWeb(kasyr: TestApp, { routes, db, limits, ...options }: OwnWeb = {}) {
  const { app, config } = kasyr
  const bus = await openEventBus(config.database_url ?? '', app.db, app.log)
  const http = await createWeb({ ...app, ...(db && { db }) }, bus, {
    check_answers: true,
    // A machine that is busy with other tests is no load of this service.
    limits: { longest_event_loop_delay_ms: 0, ...limits },
    ...options,
  })
  routes?.(http)
  const url = await http.listen({ host: '127.0.0.1', port: 0 })
  return { url, http, anonymous: new ApiClient(url), close: () => http.close().then(bus.close) }
}

/** A route that does what the request says. */
export const route = (name: string, handle: () => Promise<unknown>) => (http: Http) =>
  void http.get(`/api/v1/${name}`, { config: { permission: 'public' }, schema: { summary: name } }, handle)

/** Says something that no HTTP client would, and gives back all that is answered until the connection ends. */
export function sayRaw(url: string, text: string): Promise<string> {
  const { hostname, port } = new URL(url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname, () => socket.write(text))
    let answer = ''
    socket.on('data', (chunk) => (answer += chunk.toString()))
    // The other side may hang up before it has read everything.
    socket.on('error', () => undefined)
    socket.on('close', () => resolve(answer))
    socket.setTimeout(patience(20_000), () => reject(new Error(`the connection stays open; until now: ${answer}`)))
  })
}
