import { styleText } from 'node:util'
import { canWriteOver } from '../config.ts'
import type { Output, Terminal } from './output.ts'

const terminal: Terminal = {
  write: (text) => void process.stdout.write(text),
  columns: () => process.stdout.columns || 80, // 0 before the window has a size.
  can_write_over: canWriteOver(),
  // Knows NO_COLOR and terminals without colours.
  style: (how, text) => styleText(how, text, { stream: process.stdout }),
}

export const standardOutput: Output = {
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(`${text}\n`),
  terminal: process.stdout.isTTY ? terminal : null,
}
