/**
 * What people type to find an order, as server and dashboard understand it. What is typed and what is stored go through
 * the same mill (`toSearchForm`), so a cashier on the phone finds «Стеценко-Ґалаґан» however it was typed. Digits are
 * looked up from their end: that is what is read out.
 */

/** Latin letters that look like Cyrillic ones, and letters people confuse, become one. */
const alike = new Map(
  Array.from('aceiopxy\u0491\u0451', (letter, index): [string, string] => [letter, 'асеіорхуге'[index] ?? letter]),
)
const apostrophes = /['’ʼ`′‘´ʹ]/g

export function toSearchForm(text: string): string {
  return text
    .normalize('NFC')
    .toLowerCase()
    .replace(apostrophes, '')
    .replace(/[aceiopxy\u0491\u0451]/g, (letter) => alike.get(letter) ?? letter)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** The key a Latin layout has where the Ukrainian one has another letter. */
const latinKeys = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`\\"
const ukrainianKeys = 'йцукенгшщзхїфівапролджєячсмитьбю’ґ'
const byKey = new Map(Array.from(latinKeys, (key, index): [string, string] => [key, ukrainianKeys[index] ?? key]))

/** «itdxtyrj» → «шевченко». */
export const fromLatinLayout = (text: string): string =>
  Array.from(text.toLowerCase(), (key) => byKey.get(key) ?? key).join('')

const byUkrainianKey = new Map(Array.from(byKey, ([latin, ukrainian]): [string, string] => [ukrainian, latin]))

/** «фйч» → `aqx`: what the same keys type when the layout is Latin. */
export const toLatinLayout = (text: string): string =>
  Array.from(text.toLowerCase(), (key) => byUkrainianKey.get(key) ?? key).join('')

export type UnderstoodQuery =
  | { kind: 'nothing' }
  /** Digits: the end of a TTN, a phone or an order number; perhaps a sum. */
  | { kind: 'digits'; digits: string; sum: number | null }
  | { kind: 'sum'; sum: number }
  /** Every word must be there; each may be meant in several ways. */
  | { kind: 'words'; words: string[][] }

const fewestDigits = 3

export function understandQuery(typed: string): UnderstoodQuery {
  const text = typed.trim()
  if (text === '') return { kind: 'nothing' }
  const sum = /^(\d{1,9})[.,](\d{1,2})\s*(?:₴|грн\.?)?$/.exec(text)
  if (sum) return { kind: 'sum', sum: Number(sum[1]) * 100 + Number((sum[2] ?? '').padEnd(2, '0')) }
  const digits = text.replace(/[\s\-–—()+.№#]/g, '')
  if (/^\d+$/.test(digits) && digits.length >= fewestDigits) {
    return { kind: 'digits', digits: withoutTrunkPrefix(digits), sum: digits.length <= 9 ? Number(digits) * 100 : null }
  }
  const words = text
    .split(/\s+/)
    .map(waysToMean)
    .filter((ways) => ways.length > 0)
  return words.length > 0 ? { kind: 'words', words } : { kind: 'nothing' }
}

/** 067… and 80 67… are 380 67… without its beginning; the end is what counts. */
const withoutTrunkPrefix = (digits: string): string =>
  digits.length >= 10 && digits.length <= 11 ? digits.replace(/^8?0/, '0') : digits

function waysToMean(word: string): string[] {
  const ways = [toSearchForm(word), ...(/[a-z[\];',.`\\]/i.test(word) ? [toSearchForm(fromLatinLayout(word))] : [])]
  return [...new Set(ways)].filter((way) => toSearchKey(way) !== '')
}

/**
 * What is searched is written in Latin (migration 0006): pg_trgm takes letters for letters only if the server's locale
 * does. Capitals stand for Cyrillic, so «кіт» is not found by "KIT" in a code. What people confuse is one sign: «е є»,
 * «і ї й», «ш щ», «у ю»; the soft sign (U+044C) and the hard one (U+044A) are left out.
 */
const row = Array.from({ length: 0x20 }, (_, index) => 0x430 + index).filter((code) => code !== 0x44a && code !== 0x44c)
const letters = String.fromCodePoint(...row, 0x454, 0x456, 0x457, 0x44a, 0x44c)
const signs = 'ABVGDEJZYIKLMNOPRSTUFXCHWWYEUQEII'
const signOf = new Map(Array.from(letters, (letter, index): [string, string] => [letter, signs[index] ?? '']))

export const toSearchKey = (form: string): string => Array.from(form, (letter) => signOf.get(letter) ?? letter).join('')
