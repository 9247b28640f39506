import { styleText } from 'node:util'
import { canWriteOver } from '../config.ts'
import type { Output, Terminal } from './output.ts'
import { wrapLines } from './wrap.ts'

const terminal: Terminal = {
  write: (text) => void process.stdout.write(text),
  columns: () => process.stdout.columns || 80, // 0 before the window has a size.
  can_write_over: canWriteOver(),
  // Knows NO_COLOR and terminals without colours.
  style: (how, text) => styleText(how, text, { stream: process.stdout }),
}

export const standardOutput: Output = {
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(`${process.stderr.isTTY ? forPeople(text) : text}\n`),
  terminal: process.stdout.isTTY ? terminal : null,
}

/** What went wrong stands out by its first word. */
const forPeople = (text: string): string =>
  wrapLines(text, process.stderr.columns || 80).replace(/^(Помилка|Несподівана помилка|Увага):/, (word) =>
    styleText(word === 'Увага:' ? 'yellow' : 'red', word, { stream: process.stderr }),
  )
