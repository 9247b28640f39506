import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { AppError } from '#/contract/errors.ts'
import type { Http } from './http.ts'
import { newNonce, pagePolicy } from './edge/security-headers.ts'

const noncePlaceholder = /__CSP_NONCE__/g

/** Collects what the addresses of all routes begin with; call it before they are added. */
export function firstWords(http: Http): Set<string> {
  const words = new Set<string>()
  http.addHook('onRoute', ({ url }) => void words.add(firstWord(url)))
  return words
}

/**
 * Serves the built dashboard: its files as they are, and its one page at every other address a person may open.
 * Whatever begins as another route does, in small letters or capitals, is no page: a program that mistypes an address
 * of the API must not take HTML for its answer.
 */
export async function serveSinglePage(http: Http, folder: string, taken: ReadonlySet<string>): Promise<void> {
  const page = join(folder, 'index.html')
  const html = existsSync(page) ? readFileSync(page, 'utf8') : null
  if (html !== null) await serveFiles(http, folder)

  const isPage = (path: string, accept = ''): boolean =>
    accept.includes('text/html') && !path.includes('.') && !taken.has(firstWord(path))

  http.get('/*', { config: { permission: 'public' }, schema: { hide: true } }, async (request, reply) => {
    const [path = ''] = request.url.split('?', 1)
    if (!isPage(path, request.headers.accept)) throw new AppError('request.not_found')
    if (html === null) {
      return reply.code(503).type('text/plain; charset=utf-8').send('Панель ще не зібрано: виконайте npm run build.')
    }
    const nonce = newNonce()
    return reply
      .header('content-security-policy', pagePolicy(nonce))
      .type('text/html; charset=utf-8')
      .send(html.replace(noncePlaceholder, nonce))
  })
}

const serveFiles = (http: Http, folder: string) =>
  http.register(async (files) => {
    files.decorate('scope_permission', 'public')
    files.addHook('onRoute', (route) => {
      route.config = { ...route.config, uncounted: true }
    })
    await files.register(fastifyStatic, {
      root: folder,
      index: false,
      wildcard: false,
      globIgnore: ['index.html', '**/*.{br,gz}'],
      // The build has laid the smaller forms beside its files.
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply, path) => {
        // Vite names these files after their content.
        void reply.header(
          'cache-control',
          path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
        )
      },
    })
  })

const firstWord = (path: string): string => path.split('/', 2)[1]?.toLowerCase() ?? ''
