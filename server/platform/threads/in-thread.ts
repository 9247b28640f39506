import { setImmediate as turn } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { realMs, type Clock } from '../clock.ts'
import { createTurns } from '../turns.ts'
import type { Said } from './answer-parts.ts'

/** It took longer, or more memory, than anything of its kind needs. The thread is gone, the process has not noticed. */
export class TooHeavy extends Error {}

export interface ThreadWork {
  /** The file that answers, by `answerParts`. */
  script: URL
  /** Given to the thread one after another, so that a long table never stops the process at once. */
  parts: Iterable<unknown>
  longestMs: number
  mostMemoryMb: number
}

/**
 * Two read or make files at once in a process, the rest of the machine is left to requests. Files take seconds, and a browser gives
 * an answer half a minute: who has waited for ten seconds is better told.
 */
const turns = createTurns({ atOnce: 2, mostWaiting: 8, longestWaitMs: 10_000 })
/** A thread needs a quarter of a second to begin, so it is kept a while for the next file. */
const idleMs = 30_000

/** What the thread answers. */
export const inThread = <Result>(clock: Clock, work: ThreadWork): Promise<Result> =>
  turns(clock, () => answerOf<Result>(clock, work))

const idle = new Map<string, Worker[]>()

async function answerOf<Result>(clock: Clock, work: ThreadWork): Promise<Result> {
  const { script, parts, longestMs, mostMemoryMb } = work
  const thread = idle.get(script.href)?.pop() ?? startThread(script, mostMemoryMb)
  const { promise, resolve, reject } = Promise.withResolvers<Said<Result>>()
  const timer = setTimeout(() => reject(new TooHeavy('the time is over')), realMs(clock, longestMs))
  thread.once('message', resolve)
  thread.once('error', (error) => reject(isOutOfMemory(error) ? new TooHeavy('the memory is used up') : error))
  thread.once('exit', () => reject(new Error('a thread that worked on a file has ended')))
  thread.ref()
  try {
    const sending = sendParts(thread, parts)
    const said = await Promise.race([promise, sending.then(() => promise)])
    if (!said.ok) throw new Error(said.fault)
    stopListening(thread)
    keepIdle(script, thread)
    return said.value
  } catch (error) {
    stopListening(thread)
    thread.on('error', () => undefined)
    void thread.terminate()
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** By name: Node has listeners of its own there, without which the next message never comes. */
function stopListening(thread: Worker): void {
  for (const event of ['message', 'error', 'exit']) thread.removeAllListeners(event)
}

const startThread = (script: URL, mostMemoryMb: number): Worker =>
  new Worker(script, {
    name: 'files',
    resourceLimits: { maxOldGenerationSizeMb: mostMemoryMb, maxYoungGenerationSizeMb: 64 },
  })

async function sendParts(thread: Worker, parts: Iterable<unknown>): Promise<void> {
  for (const part of parts) {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
    thread.postMessage({ part })
    await turn()
  }
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  thread.postMessage('that is all')
}

/** It does not keep the process alive, and ends when no file has come for a while. */
function keepIdle(script: URL, thread: Worker): void {
  thread.unref()
  idle.set(script.href, [...(idle.get(script.href) ?? []), thread])
  const forget = (): boolean => {
    const kept = idle.get(script.href) ?? []
    idle.set(
      script.href,
      kept.filter((other) => other !== thread),
    )
    return kept.includes(thread)
  }
  thread.once('error', forget)
  thread.once('exit', forget)
  setTimeout(() => forget() && void thread.terminate(), idleMs).unref()
}

const isOutOfMemory = (error: Error): boolean => 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
