import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/test-app.ts'

const code = 'document.title = "Касир"'
const dashboard = mkdtempSync(join(tmpdir(), 'kasyr-dashboard-'))
mkdirSync(join(dashboard, 'assets'))
for (const [name, content] of [
  ['index.html', '<!doctype html>'],
  ['assets/a.js', code],
  ['assets/a.js.br', brotliCompressSync(code)],
  ['assets/a.js.gz', gzipSync(code)],
  ['assets/picture.png', 'not compressed by the build'],
] as const)
  writeFileSync(join(dashboard, name), content)

let kasyr: TestApp
beforeAll(async () => {
  kasyr = await startTestApp({ web: { dashboard } })
})
afterAll(async () => {
  await kasyr.close()
  rmSync(dashboard, { recursive: true })
})

/** As it comes over the wire: `fetch` would unpack it. */
async function ask(path: string, taken?: string) {
  const headers = taken === undefined ? {} : { 'accept-encoding': taken }
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(`${kasyr.url}${path}`, { headers }, resolve).on('error', reject)
  })
  return { status: answer.statusCode, headers: answer.headers, body: await buffer(answer) }
}

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
  ['gzip', 'gzip', gunzipSync],
  ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ['zstd', undefined, (body: Buffer) => body],
  ['identity', undefined, (body: Buffer) => body],
  [undefined, undefined, (body: Buffer) => body],
] as const)('a browser that takes %s is given the file as %s', async (taken, encoding, unpack) => {
  const { status, headers, body } = await ask('/assets/a.js', taken)
  expect(status).toBe(200)
  expect(headers['content-encoding']).toBe(encoding)
  expect(headers['content-type']).toMatch(/^(text|application)\/javascript/)
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  expect(headers.vary).toMatch(/accept-encoding/i)
  expect(unpack(body).toString()).toBe(code)
})

test('a file that the build did not compress is given as it is', async () => {
  const { headers, body } = await ask('/assets/picture.png', 'br, gzip')
  expect(headers['content-encoding']).toBeUndefined()
  expect(body.toString()).toBe('not compressed by the build')
})

test('the compressed forms are no files of their own', async () => {
  for (const path of ['/assets/a.js.br', '/assets/a.js.gz']) expect((await ask(path)).status).toBe(404)
})
