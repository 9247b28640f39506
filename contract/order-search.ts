import { lettersOf, rewrite } from './letters.ts'

/**
 * What people type to find an order, as server and dashboard understand it. What is typed and what is stored are
 * normalised by the same function (`toSearchForm`), so a cashier on the phone finds «Стеценко-Ґалаґан» however it was
 * typed. Digits are searched from their end, because people read out the end.
 */

/** Latin letters that look like Cyrillic ones, and letters people confuse, become one. */
const alike = lettersOf('aceiopxy\u0491\u0451', 'асеіорхуге')
const apostrophes = /['’ʼ`′‘´ʹ]/g

export function toSearchForm(text: string): string {
  const letters = text.normalize('NFC').toLowerCase().replace(apostrophes, '')
  return rewrite(letters, alike)
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
}

/** The key a Latin layout has where the Ukrainian one has another letter. */
const latinKeys = "qwertyuiop[]asdfghjkl;'zxcvbnm,.`\\"
const ukrainianKeys = 'йцукенгшщзхїфівапролджєячсмитьбю’ґ'
/** With Shift, other keys than letters give other signs: «Жук» is typed as `:er`. */
const byKey = lettersOf(`${latinKeys}{}:"<>|`, `${ukrainianKeys}хїжєбюґ`)

/** «itdxtyrj» → «шевченко». */
export const fromLatinLayout = (text: string): string => rewrite(text.toLowerCase(), byKey)

const byUkrainianKey = lettersOf(ukrainianKeys, latinKeys)

/** «фйч» → `aqx`: what the same keys type when the layout is Latin. */
export const toLatinLayout = (text: string): string => rewrite(text.toLowerCase(), byUkrainianKey)

export type UnderstoodQuery =
  | { kind: 'nothing' }
  /** Digits: the end of a TTN, a phone or an order number; perhaps a sum. */
  | { kind: 'digits'; digits: string; sum: number | null }
  | { kind: 'sum'; sum: number }
  /** Every word must be there; each may be meant in several ways. */
  | { kind: 'words'; words: string[][] }

const fewestDigits = 3
/** Also «1 234,50 ₴» as it stands on our pages, with spaces that do not break. */
const asSum = /^((?:\d{1,9}|\d{1,3}(?:\s\d{3}){1,2})[.,]\d{1,2})\s*(?:₴|грн\.?)?$/

export function understandQuery(typed: string): UnderstoodQuery {
  const text = typed.trim()
  const [, sum] = asSum.exec(text) ?? []
  if (sum !== undefined) return { kind: 'sum', sum: Math.round(Number(sum.replace(/\s/g, '').replace(',', '.')) * 100) }
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

/** 8 067… is 380 67… with another beginning; the end is what counts. */
const withoutTrunkPrefix = (digits: string): string => digits.replace(/^8(?=0\d{9}$)/, '')

function waysToMean(word: string): string[] {
  // Without a Latin letter it was not typed on a Latin layout: the comma behind «Олена,» is no «б».
  const ways = [toSearchForm(word), ...(/[a-z]/i.test(word) ? [toSearchForm(fromLatinLayout(word))] : [])]
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
const signOf = lettersOf(letters, signs)

export const toSearchKey = (form: string): string => rewrite(form, signOf)
