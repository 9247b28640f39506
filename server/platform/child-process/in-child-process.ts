import { fork, type ChildProcess } from 'node:child_process'
import { realMs, type Clock } from '../clock.ts'
import { createTurns } from './turns.ts'
import type { Said, Sent } from './answer-parts.ts'

/** It took longer, or more memory, than anything of its kind needs. The child is gone, the service has not noticed. */
export class TooHeavy extends Error {}

export interface ChildWork {
  /** The file that answers, by `answerParts`. */
  script: URL
  /** Given to the child one after another, so that a long table never stops the service at once. */
  parts: Iterable<unknown>
  longestMs: number
  mostMemoryMb: number
}

/**
 * Two read or make files at once in a service, the rest of the machine is left to requests. Files take seconds, and a browser gives
 * an answer half a minute: after ten seconds of waiting the caller is refused.
 */
const turns = createTurns({ atOnce: 2, mostWaiting: 8, longestWaitMs: 10_000 })
/** A child needs half a second to begin, so it is kept a while for the next file. */
const idleMs = 30_000

/** What the child answers. */
export const inChildProcess = <Result>(clock: Clock, work: ChildWork): Promise<Result> =>
  turns(clock, () => answerOf<Result>(clock, work))

const idle = new Map<string, ChildProcess[]>()

async function answerOf<Result>(clock: Clock, { script, parts, longestMs, mostMemoryMb }: ChildWork): Promise<Result> {
  const child = takeIdle(script) ?? startChild(script, mostMemoryMb)
  const { promise, resolve, reject } = Promise.withResolvers<Said<Result>>()
  const timer = setTimeout(() => reject(new TooHeavy('the time is over')), realMs(clock, longestMs))
  child.once('message', (said: Said<Result>) => resolve(said))
  child.once('error', reject)
  child.once('exit', (code, signal) => reject(whyEnded(code, signal)))
  try {
    const said = await Promise.race([promise, sendParts(child, parts).then(() => promise)])
    if (!said.ok) throw new Error(said.fault)
    stopListening(child)
    keepIdle(script, child)
    return said.value
  } catch (error) {
    stopListening(child)
    child.on('error', () => undefined)
    child.kill('SIGKILL')
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** By name: Node has listeners of its own there. */
function stopListening(child: ChildProcess): void {
  for (const event of ['message', 'error', 'exit']) child.removeAllListeners(event)
}

/** While a child works, only the engine or the system ends it by a signal, when memory runs out. */
const whyEnded = (code: number | null, signal: NodeJS.Signals | null): Error =>
  signal === null
    ? new Error(`a process that worked on a file has ended with ${code}`)
    : new TooHeavy('the memory is used up')

/**
 * A process, because a thread that runs out of memory may take the service along (decision 0053). It is given nothing of the
 * settings: what strangers wrote is read where there are no keys.
 */
const startChild = (script: URL, mostMemoryMb: number): ChildProcess =>
  fork(script, {
    execArgv: [...process.execArgv, `--max-old-space-size=${mostMemoryMb}`],
    env: {},
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })

async function sendParts(child: ChildProcess, parts: Iterable<unknown>): Promise<void> {
  for (const part of parts) await send(child, { part })
  await send(child, 'that is all')
}

/** A child that has ended receives nothing more; its end says why. */
const send = (child: ChildProcess, message: Sent<unknown>): Promise<void> =>
  new Promise((sent) => {
    child.send(message, () => sent())
  })

/** It does not keep the service alive, and ends when no file has come for a while. */
function keepIdle(script: URL, child: ChildProcess): void {
  child.unref()
  child.channel?.unref()
  idle.set(script.href, [...(idle.get(script.href) ?? []), child])
  child.once('error', () => isForgotten(script, child))
  child.once('exit', () => isForgotten(script, child))
  setTimeout(() => isForgotten(script, child) && child.disconnect(), idleMs).unref()
}

function takeIdle(script: URL): ChildProcess | undefined {
  const child = idle.get(script.href)?.pop()
  if (child === undefined) return undefined
  stopListening(child)
  child.ref()
  child.channel?.ref()
  return child
}

/** Whether it was idle until now. */
function isForgotten(script: URL, child: ChildProcess): boolean {
  const kept = idle.get(script.href) ?? []
  idle.set(
    script.href,
    kept.filter((other) => other !== child),
  )
  return kept.includes(child)
}
