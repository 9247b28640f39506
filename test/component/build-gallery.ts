import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import type { TestProject } from 'vitest/node'
import { newNonce, pagePolicy } from '#/server/platform/http/edge/security-headers.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Where the gallery of states is. */
    gallery_url: string
  }
}

const types: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
}

/** The gallery, built once for the run and given out under the content policy of the real pages. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = mkdtempSync(join(tmpdir(), 'kasyr-gallery-'))
  const root = join(import.meta.dirname, '..', '..', 'dashboard', 'gallery')
  // The runner of the tests speaks of itself as NODE_ENV=test, in which React would be the one for development.
  const env = { ...process.env, NODE_ENV: 'production' }
  execFileSync('vite', ['build', root, '--outDir', folder, '--emptyOutDir', '--logLevel', 'warn'], {
    env,
    stdio: 'inherit',
  })
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://localhost')
    const path = join(folder, normalize(pathname))
    const type = types[extname(path)]
    if (type === undefined || !existsSync(path)) return void response.writeHead(404).end()
    if (!path.endsWith('.html')) {
      const age = pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'
      return void response.writeHead(200, { 'content-type': type, 'cache-control': age }).end(readFileSync(path))
    }
    const nonce = newNonce()
    response.writeHead(200, { 'content-type': type, 'content-security-policy': pagePolicy(nonce) })
    response.end(readFileSync(path, 'utf8').replaceAll('__CSP_NONCE__', nonce))
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the gallery has no port')
  project.provide('gallery_url', `http://localhost:${address.port}`)
  return async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
    rmSync(folder, { recursive: true, force: true })
  }
}
