import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'

/** Outputs that the shell can redirect a process to and that cannot be written: a closed pipe, a full disk. */
export const unwritable = ['| head -c 1 > /dev/null', '> /dev/full'] as const

/** What a process that runs `code` says to its standard error, its standard output led elsewhere. */
export function errorsOf(code: string, whereTo: string): Promise<string> {
  const child = spawn('sh', ['-c', `"$0" --input-type=module -e "$1" ${whereTo}`, process.execPath, code], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  return text(child.stderr)
}
