import { readFileSync } from 'node:fs'
import { parentPort } from 'node:worker_threads'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { isEasyToGuess, type Knowledge } from './judge.ts'
import { addWord, wordCostsOf } from './ukrainian-guesses.ts'

/** What the thread is asked, and what it answers. */
export interface Question {
  number: number
  password: string
  about: readonly string[]
}
export interface Verdict {
  number: number
  is_easy: boolean
}

/** So many of the world's passwords are also tried together with Ukrainian words. */
const alsoAmongWords = 100

const words = wordCostsOf(readFileSync(new URL('ukrainian-words.txt', import.meta.url), 'utf8'))
for (const [rank, password] of (dictionary['passwords-common'] ?? []).slice(0, alsoAmongWords).entries()) {
  if (/^[a-z]{4,}$/.test(password)) addWord(words, password, rank + 1)
}
const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, l33tMaxSubstitutions: 16 })
const leaked = new Set((dictionary['passwords-common'] ?? []).map((password) => password.toLowerCase()))
const knowledge: Knowledge = { words, leaked, estimate: (password) => zxcvbn.check(password).guesses }

parentPort?.on('message', ({ number, password, about }: Question) => {
  const verdict: Verdict = { number, is_easy: isEasyToGuess(password, about, knowledge) }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(verdict)
})
