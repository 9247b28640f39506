import { connect } from 'node:net'

export interface Answer {
  status: number
  /** Of the body. */
  bytes: number
  text(): string
}

export interface Connection {
  ask(request: Buffer): Promise<Answer>
  close(): void
}

/** One connection that is kept, one request at a time. On the bare socket: the load must cost less than what it measures. */
export function openConnection(url: string): Connection {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname)
  socket.setNoDelay(true)
  let chunks: Buffer[] = []
  let received = 0
  let head: { length: number; body: number; status: number } | null = null
  let waiting: PromiseWithResolvers<Answer> | null = null

  const fail = (error: Error) => waiting?.reject(error)
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the server closed the connection')))
  socket.on('data', (chunk) => {
    chunks.push(chunk)
    received += chunk.length
    head ??= readHead(Buffer.concat(chunks))
    if (head === null || received < head.length + head.body) return
    const { length, body, status } = head
    const whole = chunks
    waiting?.resolve({ status, bytes: body, text: () => Buffer.concat(whole).toString('utf8', length) })
    ;[chunks, received, head, waiting] = [[], 0, null, null]
  })
  return {
    ask(request) {
      waiting = Promise.withResolvers()
      socket.write(request)
      return waiting.promise
    },
    close: () => socket.removeAllListeners('close').destroy(),
  }
}

function readHead(received: Buffer): { length: number; body: number; status: number } | null {
  const end = received.indexOf('\r\n\r\n')
  if (end === -1) return null
  const text = received.toString('latin1', 0, end)
  const [, length] = /\r\ncontent-length: *(\d+)/i.exec(text) ?? []
  if (length === undefined) throw new Error(`an answer without its length: ${text}`)
  return { length: end + 4, body: Number(length), status: Number(text.slice(9, 12)) }
}

export interface Asked {
  path: string
  method?: string
  body?: unknown
}

export function toRequest(url: string, token: string, { path, method = 'GET', body }: Asked): Buffer {
  const payload = body === undefined ? '' : JSON.stringify(body)
  const about =
    body === undefined ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(payload)}\r\n`
  return Buffer.from(
    `${method} ${path} HTTP/1.1\r\nhost: ${new URL(url).host}\r\nauthorization: Bearer ${token}\r\n${about}\r\n${payload}`,
  )
}
