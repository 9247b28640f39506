import Fastify, { type FastifyInstance } from 'fastify'
import type { Http } from './http.ts'

/** The page brings an inline script of its own; its policy is looser than ours and holds for this page alone. */
const policy =
  "default-src 'self'; script-src 'self' 'unsafe-inline' 'unsafe-eval'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self' data:; connect-src 'self'; object-src 'none'; base-uri 'none'; frame-ancestors 'none'"

/**
 * `/api/docs`: the description of the API for reading. The page weighs four megabytes and few ever open it, so it is
 * loaded when somebody does and not at every start.
 */
export async function serveDocsPage(http: Http): Promise<void> {
  let page: Promise<FastifyInstance> | undefined
  http.addHook('onClose', async () => (await page)?.close())
  for (const url of ['/api/docs', '/api/docs/*']) {
    http.get(url, { schema: { hide: true } }, async (request, reply) => {
      const answer = await (await (page ??= openPage())).inject({ url: request.url })
      return reply
        .code(answer.statusCode)
        .headers({ ...answer.headers, 'content-security-policy': policy })
        .send(answer.rawPayload)
    })
  }
}

async function openPage(): Promise<FastifyInstance> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const page = Fastify()
  await page.register(scalar, {
    routePrefix: '/api/docs',
    configuration: {
      url: '/api/openapi.json',
      withDefaultFonts: false,
      telemetry: false,
      hideClientButton: true,
      showDeveloperTools: 'never',
      favicon: '/favicon.svg',
      agent: { disabled: true },
      mcp: { disabled: true },
    },
  })
  await page.ready()
  return page
}
