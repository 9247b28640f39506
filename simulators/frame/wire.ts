import type { Socket } from 'node:net'
import { sleep, type WorldClock } from './clock.ts'
import { encode, type Encoded, half, toRawBytes } from './encode-answer.ts'
import type { Line } from './line.ts'
import type { Answer } from './operations.ts'

/** `cut`: the connection was broken by us before the end of an answer. */
export type Sent = 'answered' | 'cut'

export const send = (line: Line, answer: Answer): Promise<Sent> => {
  const encoded = encode(answer)
  return sendParts(line, encoded, [encoded.body])
}

/** Parts are made as the client takes them, so a huge body costs no memory here. */
export const sendParts = async (line: Line, head: Omit<Encoded, 'body'>, parts: Iterable<Buffer>): Promise<Sent> => {
  writeHead(line, head)
  for (const part of parts) {
    if (line.gone.aborted) break
    if (!line.response.write(part)) await eventOrGone(line, 'drain')
  }
  return end(line)
}

export const sendSlowBody = async (
  line: Line,
  answer: Answer,
  clock: WorldClock,
  intervalMs: number,
): Promise<Sent> => {
  const encoded = encode(answer)
  writeHead(line, encoded)
  line.response.flushHeaders()
  for (const byte of encoded.body) {
    await sleep(clock, intervalMs, line.gone)
    if (line.gone.aborted) break
    line.response.write(Buffer.of(byte))
  }
  return end(line)
}

export const sendSlowHead = async (
  line: Line,
  answer: Answer,
  clock: WorldClock,
  intervalMs: number,
): Promise<Sent> => {
  const { head, body } = toRawBytes(answer)
  line.noteStatus(answer.status)
  for (const byte of head) {
    await sleep(clock, intervalMs, line.gone)
    if (line.gone.aborted) return 'cut'
    line.socket.write(Buffer.of(byte))
  }
  await endRaw(line, body)
  return 'answered'
}

export const sendTwice = async (line: Line, answer: Answer): Promise<Sent> => {
  const { head, body } = toRawBytes(answer)
  line.noteStatus(answer.status)
  await endRaw(line, Buffer.concat([head, body, head, body]))
  return 'answered'
}

export const sendTruncated = async (line: Line, answer: Answer): Promise<Sent> => {
  const { head, body } = toRawBytes(answer)
  line.noteStatus(answer.status)
  await endRaw(line, Buffer.concat([head, half(body)]))
  return 'cut'
}

export const sendWrongLength = async (line: Line, answer: Answer, by: number): Promise<Sent> => {
  const encoded = encode(answer)
  const length = Math.max(encoded.body.length + by, 0)
  return sendParts(line, { ...encoded, headers: { ...encoded.headers, 'content-length': length } }, [encoded.body])
}

export const reset = (line: Line): Sent => {
  line.letGo()
  resetSocket(line.socket)
  return 'cut'
}

/**
 * While a socket is shut down, libuv refuses to reset it, and Node then never reports its end: a wait for it would last
 * for ever. Its client has left already, so there is no connection to reset.
 */
export const resetSocket = (socket: Socket): void =>
  void (socket.writableEnded ? socket.destroy() : socket.resetAndDestroy())

export const resetMidAnswer = async (line: Line, answer: Answer, part: 'head' | 'body'): Promise<Sent> => {
  const { head, body } = toRawBytes(answer)
  line.noteStatus(answer.status)
  const bytes = part === 'head' ? half(head) : Buffer.concat([head, half(body)])
  // Only what the kernel has taken reaches the client: a reset drops the rest.
  await new Promise((resolve) => line.socket.write(bytes, resolve))
  return reset(line)
}

const writeHead = (line: Line, { status, headers }: Omit<Encoded, 'body'>) => {
  line.noteStatus(status)
  line.response.writeHead(status, { date: line.date(), ...headers })
}

const end = async (line: Line): Promise<Sent> => {
  line.response.end()
  await eventOrGone(line, 'finish')
  return line.gone.aborted ? 'cut' : 'answered'
}

const eventOrGone = (line: Line, event: 'drain' | 'finish'): Promise<void> =>
  new Promise((resolve) => {
    if (line.gone.aborted) return resolve()
    const done = () => {
      line.response.off(event, done)
      line.gone.removeEventListener('abort', done)
      resolve()
    }
    line.response.on(event, done)
    line.gone.addEventListener('abort', done)
  })

const endRaw = (line: Line, bytes: Buffer): Promise<void> => {
  line.letGo()
  return new Promise((resolve) => {
    if (line.socket.destroyed) return resolve()
    line.socket.once('close', () => resolve())
    line.socket.end(bytes, () => resolve())
  })
}
