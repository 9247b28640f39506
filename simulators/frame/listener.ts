import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import { BadInput } from './bad-input.ts'
import type { WorldClock } from './clock.ts'

const host = '127.0.0.1'

/** The port of a simulator: opened, closed for a while by a fault, closed for good with every connection. */
export const openListener = async (server: Server, wantedPort: number, clock: WorldClock, closing: AbortSignal) => {
  const sockets = new Set<Socket>()
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  server.on('request', (incoming, response) => {
    // A connection kept alive would go on serving calls although the port is closed.
    response.once('finish', () => {
      if (!server.listening) incoming.socket.end()
    })
  })

  const port = await listen(server, wantedPort)
  /** Opens a closed port; the one and only way back, whether by time or by hand. */
  let reopen = async () => {}

  return {
    url: `http://${host}:${port}`,
    /** The port is closed at once and opens again by itself. */
    closeFor: (ms: number) => {
      if (!server.listening) throw new BadInput('the port is closed already')
      server.close()
      let opening: Promise<void> | null = null
      reopen = () => {
        cancel()
        return (opening ??= listenAgain(server, port, closing))
      }
      const cancel = clock.after(ms, () => reopen())
    },
    reopen: () => reopen(),
    /** The next call of a client with a pool must make a new connection. */
    dropIdle: () => server.closeIdleConnections(),
    close: async () => {
      await reopen()
      const closed = new Promise((resolve) => server.close(resolve))
      const gone = [...sockets].map((socket) => new Promise((resolve) => socket.once('close', resolve)))
      for (const socket of sockets) socket.destroy()
      await Promise.all([closed, ...gone])
    },
  }
}

const listenAgain = async (server: Server, port: number, closing: AbortSignal) => {
  while (!closing.aborted) {
    try {
      await listen(server, port)
      return
    } catch {
      // A client's outgoing connection may have been given this very port meanwhile; it will be free again.
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }
}

const listen = (server: Server, port: number): Promise<number> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ host, port }, () => {
      server.off('error', reject)
      const address = server.address()
      if (address === null || typeof address === 'string') reject(new Error('the simulator has no TCP port'))
      else resolve(address.port)
    })
  })
