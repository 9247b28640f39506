import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { LogEntry, RequestLog } from './request-log.ts'

/** The way back to the client, which also notices when the client is gone. */
export interface Line {
  readonly response: ServerResponse
  readonly socket: Socket
  /** Aborted when the client left or the simulator closes: nothing written from now on is read. */
  readonly gone: AbortSignal
  /** The time of the simulated world, for the `Date` of an answer. */
  date: () => string
  /** To be said before the first byte of an answer. */
  noteStatus: (status: number) => void
  /** What happens to the connection from now on is our doing, not the client's. */
  letGo: () => void
}

export const openLine = (
  log: RequestLog,
  entry: LogEntry,
  incoming: IncomingMessage,
  response: ServerResponse,
  closing: AbortSignal,
): Line => {
  const { socket } = incoming
  const clientGone = new AbortController()

  const onClose = () => {
    if (!closing.aborted) log.note(entry, { client_gone_at: log.now() })
    clientGone.abort()
  }
  socket.once('close', onClose)
  // `close` reports a reset by the client; unhandled, the same reset would be an uncaught error.
  response.on('error', () => undefined)

  const gone = AbortSignal.any([clientGone.signal, closing])
  return {
    response,
    socket,
    gone,
    date: () => new Date(log.now()).toUTCString(),
    noteStatus: (status) => {
      if (!gone.aborted) log.note(entry, { status })
    },
    letGo: () => socket.off('close', onClose),
  }
}

/** The whole body, or with `complete: false` as much of it as came before the client left. */
export const readBody = (incoming: IncomingMessage): Promise<{ bytes: Buffer; complete: boolean }> =>
  new Promise((resolve) => {
    const chunks: Buffer[] = []
    const done = () => resolve({ bytes: Buffer.concat(chunks), complete: incoming.complete })
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.once('end', done)
    incoming.once('close', done)
    incoming.on('error', done)
  })
