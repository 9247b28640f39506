import { connect, type Socket } from 'node:net'
import { patience } from '../support/patience.ts'

export interface RawAnswer {
  /** 0: the connection was closed without a word. */
  status: number
  headers: Record<string, string>
  body: string
}

/** Says byte for byte what no HTTP client would, one request after another on one connection while it lasts. */
export interface RawConnection {
  ask(request: string): Promise<RawAnswer>
  close(): void
}

export function openRaw(url: string): RawConnection {
  const { hostname, port } = new URL(url)
  let socket: Socket | null = null
  let received = Buffer.alloc(0)
  let settle: ((ended: boolean) => void) | null = null
  let fail: ((error: Error) => void) | null = null

  function open(): Socket {
    if (socket !== null && !socket.destroyed && socket.writable) return socket
    const opened = connect(Number(port), hostname.replace(/^\[|\]$/g, ''))
    received = Buffer.alloc(0)
    opened.on('data', (chunk: Buffer) => {
      if (socket !== opened) return
      received = Buffer.concat([received, chunk])
      settle?.(false)
    })
    // The other side may hang up before it has read everything.
    opened.on('error', () => undefined)
    opened.setTimeout(patience(20_000), () => fail?.(new Error(`no answer came; until now: ${received.toString()}`)))
    opened.on('close', () => socket === opened && settle?.(true))
    socket = opened
    return opened
  }

  return {
    ask: (request) =>
      new Promise((resolve, reject) => {
        const used = open()
        const isHead = request.startsWith('HEAD ')
        fail = reject
        settle = (ended) => {
          const read = readAnswer(received, isHead, ended)
          if (read === null) return
          settle = null
          received = received.subarray(read.length)
          if (read.ends) used.destroy()
          resolve(read.answer)
        }
        used.write(Buffer.from(request, 'latin1'))
      }),
    close: () => void socket?.destroy(),
  }
}

/** null: not everything is here yet. A stream of events has no end, so its head is the whole answer. */
function readAnswer(
  bytes: Buffer,
  isHead: boolean,
  ended: boolean,
): { answer: RawAnswer; length: number; ends: boolean } | null {
  const end = bytes.indexOf('\r\n\r\n')
  if (end < 0) return ended ? { answer: { status: 0, headers: {}, body: '' }, length: bytes.length, ends: true } : null
  const [first = '', ...lines] = bytes.subarray(0, end).toString('latin1').split('\r\n')
  const headers = Object.fromEntries(
    lines.map((line) => [line.split(':', 1)[0]?.toLowerCase(), line.replace(/^[^:]*: */, '')]),
  )
  const answer = { status: Number(first.split(' ')[1]), headers, body: '' }
  const isStream = headers['content-type']?.startsWith('text/event-stream') ?? false
  const isChunked = headers['transfer-encoding'] === 'chunked'
  const ends = isStream || headers['connection'] === 'close'
  const size = isHead || isStream ? 0 : isChunked ? chunkedSize(bytes, end + 4) : Number(headers['content-length'] ?? 0)
  if (size === null || bytes.length < end + 4 + size) return ended ? { answer, length: bytes.length, ends: true } : null
  const body = bytes.subarray(end + 4, end + 4 + size).toString()
  return { answer: { ...answer, body }, length: end + 4 + size, ends }
}

/** From chunk to chunk: what ends the body may also stand inside a chunk. */
function chunkedSize(bytes: Buffer, start: number): number | null {
  for (let at = start; ;) {
    const lineEnd = bytes.indexOf('\r\n', at)
    if (lineEnd < 0) return null
    const size = Number.parseInt(bytes.subarray(at, lineEnd).toString('latin1'), 16)
    at = lineEnd + 2 + size + 2
    if (at > bytes.length) return null
    if (size === 0) return at - start
  }
}

/** Asks many things over a few connections at once; answers come in the order of the questions. */
export async function askAll(url: string, requests: readonly string[], connections = 4): Promise<RawAnswer[]> {
  const answers: RawAnswer[] = []
  let next = 0
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const raw = openRaw(url)
      for (let at = next++; at < requests.length; at = next++) {
        let answer = await raw.ask(requests[at] ?? '')
        // A machine that is too busy says so, truthfully, of every address alike.
        while (codeOf(answer) === 'server.overloaded') answer = await raw.ask(requests[at] ?? '')
        answers[at] = answer
      }
      raw.close()
    }),
  )
  return answers
}

/** The code of a problem; empty when it is none. */
export const codeOf = ({ body }: RawAnswer): string => /"code":"([^"]+)"/.exec(body)?.[1] ?? ''

/** Said of an address that is not ours, whatever it looks like. */
export const isRefused = (answer: RawAnswer): boolean =>
  (answer.status === 404 && (codeOf(answer) === 'request.not_found' || answer.body === '')) ||
  (answer.status === 400 && (codeOf(answer) === 'request.malformed' || answer.body === ''))
