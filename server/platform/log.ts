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

/** To a file of that path, or where it is told; null: to the standard output. */
export function createLog(level: string, to: DestinationStream | string | null = null): Logger {
  if (typeof to === 'object' && to !== null) return pino({ ...options, level, redact: hiding }, to)
  const output = to === null ? standardOutput() : openLogFile(to)
  const log = pino({ ...options, level, redact: hiding }, atOnce(output))
  if (log.isLevelEnabled('info')) requestLogs.set(log, (line) => void output.write(toLine(line)))
  return log
}

/** What is said of a request: no headers, no bodies, no query, so no secret can be among it. */
export interface RequestLine {
  request_id: string
  method: string
  route: string | undefined
  status: number
  ms: number
}

const requestLogs = new WeakMap<Logger, (line: RequestLine) => void>()

/**
 * The log of requests, a line for each, to the same place. These lines are put together here, without looking for secrets, and they wait
 * for each other, but not for longer than `longestWaitMs`: all that would take longer than finding a small answer.
 */
export const requestLogOf = (log: Logger): ((line: RequestLine) => void) =>
  requestLogs.get(log) ?? ((line) => log.info(line, 'request'))

/** The same line as the logger writes. */
const toLine = (line: RequestLine): string =>
  `{"level":"info"${stdTimeFunctions.isoTime()},${JSON.stringify({ ...line, msg: 'request' }).slice(1)}\n`

const waitingBytes = 8 * 1024
const mostWaitingBytes = 1024 * 1024
const longestWaitMs = 200
let shared: LogOutput | null = null

/**
 * One for the process, so that lines stand in the order in which they were said. The end of the process leaves none behind. A full disk or
 * a reader who is gone costs lines, not the service.
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

/** What waits goes out before it. Not by `flushSync`, which waits for the disk, and for ever when nobody reads any more. */
const atOnce = (output: LogOutput): DestinationStream => ({
  write(line) {
    output.write(line)
    output.flush()
  },
})
