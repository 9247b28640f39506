import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { createServer, type RequestListener } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { callOutside, isAllowed, type OutboundRequest } from './outbound-http.ts'

async function listen(listener: RequestListener): Promise<URL> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return new URL(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/path?key=in-the-query`)
}

/** Was free a moment ago, and nobody is told of it. */
async function closedPort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise<void>((resolve) => server.close(() => resolve()))
  return typeof address === 'object' && address !== null ? address.port : 0
}

const call = (url: URL, more: Partial<OutboundRequest> = {}) =>
  callOutside({ method: 'POST', url, body: Buffer.from('тіло'), timeoutMs: 60_000, maxBytes: 1000, ...more })
const failure = (kind: string, sent: string) => ({ ok: false, failure: { kind, sent } })

test('what is sent arrives byte for byte, and the answer comes back whole', async () => {
  const url = await listen((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      response.writeHead(418, { 'x-agent': request.headers['user-agent'] })
      response.end(Buffer.concat(chunks))
    })
  })
  const outcome = await call(url)
  expect(outcome).toMatchObject({ ok: true, answer: { status: 418, body: Buffer.from('тіло') } })
  expect(outcome.ok && outcome.answer.headers.get('x-agent')).toBe('kasyr/1')
})

describe('surely not sent', () => {
  test('a name nobody knows', async () => {
    expect(await call(new URL('https://crm.invalid/'))).toEqual(failure('dns', 'no'))
  })

  test('a closed port, by address and by a name with several addresses', async () => {
    const port = await closedPort()
    expect(await call(new URL(`http://127.0.0.1:${port}/`))).toEqual(failure('refused', 'no'))
    expect(await call(new URL(`http://localhost:${port}/`))).toEqual(failure('refused', 'no'))
  })

  test.each([
    ['http://crm.example/', false],
    ['http://127.0.0.1.example/', false],
    ['http://10.0.0.1/', false],
    ['ftp://127.0.0.1/', false],
    ['https://user:password@crm.example/', false],
    ['https://crm.example/', true],
    ['http://127.9.9.9:80/', true],
    ['http://[::1]/', true],
    ['http://localhost/', true],
  ])('%s may be called: %s', async (address, allowed) => {
    expect(isAllowed(new URL(address))).toBe(allowed)
  })

  test('an address that may not be called, and a call cancelled before it began', async () => {
    expect(await call(new URL('http://crm.example/'))).toEqual(failure('bad_address', 'no'))
    const url = await listen((_request, response) => response.end())
    expect(await call(url, { signal: AbortSignal.abort() })).toEqual(failure('cancelled', 'no'))
  })
})

describe('perhaps sent', () => {
  test('TLS with something that does not speak it', async () => {
    const url = await listen((_request, response) => response.end())
    url.protocol = 'https:'
    const outcome = await call(url)
    expect(outcome).toMatchObject({ ok: false, failure: { sent: 'perhaps' } })
  })

  test('a connection that breaks before the answer', async () => {
    const url = await listen((request) => request.socket.resetAndDestroy())
    expect(await call(url)).toEqual(failure('reset', 'perhaps'))
    const politely = await listen((request) => request.socket.end())
    expect(await call(politely)).toEqual(failure('reset', 'perhaps'))
  })

  test('no answer within the deadline; or the caller goes away meanwhile', async () => {
    const arrived = Promise.withResolvers<void>()
    const url = await listen(() => arrived.resolve())
    const leaving = new AbortController()
    const cancelled = call(url, { signal: leaving.signal })
    await arrived.promise
    leaving.abort()
    expect(await cancelled).toEqual(failure('cancelled', 'perhaps'))
    expect(await call(url, { timeoutMs: 50 })).toEqual(failure('timeout', 'perhaps'))
  })

  test('something that is not HTTP', async () => {
    const url = await listen((request) => void request.socket.end('SSH-2.0-OpenSSH\r\n\r\n'))
    expect(await call(url)).toEqual(failure('bad_http', 'perhaps'))
  })
})

/** The deadline comes when the answer has begun and never before: the test moves the clock then. */
async function timeOutInTheMiddle() {
  const url = await listen((_request, response) => void response.writeHead(200, { 'content-length': 9 }).write('half'))
  const begun = new Promise<void>((resolve) => {
    const hear = () => (unsubscribe('http.client.response.finish', hear), resolve())
    subscribe('http.client.response.finish', hear)
  })
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  try {
    const outcome = call(url, { timeoutMs: 50 })
    await begun
    await new Promise(setImmediate)
    vi.advanceTimersByTime(50)
    return await outcome
  } finally {
    vi.useRealTimers()
  }
}

describe('answered, but of no use', () => {
  test('a redirect is not followed', async () => {
    let calls = 0
    const url = await listen((_request, response) => {
      calls += 1
      response.writeHead(307, { location: '/elsewhere' }).end()
    })
    expect(await call(url)).toEqual(failure('redirect', 'answered'))
    expect(calls).toBe(1)
  })

  test('more bytes than allowed, plain or packed; exactly so many are welcome', async () => {
    const plain = await listen((_request, response) => response.end('x'.repeat(1001)))
    expect(await call(plain)).toEqual(failure('too_large', 'answered'))
    const packed = await listen((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(100_000)))
    })
    expect(await call(packed)).toEqual(failure('too_large', 'answered'))
    expect(await call(packed, { maxBytes: 100_000 })).toMatchObject({ ok: true })
  })

  test('a body that breaks off, stops, or is not what its encoding says', async () => {
    const cut = await listen((_request, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('half', () => response.socket?.resetAndDestroy())
    })
    expect(await call(cut)).toEqual(failure('reset', 'answered'))
    expect(await timeOutInTheMiddle()).toEqual(failure('timeout', 'answered'))
    const notGzip = await listen((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end('plain text')
    })
    expect(await call(notGzip)).toEqual(failure('bad_http', 'answered'))
  })
})
