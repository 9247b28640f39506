import type { FastifyReply } from 'fastify'

/** JSON that PostgreSQL built goes out as it is; the tests still hold it against the contract. */
export function sendText(reply: FastifyReply, json: string): FastifyReply {
  return reply.type('application/json; charset=utf-8').send(json)
}
