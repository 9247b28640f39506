import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { join } from 'node:path'
import { noteSaid, noteSecret } from './evidence.ts'
import { patience } from './patience.ts'

const root = join(import.meta.dirname, '..', '..')

/** A process of its own that can be killed like on a bad day. */
export interface Child {
  process: ChildProcess
  lines: string[]
  /** The first line that matches; fails when the process ends before, or says it too late, with all that it said instead. */
  line(pattern: RegExp): Promise<RegExpExecArray>
  /** Its exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals | null>
}

export function startChild(args: readonly string[], environment: Record<string, string>): Child {
  const child = spawn(process.execPath, args, {
    cwd: root,
    env: { PATH: process.env['PATH'], ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const lines: string[] = []
  const waiting = new Set<() => void>()
  let over = false
  const hear = (line: string): void => {
    lines.push(line)
    const password = /пароль: +(\S+)/.exec(line)?.[1]
    if (password === undefined) noteSaid('process', line)
    else noteSecret(password) // Only here is it known.
    for (const look of waiting) look()
  }
  for (const stream of [child.stdout, child.stderr]) createInterface({ input: stream }).on('line', hear)
  const ended = once(child, 'close').then(([code, signal]: (number | NodeJS.Signals | null)[]) => {
    over = true
    for (const look of waiting) look()
    return code ?? signal ?? null
  })
  return {
    process: child,
    lines,
    ended,
    line: (pattern) =>
      new Promise((resolve, reject) => {
        const end = (settle: () => void): void => {
          clearTimeout(late)
          waiting.delete(look)
          settle()
        }
        const fail = (why: string) => end(() => reject(new Error(`${why} ${pattern}:\n${lines.join('\n')}`)))
        const look = (): void => {
          const found = lines.map((line) => pattern.exec(line)).find((match) => match !== null)
          if (found) end(() => resolve(found))
          else if (over) fail('the process ended without saying')
        }
        const late = setTimeout(() => fail('the process lives and has not said'), patience(300_000))
        waiting.add(look)
        look()
      }),
  }
}

/** `kasyr serve` on the embedded database of a folder. */
export const startServe = (dataDir: string, environment: Record<string, string> = {}): Child =>
  startChild(['server/main.ts', 'serve'], {
    KASYR_DATA_DIR: dataDir,
    KASYR_PORT: '0',
    KASYR_LOG_LEVEL: 'warn',
    ...environment,
  })

export const readyUrl = async (child: Child): Promise<string> => (await child.line(/готовий за .*: (http\S+)/))[1] ?? ''
