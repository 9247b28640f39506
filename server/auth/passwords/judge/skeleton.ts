/**
 * What is left of a text when everything is taken away in which two spellings of one word may differ: the alphabet, the way of
 * transliteration (the one of 2010, older ones, of one's own), soft signs, apostrophes, doubled letters, whatever is no
 * letter or digit. «Щастя», `Shchastia` and `schastya` have one skeleton, so a word is looked for in one place.
 */
export function skeletonOf(text: string): string {
  const latin = Array.from(text.normalize('NFC').toLowerCase(), (letter) => latinOf.get(letter) ?? letter).join('')
  const letters = latin.normalize('NFD').replace(/[^a-z0-9]/g, '')
  return merged.reduce((left, [spelling, letter]) => left.replace(spelling, letter), letters)
}

/** The transliteration of 2010 (resolution 55 of the Cabinet of Ministers), without its exceptions at the beginning of a word. */
const latinOf = new Map(
  Object.entries({
    а: 'a',
    б: 'b',
    в: 'v',
    г: 'h',
    ґ: 'g',
    д: 'd',
    е: 'e',
    є: 'ie',
    ж: 'zh',
    з: 'z',
    и: 'y',
    і: 'i',
    ї: 'i',
    й: 'i',
    к: 'k',
    л: 'l',
    м: 'm',
    н: 'n',
    о: 'o',
    п: 'p',
    р: 'r',
    с: 's',
    т: 't',
    у: 'u',
    ф: 'f',
    х: 'kh',
    ц: 'ts',
    ч: 'ch',
    ш: 'sh',
    щ: 'shch',
    ь: '',
    ю: 'iu',
    я: 'ia',
    ы: 'y',
    э: 'e',
    ё: 'io',
    ъ: '',
  }),
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
