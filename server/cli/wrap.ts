/** Breaks a sentence between its words, so that the terminal does not break it within them. A longer word stands alone. */
export function wrap(text: string, columns: number, indent = ''): string {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && `${indent}${last} ${word}`.length <= columns) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines.map((line, index) => (index === 0 ? line : indent + line)).join('\n')
}
