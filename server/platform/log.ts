import { pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino'

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

export function createLog(level: string, destination?: DestinationStream): Logger {
  const quoted = secretFields.map((field) => `["${field}"]`)
  return pino(
    {
      level,
      base: null,
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      redact: {
        paths: [...quoted, ...quoted.map((field) => `*${field}`), ...quoted.map((field) => `*.*${field}`)],
        censor: '[приховано]',
      },
    },
    ...(destination ? [destination] : []),
  )
}
