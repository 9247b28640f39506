import { lettersOf, rewrite } from '#/contract/letters.ts'

/**
 * What is left of a text when everything is taken away in which two spellings of one word may differ: the alphabet, the way of
 * transliteration (the one of 2010, older ones, of one's own), soft signs, apostrophes, doubled letters, whatever is no
 * letter or digit. «Щастя», `Shchastia` and `schastya` have one skeleton, so a word is looked for in one place.
 */
export function skeletonOf(text: string): string {
  const latin = rewrite(text.normalize('NFC').toLowerCase(), latinOf)
  const letters = latin.normalize('NFD').replace(/[^a-z0-9]/g, '')
  return merged.reduce((left, [spelling, letter]) => left.replace(spelling, letter), letters)
}

/** The transliteration of 2010 (resolution 55 of the Cabinet of Ministers), without its exceptions at the beginning of a word. */
const latinOf = lettersOf(
  'а б в г ґ д е є ж з и і ї й к л м н о п р с т у ф х ц ч ш щ ю я ы э ё ь ъ'.split(' '),
  'a b v h g d e ie zh z y i i i k l m n o p r s t u f kh ts ch sh shch iu ia y e io'.split(' '),
)

/** Which spellings are one, in this order. */
const merged: readonly (readonly [RegExp, string])[] = [
  [/sh?ch/g, 's'],
  [/kh|gh|x|g/g, 'h'],
  [/sh/g, 's'],
  [/zh/g, 'z'],
  [/ch|ts|tz/g, 'c'],
  [/w/g, 'v'],
  [/q/g, 'k'],
  [/[yj]/g, 'i'],
  [/(?<!i)i+(?=[aeou])/g, ''],
  [/([a-z])\1+/g, '$1'],
]
