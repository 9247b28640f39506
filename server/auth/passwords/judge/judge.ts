import { lettersOf, rewrite } from '#/contract/letters.ts'
import { typedInLatin, typedInUkrainian } from './layouts.ts'
import { skeletonOf } from './skeleton.ts'
import { addWord, isMadeOfWords, type WordCosts } from './ukrainian-guesses.ts'

/** Under a million guesses it is a common password, a keyboard walk or a word with something added. */
const fewestGuesses = 1e6

export interface Knowledge {
  words: WordCosts
  /** Passwords that were leaked somewhere, in small letters. */
  leaked: ReadonlySet<string>
  /** How many guesses an attacker needs who has the lists of leaked passwords. */
  estimate(password: string): number
}

/** `about`: words an attacker would try for this very person and service. */
export function isEasyToGuess(password: string, about: readonly string[], knowledge: Knowledge): boolean {
  const { words, leaked, estimate } = knowledge
  const whole = password.normalize('NFC').toLowerCase()
  if (withoutTails(whole).some((text) => leaked.has(text))) return true
  const known = new Map(words)
  for (const word of about.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])) {
    if (word.length < fewestLetters) continue
    addWord(known, word, 1)
  }
  const longest_word = Math.max(...Array.from(known.keys(), ({ length }) => length))
  const inUkrainian = skeletonsOf(whole).some((skeleton) =>
    isMadeOfWords(skeleton, { words: known, longest_word, fewest_guesses: fewestGuesses }),
  )
  return inUkrainian || spellingsOf(whole).some((spelling) => guessesOf(spelling, estimate) < fewestGuesses)
}

/** So long a part of a leaked password that is only digits is still no accident. */
const shortestLeaked = 8

/** The text without the last sign or digit, without the last two, and so on as long as they are no letters. */
function withoutTails(whole: string): string[] {
  const signs = /(?<!\P{L})\P{L}*$/u.exec(whole)?.[0].length ?? 0
  const tail = Math.max(0, Math.min(signs, whole.length - shortestLeaked))
  return Array.from({ length: tail + 1 }, (_, length) => whole.slice(0, whole.length - length))
}

/** Digits and signs before and after the letters add next to nothing: everybody puts them there. */
const coreOf = (text: string): string => text.replace(/^\P{L}+|(?<!\P{L})\P{L}+$/gu, '')

/** So many letters make a word worth looking at; a password of fewer is mostly something else. */
const fewestLetters = 3

/** Every word the text may be meant to be: in either layout, with or without a year, with digits that stand for letters. */
function skeletonsOf(whole: string): string[] {
  const typed = [whole, coreOf(whole), typedInUkrainian(whole), typedInUkrainian(coreOf(whole))]
  const cores = new Set(spellings.flatMap((spell) => typed.map((text) => coreOf(spell(text)))))
  return [...new Set(Array.from(cores, (core) => wholeSkeleton(core)))].filter(
    (skeleton) => skeleton.replace(/\d/g, '').length >= fewestLetters,
  )
}

/** Empty when so much got lost that the text cannot have been words: of random letters little may be left. */
function wholeSkeleton(core: string): string {
  const skeleton = skeletonOf(core)
  const least = /\p{Script=Cyrillic}/u.test(core) ? 0.65 : 0.55
  return skeleton.length < core.length * least ? '' : skeleton
}

/** What stands for a letter: as in `p4r0l`, and by the look of Ukrainian letters («3» for «з», «4» for «ч»). */
const latinLooks = lettersOf('013456789@$!|', 'oieasbtvhasii')
const ukrainianLooks = lettersOf('013469@$!', 'о і з ч б я а с і'.split(' '))

/** A year between two words is soon guessed. `j` may be «й», which is how it is read anyway, or «ж». */
const spellings: readonly ((text: string) => string)[] = [
  (text) => text,
  (text) => text.replace(/(19|20)\d\d/g, ''),
  (text) => text.replaceAll('j', 'zh'),
  (text) => rewrite(text, latinLooks),
  (text) => rewrite(text, ukrainianLooks),
]

/** For the lists of leaked passwords and the walks over the keyboard. */
function spellingsOf(whole: string): string[] {
  const core = coreOf(whole)
  // A few letters among many signs are no word.
  const isWorthIt = core.length * 2 >= whole.length
  return [...new Set([whole, rewrite(whole, withoutShift), ...(isWorthIt ? [core, typedInLatin(core)] : [])])]
}

/** The digits that share their keys with these signs: `!qaz@wsx` is `1qaz2wsx`. */
const withoutShift = lettersOf('!@#$%^&*()', '1234567890')

/** The estimate takes the longer the longer the text, so a long one is judged by its two ends: the better one counts. */
const longestPart = 32

const guessesOf = (text: string, estimate: Knowledge['estimate']): number =>
  text.length <= longestPart
    ? estimate(text)
    : Math.max(estimate(text.slice(0, longestPart)), estimate(text.slice(-longestPart)))
