import type { HTTPMethods } from 'fastify'
import { AppError } from '#/contract/errors.ts'
import type { Http } from '../http.ts'

const methods: readonly HTTPMethods[] = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']

/** Remembers which methods each address has; call the result when all routes are there. */
export function answerWrongMethods(http: Http): () => void {
  const known = new Map<string, Set<string>>()
  http.addHook('onRoute', ({ method, url }) => {
    const found = known.get(url) ?? new Set()
    for (const name of [method].flat()) found.add(name)
    known.set(url, found)
  })
  return () => {
    for (const [url, found] of [...known]) {
      if (url.includes('*')) continue
      const allow = [...found].toSorted().join(', ')
      http.route({
        method: methods.filter((method) => !found.has(method)),
        url,
        config: { permission: 'public' },
        schema: { hide: true },
        // Before the body is read: whatever it is, the method is what is wrong.
        onRequest: async (request, reply) => {
          void reply.header('allow', allow)
          throw new AppError('request.method_not_allowed', { method: request.method, allow })
        },
        handler: async () => undefined,
      })
    }
  }
}
