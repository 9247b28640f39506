import { gzipSync } from 'node:zlib'
import { encode, half } from './encode-answer.ts'
import type { ReplacedAnswer } from './faults.ts'
import type { Line } from './line.ts'
import type { Answer } from './operations.ts'
import { send, sendParts, type Sent } from './wire.ts'

/** Stands in where a fault needs some answer but the effect, and so the true one, must not happen. */
export const inventedAnswer: Answer = { status: 200, body: { simulated: 'this answer was never meant to be read' } }

/** `own` is what the operation answered, `null` when it did not run. */
export const sendReplaced = (line: Line, fault: ReplacedAnswer, own: Answer | null): Promise<Sent> => {
  switch (fault.kind) {
    case 'null_body':
      return send(line, { status: 200, body: null })
    case 'html':
      return send(line, htmlPage(fault.status))
    case 'status':
      return send(line, { status: fault.status, headers: fault.headers, body: fault.body })
    case 'no_content':
      return send(line, { status: 204 })
    case 'redirect':
      return send(line, { status: fault.status, headers: { location: fault.location } })
    case 'too_many_requests':
      return send(line, { status: 429, headers: retryAfter(fault.retry_after), body: fault.body })
    case 'unauthorized':
      return send(line, { status: 401, body: fault.body })
    case 'junk':
      return send(line, { status: 200, headers: json, body: half(encode(own ?? inventedAnswer).body) })
    case 'huge_body':
      return sendParts(line, toHead(fault.bytes), hugeJson(fault.bytes))
    case 'gzip_bomb': {
      const count = Math.ceil(fault.unpacked_bytes / pieceBytes)
      const piece = gzipSync(spaces)
      const head = toHead(count * piece.length)
      return sendParts(
        line,
        { ...head, headers: { ...head.headers, 'content-encoding': 'gzip' } },
        repeat(piece, count),
      )
    }
  }
}

export const htmlPage = (status: number): Answer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<!DOCTYPE html>\n<html><head><title>${status}</title></head><body><h1>${status}</h1></body></html>\n`,
})

const json = { 'content-type': 'application/json' }

const retryAfter = (value: number | string | undefined): Record<string, string> =>
  value === undefined ? {} : { 'retry-after': String(value) }

const toHead = (bytes: number) => ({ status: 200, headers: { ...json, 'content-length': bytes } })

const pieceBytes = 1024 ** 2
const spaces = Buffer.alloc(pieceBytes, ' ')

function* hugeJson(bytes: number) {
  const [open, close] = ['{"padding":"', '"}']
  const padding = Math.max(bytes - open.length - close.length, 0)
  yield Buffer.from(open)
  for (let left = padding; left > 0; left -= pieceBytes) yield spaces.subarray(0, Math.min(left, pieceBytes))
  yield Buffer.from(close)
}

/** gzip allows one member after another, so a bomb of any size is one small piece repeated. */
function* repeat(piece: Buffer, count: number) {
  for (let done = 0; done < count; done += 1) yield piece
}
