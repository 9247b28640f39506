import { damaged, notATable } from './refusals.ts'

/** By its mark; without one strictly UTF-8; else Windows-1251, as the banks of this country write. */
export function decodeText(bytes: Uint8Array): string {
  const text = decoded(bytes)
  // Neither NovaPay nor a spreadsheet writes control characters; a file that has them is something else.
  if (/(?![\t\n\r])\p{Cc}/u.test(text)) throw notATable('файл невідомого виду')
  return text
}

function decoded(bytes: Uint8Array): string {
  const marked = encodingByMark(bytes)
  const text = strictly(marked ?? 'utf-8', bytes)
  if (text !== null) return text
  if (marked !== null) throw damaged('у тексті є знаки, яких у його кодуванні не буває')
  return new TextDecoder('windows-1251').decode(bytes)
}

function encodingByMark([first, second, third]: Uint8Array): string | null {
  if (first === 0xef && second === 0xbb && third === 0xbf) return 'utf-8'
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : null
}

function strictly(encoding: string, bytes: Uint8Array): string | null {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return null
  }
}
