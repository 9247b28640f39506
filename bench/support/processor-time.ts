import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

/** The unit of the times in /proc/<pid>/stat (proc(5)). */
const tickMs = 1000 / Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

interface Times {
  parent: number
  /** Of the process and of its children that have ended, in milliseconds. */
  spent: number
}

function timesOf(pid: number | string): Times | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // The name of the program stands in brackets and may hold anything.
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [cutime = 0, cstime = 0] = fields.slice(13, 15)
    return { parent: fields[1] ?? 0, spent: ownMs(pid) + (cutime + cstime) * tickMs }
  } catch {
    return undefined
  }
}

/** To the nanosecond, thread by thread: a tick is as long as twenty small answers. */
function ownMs(pid: number | string): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  return threads.reduce((sum, thread) => sum + threadMs(`/proc/${pid}/task/${thread}/schedstat`), 0)
}

function threadMs(file: string): number {
  try {
    return Number(readFileSync(file, 'latin1').split(' ', 1)[0]) / 1e6
  } catch {
    return 0
  }
}

export const processMs = (pid: number): number => timesOf(pid)?.spent ?? 0

/** A process with its living children: PostgreSQL has one process a connection, all of them children of the postmaster. */
export function familyMs(pid: number): number {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => timesOf(name) ?? [])
    .filter(({ parent }) => parent === pid)
  return children.reduce((sum, { spent }) => sum + spent, processMs(pid))
}

export function residentMiB(pid: number): number {
  const [, kilobytes] = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(kilobytes) / 1024
}
