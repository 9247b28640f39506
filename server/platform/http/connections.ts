import type { Socket } from 'node:net'
import type { Http } from './http.ts'

/** What is under way when the service stops may take this long. */
const longestDrainMs = 15_000

/**
 * Lets the service stop in time. A browser opens connections ahead of need and says nothing on them; Node takes those
 * for busy, because their first request may be on its way, and would wait for them for more than a minute.
 */
export function endConnectionsOnClose(http: Http): void {
  const open = new Set<Socket>()
  http.server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  let closing = false
  http.addHook('onSend', async (_request, reply) => {
    // The next request of this reader goes to another process, or to this one after its restart.
    if (closing) void reply.header('connection', 'close')
  })
  http.addHook('preClose', async () => {
    closing = true
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    const lastCall = setTimeout(() => http.server.closeAllConnections(), longestDrainMs).unref()
    http.server.once('close', () => clearTimeout(lastCall))
  })
}
