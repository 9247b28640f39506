import { createServer, type RequestListener } from 'node:http'
import { createServer as createSocketServer } from 'node:net'
import { promisify } from 'node:util'
import zlib from 'node:zlib'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createNovaPoshtaClient } from '#/server/integrations/carrier/novaposhta-client.ts'
import { createJsonRpcCrmClient } from '#/server/integrations/crm/jsonrpc-crm-client.ts'
import { createCheckbox } from '#/server/integrations/fiscal/checkbox/client.ts'
import { parseBody } from '#/server/integrations/parse-body.ts'
import { callOutside, type OutboundRequest } from '#/server/platform/outbound/outbound-http.ts'
import { howOften } from '../support/how-often.ts'
import { patience } from '../support/patience.ts'

const megabyte = 1024 ** 2
/** What a few MB of gzip may unpack to. */
const bombMegabytes = howOften({ usually: 150, long: 1_500 })
/** Only what never ends by itself may meet it. */
const longestMs = patience(30_000)
/** The process of the tests breathes as well; a bomb that was unpacked would take all it holds. */
const mostGrowth = 150 * megabyte

async function listen(listener: RequestListener): Promise<URL> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return new URL(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`)
}

const call = (url: URL, more: Partial<OutboundRequest> = {}) =>
  callOutside({ method: 'GET', url, timeoutMs: longestMs, maxBytes: 10 * megabyte, ...more })

/** On a starved machine a short deadline may pass before the answer has even begun: then it is asked again with a longer one. */
async function callWithinShort(url: URL, timeoutMs = 300): ReturnType<typeof call> {
  const result = await call(url, { timeoutMs })
  const hasBegun = result.ok || result.failure.sent === 'answered'
  return hasBegun || timeoutMs >= longestMs ? result : callWithinShort(url, timeoutMs * 2)
}

const failure = (kind: string, sent = 'answered') => ({ ok: false, failure: { kind, sent } })

/** How much memory it needed at most. */
async function measured<Result>(work: () => Promise<Result>) {
  const before = process.memoryUsage().rss
  let highest = before
  const watching = setInterval(() => (highest = Math.max(highest, process.memoryUsage().rss)), 5)
  try {
    const result = await work()
    return { result, grown: highest - before }
  } finally {
    clearInterval(watching)
  }
}

/** One megabyte packed and flushed can be repeated for ever: the stream stays whole, only its end is missing. */
async function repeated(packer: zlib.Gzip | zlib.Deflate): Promise<Buffer> {
  const parts: Buffer[] = []
  packer.on('data', (part: Buffer) => parts.push(part))
  const flushed = async (): Promise<Buffer> => {
    packer.write(Buffer.alloc(megabyte))
    await new Promise<void>((resolve) => packer.flush(zlib.constants.Z_FULL_FLUSH, resolve))
    return Buffer.concat(parts.splice(0))
  }
  const [first, next] = [await flushed(), await flushed()]
  return Buffer.concat([first, ...Array.from({ length: bombMegabytes - 1 }, () => next)])
}

async function packedWhole(packer: zlib.BrotliCompress | zlib.ZstdCompress): Promise<Buffer> {
  const parts: Buffer[] = []
  packer.on('data', (part: Buffer) => parts.push(part))
  const ended = new Promise<void>((resolve) => packer.on('end', resolve))
  for (let count = 0; count < bombMegabytes; count += 1)
    await new Promise<void>((resolve) => packer.write(Buffer.alloc(megabyte), () => resolve()))
  packer.end()
  await ended
  return Buffer.concat(parts)
}

const bombs = new Map<string, Buffer>()
beforeAll(async () => {
  const quick = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } }
  bombs.set('gzip', await repeated(zlib.createGzip()))
  bombs.set('x-gzip', bombs.get('gzip') ?? Buffer.alloc(0))
  bombs.set('deflate', await repeated(zlib.createDeflate()))
  bombs.set('br', await packedWhole(zlib.createBrotliCompress(quick)))
  bombs.set('zstd', await packedWhole(zlib.createZstdCompress()))
  const gzip = promisify(zlib.gzip)
  for (const [name, packed] of [...bombs]) bombs.set(`${name}, gzip`, await gzip(packed))
})

describe(`an answer that unpacks to ${bombMegabytes} MB is dropped at its limit, without the memory`, () => {
  test.each(['gzip', 'x-gzip', 'deflate', 'br', 'zstd'])('%s', async (encoding) => {
    const url = await listen((_request, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(bombs.get(encoding))
    })
    const { result, grown } = await measured(() => call(url))
    expect(result).toEqual(failure('too_large'))
    expect(grown).toBeLessThan(mostGrowth)
  })

  test.each(['gzip, gzip', 'deflate, gzip', 'br, gzip', 'zstd, gzip', 'compress', 'nobody-knows'])(
    'packed twice, or in a way nobody knows, it is no answer: %s',
    async (encoding) => {
      const url = await listen((_request, response) => {
        response.writeHead(200, { 'content-encoding': encoding }).end(bombs.get(encoding) ?? 'plain')
      })
      const { result, grown } = await measured(() => call(url))
      expect(result).toEqual(failure('bad_http'))
      expect(grown).toBeLessThan(mostGrowth)
    },
  )

  /** fetch rejects this one and forgets to hear what becomes of the connection: then the process ends. */
  test('packed twenty times and broken off, it does not end the process', async () => {
    let sockets = 0
    const url = await listen((_request, response) => {
      response.writeHead(200, { 'content-encoding': Array.from({ length: 20 }, () => 'gzip').join(', ') })
      response.write(bombs.get('gzip')?.subarray(0, 10_000), () => response.socket?.resetAndDestroy())
      response.on('close', () => (sockets += 1))
    })
    const unheard: unknown[] = []
    const hear = (error: unknown) => void unheard.push(error)
    process.on('uncaughtException', hear).on('unhandledRejection', hear)
    onTestFinished(() => void process.off('uncaughtException', hear).off('unhandledRejection', hear))
    for (let count = 1; count <= 5; count += 1) expect(await call(url, { timeoutMs: 100 })).toMatchObject({ ok: false })
    await expect.poll(() => sockets).toBe(5)
    // A whole turn after the last deadline.
    await callOutside({ method: 'GET', url: await listen(() => undefined), timeoutMs: 200, maxBytes: 1 })
    expect(unheard).toEqual([])
  })

  test('the rest of an answer that is not read is not waited for either', async () => {
    let gone = false
    const url = await listen((_request, response) => {
      response.writeHead(307, { location: '/elsewhere', 'content-encoding': 'gzip' })
      response.on('close', () => (gone = true)).write(bombs.get('gzip'))
    })
    expect(await call(url)).toEqual(failure('redirect'))
    await expect.poll(() => gone).toBe(true)
  })
})

describe('an answer that never ends', () => {
  test('a body without end is read up to its limit', async () => {
    let gone = false
    const url = await listen((_request, response) => {
      const goOn = () => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024, 'x')));
      }
      response.on('drain', goOn).on('close', () => (gone = true))
      goOn()
    })
    const { result, grown } = await measured(() => call(url))
    expect(result).toEqual(failure('too_large'))
    expect(grown).toBeLessThan(mostGrowth)
    await expect.poll(() => gone).toBe(true)
  })

  test('a byte now and then is read until the deadline, however many come', async () => {
    const url = await listen((_request, response) => {
      response.writeHead(200)
      const dripping = setInterval(() => response.write('x'), 10)
      response.on('close', () => clearInterval(dripping))
    })
    const result = await callWithinShort(url)
    expect(result).toEqual(failure('timeout'))
  })

  test('a packed body that unpacks to nothing is read until the deadline', async () => {
    // The name of the packed file, which gzip lets be of any length.
    const head = Buffer.from([0x1f, 0x8b, 8, 8, 0, 0, 0, 0, 0, 3])
    const url = await listen((_request, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).write(head)
      const goOn = () => {
        while (!response.destroyed && response.write(Buffer.alloc(64 * 1024, 'x')));
      }
      response.on('drain', () => setImmediate(goOn))
      goOn()
    })
    const { result, grown } = await measured(() => callWithinShort(url))
    expect(result).toEqual(failure('timeout'))
    expect(grown).toBeLessThan(mostGrowth)
  })

  test.each([
    ['one header of a megabyte', () => `HTTP/1.1 200 OK\r\nx-long: ${'x'.repeat(megabyte)}\r\n\r\n`],
    ['a hundred thousand headers', () => `HTTP/1.1 200 OK\r\n${'x-many: 1\r\n'.repeat(100_000)}\r\n`],
  ])('%s is no answer', async (_what, head) => {
    const server = createSocketServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.end(head()))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const address = server.address()
    const url = new URL(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`)
    expect(await call(url)).toEqual(failure('bad_http', 'perhaps'))
  })
})

