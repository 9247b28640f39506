import { pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino'
import { openLogFile, type LogOutput } from './log-file.ts'

export type { Logger } from 'pino'

/** Fields that may carry a secret never reach the log, down to two levels deep; nothing deeper is given to it. */
const secretFields = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'current_password',
  'new_password',
  'one_time_password',
  'access_token',
  'refresh_token',
  'pin',
  'license_key',
  'carrier_key',
  'secret',
]

/** Where PostgreSQL quotes the row a statement failed at: names and phones, and whatever else stands in it. */
const quotedRows = ['err.detail', 'err.where', 'err.internalQuery']

const quoted = secretFields.map((field) => `["${field}"]`)
const hiding = {
  paths: [...quoted, ...quoted.map((field) => `*${field}`), ...quoted.map((field) => `*.*${field}`), ...quotedRows],
  censor: '[приховано]',
}

const options = {
  base: null,
  timestamp: stdTimeFunctions.isoTime,
  formatters: { level: (label: string) => ({ level: label }) },
}

/** To a file of that path, or to the given stream; null: to the standard output. */
export function createLog(level: string, to: DestinationStream | string | null = null): Logger {
  const stream = typeof to === 'object' && to !== null ? to : buffered(to === null ? standardOutput() : openLogFile(to))
  return pino({ ...options, level, redact: hiding }, stream)
}

/** For the lines of requests, which have no headers, no bodies and no query: nothing in them has to be looked through for secrets. */
export const requestLogOf = (log: Logger): Logger => log.child({}, { redact: [] })

const warn = 40

/** A line waits for others, at most `longestWaitMs`; from a warning on it does not, and takes along what waits. */
function buffered(output: LogOutput): DestinationStream {
  const stream = {
    /** Asks pino to set `lastLevel` before it writes. */
    [Symbol.for('pino.metadata')]: true,
    lastLevel: 0,
    write(line: string) {
      output.write(line)
      if (stream.lastLevel >= warn) output.flush()
    },
    flush: () => void output.flush(),
  }
  return stream
}

const waitingBytes = 8 * 1024
const mostWaitingBytes = 1024 * 1024
const longestWaitMs = 200
let shared: LogOutput | null = null

/**
 * One for the process, so that lines stand in the order in which they were written. The end of the process leaves none behind. A full
 * disk or a closed standard output costs lines, not the service. Nothing here calls `flushSync`, which waits for the disk, and for ever
 * when the other end of the pipe is no longer read.
 */
function standardOutput(): LogOutput {
  if (shared === null) {
    const size = { minLength: waitingBytes, maxLength: mostWaitingBytes }
    const output = pino.destination({ dest: 1, sync: true, periodicFlush: longestWaitMs, ...size })
    output.on('error', () => undefined)
    process.once('exit', () => output.flush())
    shared = output
  }
  return shared
}
