import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import { AppError } from '#/contract/errors.ts'
import type { Http } from './http.ts'

const noncePlaceholder = /__CSP_NONCE__/g

/** Serves the built dashboard: its files as they are, and its one page at every other address a person may open. */
export async function serveSinglePage(http: Http, folder: string): Promise<void> {
  const page = join(folder, 'index.html')
  const html = existsSync(page) ? readFileSync(page, 'utf8') : null

  if (html !== null) {
    await http.register(async (files) => {
      files.addHook('onRoute', (route) => {
        route.schema = { hide: true }
      })
      await files.register(fastifyStatic, {
        root: folder,
        index: false,
        wildcard: false,
        globIgnore: ['index.html'],
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
  }

  http.get('/*', { schema: { hide: true } }, async (request, reply) => {
    const isPage = !/^\/(api|assets)\//.test(request.url) && (request.headers.accept ?? '').includes('text/html')
    if (!isPage) throw new AppError('request.not_found')
    void reply.header('cache-control', 'no-store')
    if (html === null) {
      return reply.code(503).type('text/plain; charset=utf-8').send('Панель ще не зібрано: виконайте npm run build.')
    }
    return reply.type('text/html; charset=utf-8').send(html.replace(noncePlaceholder, reply.cspNonce.style))
  })
}