describe('what the three clients make of a hostile answer', () => {
  const clock = { now: () => new Date() }
  const clients = {
    crm: async (url: URL) => {
      const client = createJsonRpcCrmClient({ url: url.href, key: 'k', secret: 's', clock, random: () => 0 })
      const outcome = await client.listOrders({ updated_from: null, offset: 0, limit: 500 })
      return outcome.ok ? 'taken' : outcome.failure.kind
    },
    carrier: async (url: URL) => {
      const client = createNovaPoshtaClient({ url: url.href, clock, random: () => 0 })
      return (await client.askStatuses('key', ['20450000000001'])).failure?.kind ?? 'taken'
    },
    fiscal: async (url: URL) => {
      const { fiscal } = createCheckbox({ url: url.href, prefix: '/ettn', clock })
      const check = await fiscal.checkCredentials({ license_key: 'license', pin: '1111' })
      return check.ok ? 'taken' : check.failure.kind
    },
  }
  const deep = (open: string, close: string, times: number) => `${open.repeat(times)}${close.repeat(times)}`
  const answers: [string, () => Buffer | string, string][] = [
    ['a bomb', () => bombs.get('gzip') ?? '', 'gzip'],
    ['half a million lists in one another', () => deep('[', ']', 500_000), ''],
    ['lists in one another within a result', () => `{"jsonrpc":"2.0","id":1,"result":${deep('[', ']', 200_000)}}`, ''],
    ['objects in one another', () => `{"success":true,"data":[${deep('{"a":', '}', 100_000).replace('}', '1}')}]}`, ''],
    ['brackets that are never closed', () => '{"data":['.repeat(100_000), ''],
    ['a text full of brackets', () => JSON.stringify({ message: '['.repeat(500_000) }), ''],
  ]

  describe.each(Object.entries(clients))('%s', (_name, ask) => {
    test.each(answers)('%s is a failure with a name', async (_what, body, encoding) => {
      const url = await listen((_request, response) => {
        response.writeHead(200, {
          'content-type': 'application/json',
          ...(encoding !== '' && { 'content-encoding': encoding }),
        })
        response.end(body())
      })
      const { result, grown } = await measured(() => ask(url))
      expect(result).toMatch(/^(too_large|bad_answer|unavailable|timeout)$/)
      expect(grown).toBeLessThan(mostGrowth)
    })
  })

  test('sixty-four levels are read, and brackets within a text count for nothing', () => {
    expect(parseBody(Buffer.from(deep('[', ']', 64)))).toMatchObject({ problem: null })
    expect(parseBody(Buffer.from(deep('[', ']', 65)))).toMatchObject({ problem: 'вкладеність завелика' })
    const text = { said: `\\"${'[{'.repeat(100)}`, next: ['Ґ"'] }
    expect(parseBody(Buffer.from(JSON.stringify(text)))).toEqual({ json: text, problem: null })
  })
})
