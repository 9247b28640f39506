/** Breaks a sentence between its words, so that the terminal does not break it within them. A longer word stands alone. */
export function wrap(text: string, columns: number, indent = ''): string {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last === undefined) lines.push(word)
    else if (`${last} ${word}`.length <= columns) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(indent + word)
  }
  return lines.join('\n')
}

/** Each line of a text for itself; what follows a line stands under its first word. */
export const wrapLines = (text: string, columns: number): string =>
  text
    .split('\n')
    .map((line) => wrap(line, columns, ' '.repeat(/^\s*(?:• )?/.exec(line)?.[0].length ?? 0)))
    .join('\n')
