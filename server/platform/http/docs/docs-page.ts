import Fastify, { type FastifyReply } from 'fastify'
import type { Http } from '../http.ts'
import { prepareScript, startScript } from './docs-scripts.ts'
import { docsPolicy, newNonce } from '../edge/security-headers.ts'

const path = '/api/docs'

/**
 * `/api/docs`: the description of the API for reading. The library that draws it is four megabytes of foreign
 * code, so the page is locked up: it has no origin, no cookies, no storage, and may ask no server for anything
 * (decision 0019). It is rarely opened, so the library is loaded on the first request and not at every start.
 */
export function serveDocsPage(http: Http): void {
  const options = { config: { permission: 'public' }, schema: { hide: true } } as const
  let library: Promise<string> | undefined

  http.get(path, options, async (_request, reply) => {
    const nonce = newNonce()
    return reply
      .header('content-security-policy', docsPolicy(nonce))
      .type('text/html; charset=utf-8')
      .send(pageOf(JSON.stringify(http.swagger()), nonce))
  })
  http.get(`${path}/prepare.js`, options, async (_request, reply) => sendScript(reply, prepareScript))
  http.get(`${path}/library.js`, options, async (_request, reply) =>
    sendScript(reply, await (library ??= readLibrary())),
  )
  http.get(`${path}/start.js`, options, async (_request, reply) => sendScript(reply, startScript))
}

/** A page without an origin is a stranger also to us: without this header the browser would not give it its own scripts. */
const sendScript = (reply: FastifyReply, text: string): FastifyReply =>
  reply.header('cross-origin-resource-policy', 'cross-origin').type('application/javascript; charset=utf-8').send(text)

/** The description stands in the page as data: a page that may ask for nothing cannot fetch it. */
const pageOf = (description: string, nonce: string): string => `<!doctype html>
<html lang="uk">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta property="csp-nonce" content="${nonce}" />
    <title>Касир: опис API</title>
    <link rel="icon" href="data:," />
  </head>
  <body>
    <div id="app"></div>
    <script type="application/json" id="description">${description.replaceAll('<', '\\u003c')}</script>
    <script src="${path}/prepare.js"></script>
    <script src="${path}/library.js"></script>
    <script src="${path}/start.js"></script>
  </body>
</html>
`

/** The package gives its script out only through a server of its own. */
async function readLibrary(): Promise<string> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const server = Fastify()
  await server.register(scalar, { routePrefix: '/docs', configuration: { url: '/unused' } })
  const { payload } = await server.inject({ url: '/docs/js/scalar.js' })
  await server.close()
  return payload
}
