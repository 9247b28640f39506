import { readFileSync } from 'node:fs'
import { createServer, globalAgent, type ServerOptions } from 'node:https'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { callOutside } from './outbound-http.ts'

/** Made for these tests: of the name `localhost`, signed by itself, so that nobody believes it unless told to. */
const pem = readFileSync(join(import.meta.dirname, '..', '..', '..', 'test', 'support', 'localhost.pem'), 'utf8')

async function listen(options: ServerOptions = {}): Promise<{ port: number; heard: string[] }> {
  const heard: string[] = []
  const server = createServer({ key: pem, cert: pem, ...options }, (request, response) => {
    heard.push(request.url ?? '')
    response.end('вітаю')
  })
  await new Promise<void>((resolve) => server.listen(0, resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return { port: typeof address === 'object' && address !== null ? address.port : 0, heard }
}

/** For one test the certificate counts as one of those the system trusts. */
function trust(): void {
  globalAgent.options.ca = pem
  onTestFinished(() => {
    delete globalAgent.options.ca
    globalAgent.destroy()
  })
}

const call = (address: string) =>
  callOutside({
    method: 'POST',
    url: new URL(address),
    body: Buffer.from('таємниця'),
    timeoutMs: 60_000,
    maxBytes: 1000,
  })

test('a certificate that nobody vouches for is refused before anything is sent', async () => {
  const { port, heard } = await listen()
  expect(await call(`https://localhost:${port}/`)).toEqual({ ok: false, failure: { kind: 'tls', sent: 'no' } })
  expect(heard).toEqual([])
})

test('a certificate that is trusted is taken for its own name and for no other', async () => {
  trust()
  const { port, heard } = await listen()
  expect(await call(`https://localhost:${port}/own`)).toMatchObject({ ok: true, answer: { status: 200 } })
  expect(await call(`https://127.0.0.1:${port}/other`)).toEqual({ ok: false, failure: { kind: 'tls', sent: 'no' } })
  expect(heard).toEqual(['/own'])
})

test.each([
  ['TLSv1.1', false],
  ['TLSv1.2', true],
  ['TLSv1.3', true],
] as const)('a server that speaks %s at best is talked to: %s', async (version, isTalkedTo) => {
  trust()
  const old = { minVersion: 'TLSv1', maxVersion: version, ciphers: 'DEFAULT@SECLEVEL=0' } as const
  const { port, heard } = await listen(version === 'TLSv1.1' ? old : { minVersion: version, maxVersion: version })
  expect((await call(`https://localhost:${port}/`)).ok).toBe(isTalkedTo)
  expect(heard).toHaveLength(isTalkedTo ? 1 : 0)
})
