const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The JSON of an answer, or what is wrong with it, in words that go on after «відповідь …». */
export function parseBody(body: Buffer): { json: unknown; problem: null } | { json: undefined; problem: string } {
  let text: string
  try {
    text = utf8.decode(body)
  } catch {
    return { json: undefined, problem: 'текст не в UTF-8' }
  }
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
