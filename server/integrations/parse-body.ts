const utf8 = new TextDecoder('utf-8', { fatal: true })

/** Deeper than anything the three services send, and shallow enough for whatever walks through an answer. */
const deepest = 64

/** The JSON of an answer, or what is wrong with it, in words that go on after «відповідь …». */
export function parseBody(body: Buffer): { json: unknown; problem: null } | { json: undefined; problem: string } {
  let text: string
  try {
    text = utf8.decode(body)
  } catch {
    return { json: undefined, problem: 'текст не в UTF-8' }
  }
  if (isTooDeep(body)) return { json: undefined, problem: 'вкладеність завелика' }
  try {
    return { json: JSON.parse(text), problem: null }
  } catch {
    const isEmpty = text.trim() === ''
    return {
      json: undefined,
      problem: isEmpty ? 'порожня' : /^\s*</.test(text) ? 'сторінка HTML' : 'не JSON або обірваний JSON',
    }
  }
}

const [quote, backslash] = [0x22, 0x5c]
const opening: ReadonlySet<number> = new Set(Buffer.from('[{'))
const closing: ReadonlySet<number> = new Set(Buffer.from(']}'))

/** Counted before parsing: millions of brackets become millions of objects, and what walks through them runs out of stack. */
function isTooDeep(body: Buffer): boolean {
  let depth = 0
  let inText = false
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at] ?? 0
    if (inText) {
      if (byte === backslash) at += 1
      else if (byte === quote) inText = false
    } else if (byte === quote) inText = true
    else if (opening.has(byte)) {
      depth += 1
      if (depth > deepest) return true
    } else if (closing.has(byte)) depth -= 1
  }
  return false
}
