import { STATUS_CODES } from 'node:http'
import type { Answer } from './operations.ts'

export interface Encoded {
  status: number
  headers: Record<string, string | number>
  body: Buffer
}

export const encode = ({ status, headers, body }: Answer): Encoded => {
  if (body === undefined) {
    // A 204 must not announce a length (RFC 9110, 8.6); without one, any other answer would lose its keep-alive.
    const length: Record<string, number> = status === 204 ? {} : { 'content-length': 0 }
    return { status, headers: { ...length, ...headers }, body: Buffer.alloc(0) }
  }
  const asIs = typeof body === 'string' || Buffer.isBuffer(body)
  const bytes = Buffer.from(asIs ? body : JSON.stringify(body))
  const contentType = typeof body === 'string' ? 'text/plain; charset=utf-8' : 'application/json'
  return { status, headers: { 'content-type': contentType, 'content-length': bytes.length, ...headers }, body: bytes }
}

/** Past node:http, which would never send a broken answer; such a connection serves no further call. */
export const toRawBytes = (answer: Answer) => {
  const { status, headers, body } = encode(answer)
  const lines = Object.entries({ ...headers, connection: 'close' }).map(([name, value]) => `${name}: ${value}\r\n`)
  return { head: Buffer.from(`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}\r\n${lines.join('')}\r\n`), body }
}

export const half = (bytes: Buffer): Buffer => bytes.subarray(0, Math.ceil(bytes.length / 2))
