/** One key, two letters: the Ukrainian layout above, the Latin one below, in the same order. */
const ukrainianKeys = 'йцукенгшщзхїґфівапролджєячсмитьбю'
const latinKeys = "qwertyuiop[]\\asdfghjkl;'zxcvbnm,."
/** Keys that carry other letters in the Russian layout. */
const russianKeys = 'ыэъё'
const latinUnderRussian = "s']`"

const toLatin = keysFrom(`${ukrainianKeys}${russianKeys}`, `${latinKeys}${latinUnderRussian}`)
const toUkrainian = keysFrom(latinKeys, ukrainianKeys)

function keysFrom(from: string, to: string): ReadonlyMap<string, string> {
  return new Map(Array.from(from, (key, index) => [key, to[index] ?? '']))
}

/** What the same keys give in the Latin layout: «йцукен» is `qwerty`. Latin letters stay. */
export const typedInLatin = (text: string): string => swapped(text, toLatin)

/** What the same keys give in the Ukrainian layout: `ghbdsn` is «привіт». Ukrainian letters stay. */
export const typedInUkrainian = (text: string): string => swapped(text, toUkrainian)

const swapped = (text: string, keys: ReadonlyMap<string, string>): string =>
  Array.from(text, (key) => keys.get(key) ?? key).join('')
