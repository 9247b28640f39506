import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Http } from '../http.ts'

/**
 * Only JSON comes in: Fastify would read text/plain too, which a form on another site can send. Many programs name JSON with every
 * request, also where they send nothing; a route that needs no body accepts an empty one.
 */
export function readJsonOnly(http: Http): void {
  const parse = http.getDefaultJsonParser('error', 'error')
  http.removeContentTypeParser(['application/json', 'text/plain'])
  http.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, text, done) => {
    if (text === '' && !needsBody(request)) return done(null, undefined)
    void parse(request, text, done)
  })
}

function needsBody({ routeOptions }: FastifyRequest): boolean {
  const schema = routeOptions.schema?.body
  return schema instanceof z.ZodType && !schema.safeParse(undefined).success
}
