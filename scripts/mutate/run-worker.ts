import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { patience } from '#/test/support/patience.ts'
import type { Job, Verdict } from './verdict.ts'

/** A rule is judged within milliseconds, so a mutant that takes this long never ends; to start takes a while. */
const longestMs = { start: 60_000, mutant: Number(process.env['KASYR_MUTANT_MS'] ?? 15_000) }
const lookEveryMs = 50

/** Ends with the worker, or ends it when it was silent for too long; then the rule it hung in is named. */
export async function runWorker(
  jobs: readonly Job[],
  tell: (verdict: Verdict) => void,
): Promise<{ hung_in: string | null }> {
  const folder = mkdtempSync(join(tmpdir(), 'kasyr-mutate-'))
  const [given, told] = [join(folder, 'jobs'), join(folder, 'verdicts')]
  writeFileSync(given, JSON.stringify(jobs))
  writeFileSync(told, '')
  const worker = spawn(process.execPath, [join(import.meta.dirname, 'worker.ts'), given, told], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const end = (): void => void worker.kill('SIGKILL')
  process.once('exit', end)
  try {
    const { last, isHung } = await follow(worker, told, tell)
    if (last === undefined) throw new Error(`The worker told nothing${isHung ? ' in time' : ''}`)
    if (!isHung && worker.exitCode !== 0) throw new Error(`The worker died after ${JSON.stringify(last)}`)
    return { hung_in: isHung ? last.rule : null }
  } finally {
    end()
    process.off('exit', end)
    rmSync(folder, { recursive: true, force: true })
  }
}

async function follow(worker: ChildProcess, told: string, tell: (verdict: Verdict) => void) {
  const ended = new Promise<'ended'>((resolve) => worker.once('close', () => resolve('ended')))
  let heard = 0
  let last: Verdict | undefined
  const listen = (): boolean => {
    const lines = readFileSync(told, 'utf8').split('\n').slice(heard, -1)
    for (const line of lines) {
      const verdict: Verdict = JSON.parse(line)
      if (verdict.kind === 'broken') throw new Error(verdict.detail)
      last = verdict
      tell(verdict)
    }
    heard += lines.length
    return lines.length > 0
  }
  let since = performance.now()
  while ((await Promise.race([ended, pause(lookEveryMs, 'running')])) === 'running') {
    if (listen()) since = performance.now()
    if (performance.now() - since > patience(last === undefined ? longestMs.start : longestMs.mutant))
      return { last, isHung: true }
  }
  listen()
  return { last, isHung: false }
}
