import { Worker } from 'node:worker_threads'
import { AppError, type ErrorCode, sentenceOf } from '#/contract/errors.ts'
import type { Question, Verdict } from './judge/judge-thread.ts'

/** Stands at the field: the whole sentence, since the field is where the person looks. */
export const tooSimple = sentenceOf('auth.password_too_simple')

/** Words an attacker of this very service would try first. */
const ownWords = ['kasyr', 'касир', 'checkbox', 'novaposhta', 'новапошта', 'каса', 'чек', 'prro', 'прро', 'cashier']

/**
 * Refuses what is easy to guess: leaked passwords, walks over the keyboard, Ukrainian words in every spelling, the person's own
 * login and name (`about`). Judging takes up to a third of a second, so it is done in a thread of its own.
 */
export async function whyNotPassword(password: string, about: readonly string[]): Promise<ErrorCode | null> {
  return (await isEasy(password, [...ownWords, ...about])) ? 'auth.password_too_simple' : null
}

/** Nothing a person can type takes so long; on a machine that is overwhelmed the person is asked to try again. */
const longestWaitMs = 20_000

interface Waiting {
  resolve(is_easy: boolean): void
  reject(error: Error): void
}

/** The dictionaries weigh some megabytes, so the thread is started when a password is first chosen, and then stays. */
let thread: Worker | undefined
const waiting = new Map<number, Waiting>()
let asked = 0

async function isEasy(password: string, about: readonly string[]): Promise<boolean> {
  const judge = (thread ??= startThread())
  const question: Question = { number: (asked += 1), password, about }
  const { promise, resolve, reject } = Promise.withResolvers<boolean>()
  waiting.set(question.number, { resolve, reject })
  judge.ref()
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  judge.postMessage(question)
  const timer = setTimeout(() => giveUp(judge, new AppError('server.overloaded')), longestWaitMs)
  try {
    return await promise
  } finally {
    clearTimeout(timer)
    waiting.delete(question.number)
    // A thread that is asked nothing does not keep the process alive.
    if (waiting.size === 0) judge.unref()
  }
}

function startThread(): Worker {
  const judge = new Worker(new URL('judge/judge-thread.ts', import.meta.url), { name: 'password-judge' })
  judge.on('message', ({ number, is_easy }: Verdict) => waiting.get(number)?.resolve(is_easy))
  judge.on('error', (error: Error) => giveUp(judge, error))
  judge.on('exit', () => giveUp(judge, new Error('the thread that judges passwords has ended')))
  return judge
}

/** The next password gets a new thread; no password that waits for this one passes unjudged. */
function giveUp(judge: Worker, error: Error): void {
  if (thread !== judge) return
  thread = undefined
  void judge.terminate()
  for (const { reject } of waiting.values()) reject(error)
}
