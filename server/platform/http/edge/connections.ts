import type { Socket } from 'node:net'
import type { Http } from '../http.ts'

/** What is under way when the service stops may take this long. */
const longestDrainMs = 15_000

/**
 * Lets the service stop in time. Node's `close` waits for every connection, and two kinds would stay for a minute:
 * those a browser opened ahead of need and said nothing on (taken for busy, their request may be on its way), and those
 * whose answer began before the stop and promised to be kept alive.
 */
export function endConnectionsOnClose(http: Http): void {
  const open = new Set<Socket>()
  let closing = false
  http.server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  http.addHook('preClose', async () => {
    closing = true
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
    const lastCall = setTimeout(() => http.server.closeAllConnections(), longestDrainMs).unref()
    http.server.once('close', () => clearTimeout(lastCall))
  })
  http.addHook('onSend', (_request, reply, answer, done) => {
    // The next request of this reader goes to another process, or to this one after its restart.
    if (closing) void reply.header('connection', 'close')
    done(null, answer)
  })
  http.addHook('onResponse', (_request, _reply, done) => {
    // A stream sent its headers long ago, so its connection is idle only now.
    if (closing) http.server.closeIdleConnections()
    done()
  })
}
