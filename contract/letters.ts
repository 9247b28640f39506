/** Each letter of the first text becomes the one at the same place of the second; what has none there is left out. */
export const lettersOf = (
  from: string | readonly string[],
  to: string | readonly string[],
): ReadonlyMap<string, string> =>
  new Map(Array.from(from, (letter, index): [string, string] => [letter, to[index] ?? '']))

export const rewrite = (text: string, letters: ReadonlyMap<string, string>): string =>
  Array.from(text, (letter) => letters.get(letter) ?? letter).join('')
