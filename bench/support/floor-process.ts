import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import { createAnswers, openPool } from './floor-answers.ts'

/**
 * The floor: the least that a program of Node.js and PostgreSQL can do for the answers of the orders' API. Bare node:http,
 * prepared statements, one flat table; a token that is compared with a text. Prints its address.
 */
const { database_url, token } = z
  .object({ database_url: z.string(), token: z.string() })
  .parse(JSON.parse(process.argv[2] ?? ''))
const answers = createAnswers(openPool(database_url))
const bearer = `Bearer ${token}`
const base = '/api/v1/orders'

async function answer(request: IncomingMessage): Promise<string> {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://floor')
  if (pathname === base) {
    const tab = searchParams.get('tab') ?? 'no_receipt'
    const limit = Number(searchParams.get('limit') ?? 50)
    const q = searchParams.get('q')
    if (q === null) return answers.list({ tab, limit, cursor: searchParams.get('cursor') })
    const bound = searchParams.get('bound')
    return answers.search({ tab, limit, q, bound: bound === null ? null : Number(bound) })
  }
  if (pathname === `${base}/summary`) return answers.summary()
  const id = pathname.slice(base.length + 1)
  if (request.method !== 'PATCH') return answers.one(id)
  const { notes }: { notes: string } = JSON.parse(await text(request))
  return answers.edit(id, notes, 'bench')
}

async function respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const isLetIn = request.headers.authorization === bearer
  const body = isLetIn ? await answer(request) : ''
  response
    .writeHead(isLetIn ? 200 : 401, {
      'content-type': 'application/json; charset=utf-8',
      'content-length': Buffer.byteLength(body),
    })
    .end(body)
}

const server = createServer((request, response) => {
  respond(request, response).catch((error: unknown) => {
    const body = String(error)
    response.writeHead(500, { 'content-length': Buffer.byteLength(body) }).end(body)
  })
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
})
