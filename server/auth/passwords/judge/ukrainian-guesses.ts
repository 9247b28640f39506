import { skeletonOf } from './skeleton.ts'

/** How many guesses a piece costs, as a power of ten. Words of one skeleton are one entry, the likeliest counts. */
export type WordCosts = ReadonlyMap<string, number>

/** Everyday words come this late: two of them that have nothing to do with each other are still a good password. */
const firstEverydayRank = 1_500
const alphabet = 'абвгґдеєжзиіїйклмнопрстуфхцчшщьюя'
const shortestRun = 4
const shortestStem = 3

/** Reads the list: a line that begins with # is a remark, `# everyday` begins the part of everyday words. */
export function wordCostsOf(list: string): Map<string, number> {
  const costs = new Map<string, number>()
  let rank = 0
  for (const line of list.split('\n')) {
    if (line === '# everyday') rank = Math.max(rank, firstEverydayRank)
    if (line.startsWith('#')) continue
    for (const entry of line.split(',')) addWord(costs, entry, (rank += 1))
  }
  for (const run of runsOf(alphabet)) addWord(costs, run, firstEverydayRank)
  return costs
}

/** The word and what it is without its last vowel, so that endings can follow: «Україна», «Україн-ою». */
export function addWord(costs: Map<string, number>, word: string, rank: number): void {
  const skeleton = skeletonOf(word)
  // «радість», «радості»
  const forms = [skeleton, skeleton.replace(/[aeiou]$/, ''), skeleton.replace(/ist$/, 'ost')]
  for (const form of forms) {
    if (form !== '' && (form === skeleton || form.length >= shortestStem))
      costs.set(form, Math.min(costs.get(form) ?? Infinity, Math.log10(rank)))
  }
}

/** Pieces of the alphabet, forwards and backwards. */
function runsOf(letters: string): string[] {
  const runs: string[] = []
  for (let start = 0; start < letters.length; start += 1)
    for (let end = start + shortestRun; end <= letters.length; end += 1) runs.push(letters.slice(start, end))
  return runs.flatMap((run) => [run, Array.from(run).toReversed().join('')])
}

const endings = new Set(
  (
    'а у и і о е ю я ів ам ами ах ою ей ем ом ові еві ого ому ої их им ими ий ' +
    'ість ський ська ське ко чик ик ка ок очка ечко енька енко ти ла мо те ся'
  )
    .split(' ')
    .map(skeletonOf),
)
const longestEnding = Math.max(...Array.from(endings, ({ length }) => length))
const endingCost = 1
/** A letter or a digit that belongs to no word must be guessed by itself. */
const letterCost = Math.log10(33)
const digitCost = 1

interface Way {
  /** As a power of ten. */
  guesses: number
  /** How many letters belong to known words. */
  known: number
}

/** The cheapest way to put a text together of known words, endings and single letters. */
function cheapestWay(text: string, words: WordCosts, longestWord: number): Way {
  let last: Way = { guesses: 0, known: 0 }
  const ways = [last]
  for (let end = 1; end <= text.length; end += 1) {
    const single = /\d/.test(text.charAt(end - 1)) ? digitCost : letterCost
    let best: Way = { guesses: last.guesses + single, known: last.known }
    for (const [start, way] of ways.entries()) {
      if (end - start > longestWord + longestEnding) continue
      const cost = wordCost(text.slice(start, end), words)
      if (cost !== undefined && way.guesses + cost < best.guesses)
        best = { guesses: way.guesses + cost, known: way.known + end - start }
    }
    last = best
    ways.push(best)
  }
  return last
}

/** Most of the skeleton is known words, and the rest is soon guessed. One piece again and again costs what the piece costs. */
export function isMadeOfWords(
  skeleton: string,
  { words, longest_word, fewest_guesses }: { words: WordCosts; longest_word: number; fewest_guesses: number },
): boolean {
  const piece = repeatedPiece(skeleton)
  const { guesses, known } = cheapestWay(piece, words, longest_word)
  return guesses < Math.log10(fewest_guesses) && known * 2 >= piece.length
}

function wordCost(text: string, words: WordCosts): number | undefined {
  const plain = words.get(text)
  if (plain !== undefined) return plain
  let best: number | undefined
  for (let length = 1; length <= Math.min(longestEnding, text.length - shortestStem); length += 1) {
    const stem = words.get(text.slice(0, -length))
    if (stem !== undefined && endings.has(text.slice(-length))) best = Math.min(best ?? Infinity, stem + endingCost)
  }
  return best
}

/** `abab` is `ab`; a text that does not repeat itself is its own piece. */
function repeatedPiece(text: string): string {
  const length = `${text}${text}`.indexOf(text, 1)
  return length > 0 && length < text.length ? text.slice(0, length) : text
}
