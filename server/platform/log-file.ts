import { closeSync, fstatSync, ftruncateSync, mkdirSync, openSync, renameSync, statSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'
import { Explained } from './explained.ts'

/** Where lines of the log go. What was written may wait; what is flushed has left the process, or is lost. */
export interface LogOutput {
  write(text: string): unknown
  flush(): unknown
}

/** Weeks of a shop's work, and at most 50 MiB of its disk. */
const usual = { bytes: 10 * 1024 * 1024, files: 5 }
const waitingCharacters = 8 * 1024
const longestWaitMs = 200

/**
 * A file of the log that puts itself aside when it is full: `kasyr.log` becomes `kasyr.log.1`, and so on up to the last, which
 * goes. Everything is synchronous and nothing is held but an open file, so a process may be killed anywhere, and several may
 * write to one file: a process that finds another file under the name goes over to that one. A file that cannot be
 * opened at the start is reported; later, a full disk or a folder that cannot be written to costs lines, not the service.
 */
export function openLogFile(path: string, bounds = usual): LogOutput {
  let file = openOrExplain(path)
  let waiting = ''
  let timer: NodeJS.Timeout | null = null
  /** A full disk took the beginning of a line and not its end. */
  let isTorn = false

  const goOver = (): void => {
    const old = file
    file = openPrivately(path)
    isTorn = false
    closeSync(old)
  }

  const followOrPutAside = (): void => {
    const there = statSync(path, { throwIfNoEntry: false })
    const ours = fstatSync(file)
    if (there?.ino !== ours.ino || there.dev !== ours.dev) return goOver()
    if (ours.size < bounds.bytes || !ours.isFile()) return
    if (putAside(path, bounds.files)) goOver()
    else ftruncateSync(file) // The bound is kept also where nothing can be renamed; the newest lines are worth more.
  }

  const put = (text: string): void => {
    const bytes = Buffer.from(isTorn ? `\n${text}` : text)
    let done = 0
    try {
      while (done < bytes.length) done += writeSync(file, bytes, done)
      isTorn = false
    } catch {
      isTorn ||= done > 0
    }
  }

  const flush = (): void => {
    if (timer !== null) clearTimeout(timer)
    timer = null
    if (waiting === '') return
    const text = waiting
    waiting = ''
    try {
      followOrPutAside()
    } catch {
      // It goes on with the file it has.
    }
    put(text)
  }

  process.once('exit', flush)
  return {
    write(text) {
      waiting += text
      if (waiting.length >= waitingCharacters) flush()
      else timer ??= setTimeout(flush, longestWaitMs).unref()
    },
    flush,
  }
}

/** Whether the name is free for a new file. Killed half-way it leaves a gap in the numbers, which the next one closes. */
function putAside(path: string, files: number): boolean {
  for (let number = files - 1; number > 1; number -= 1) rename(`${path}.${number - 1}`, `${path}.${number}`)
  return rename(path, `${path}.1`)
}

function rename(from: string, to: string): boolean {
  try {
    renameSync(from, to)
    return true
  } catch {
    return false // Not there, or not to be renamed by us.
  }
}

function openPrivately(path: string): number {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
  return openSync(path, 'a', 0o600)
}

function openOrExplain(path: string): number {
  try {
    // A pipe without a reader would hold the start up for ever.
    if (statSync(path, { throwIfNoEntry: false })?.isFile() === false) throw new Error('not a file')
    return openPrivately(path)
  } catch (error) {
    throw new Explained(
      `Журнал роботи не вдалося відкрити: ${path}. Перевірте, чи це файл і чи можна в нього писати, ` +
        'або вкажіть інший у KASYR_LOG_FILE (порожнє значення — без файлу).',
      { cause: error },
    )
  }
}
