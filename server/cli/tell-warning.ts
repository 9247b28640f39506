import type { Output } from './output.ts'
import { wrap } from './wrap.ts'

/** What a person should mend: it stands out, and nothing is cut. */
export function tellWarning(words: string, { out, terminal }: Output): void {
  if (!terminal) return out(`Увага: ${words}`)
  out(wrap(`! ${words}`, terminal.columns(), '  ').replace('!', terminal.style('yellow', '!')))
}
