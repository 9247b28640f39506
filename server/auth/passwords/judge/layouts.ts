import { lettersOf, rewrite } from '#/contract/letters.ts'

/** One key, two letters: the Ukrainian layout above, the Latin one below, in the same order. */
const ukrainianKeys = 'йцукенгшщзхїґфівапролджєячсмитьбю'
const latinKeys = "qwertyuiop[]\\asdfghjkl;'zxcvbnm,."
/** Keys that carry other letters in the Russian layout. */
const russianKeys = 'ыэъё'
const latinUnderRussian = "s']`"

const toLatin = lettersOf(`${ukrainianKeys}${russianKeys}`, `${latinKeys}${latinUnderRussian}`)
const toUkrainian = lettersOf(latinKeys, ukrainianKeys)

/** What the same keys give in the Latin layout: «йцукен» is `qwerty`. Latin letters stay. */
export const typedInLatin = (text: string): string => rewrite(text, toLatin)

/** What the same keys give in the Ukrainian layout: `ghbdsn` is «привіт». Ukrainian letters stay. */
export const typedInUkrainian = (text: string): string => rewrite(text, toUkrainian)
