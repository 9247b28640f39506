import { Writable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { createLog } from './log.ts'

/** What one call writes, as text and as the line it is. */
function written(level: string, write: (log: ReturnType<typeof createLog>) => void): string[] {
  const lines: string[] = []
  const sink = new Writable({ write: (chunk: Buffer, _encoding, done) => (lines.push(chunk.toString()), done()) })
  write(createLog(level, sink))
  return lines
}

const secretFields = [
  ...['authorization', 'cookie', 'set-cookie', 'password', 'current_password', 'new_password', 'one_time_password'],
  ...['access_token', 'refresh_token', 'pin', 'license_key', 'carrier_key', 'secret'],
]

describe('the log', () => {
  test.each(secretFields)('hides %s wherever it stands, down to two levels deep', (field) => {
    const secret = { [field]: 'свистить-жайвір-99' }
    const shapes = [secret, { request: secret }, { request: { headers: secret } }, { items: [secret, secret] }]
    for (const shape of shapes) {
      const text = written('info', (log) => log.info(shape, 'said')).join('')
      expect(text).not.toContain('свистить')
      expect(text).toContain(`"${field}":"[приховано]"`)
    }
  })

  test('hides a secret also in what a request or a job adds to every line', () => {
    const text = written('info', (log) => log.child({ headers: { cookie: 'kasyr_refresh=abc' } }).info('said')).join('')
    expect(text).not.toContain('kasyr_refresh')
  })

  test('leaves everything else as it is, one JSON object a line, with the time and the level by name', () => {
    const [line = ''] = written('info', (log) => log.warn({ order_id: 7, token_kind: 'access' }, 'slow'))
    const { time, ...rest } = JSON.parse(line)
    expect(rest).toEqual({ level: 'warn', order_id: 7, token_kind: 'access', msg: 'slow' })
    expect(new Date(time).toISOString()).toBe(time)
  })

  test('tells an error with its message and where it came from', () => {
    const [line = ''] = written('info', (log) => log.error({ err: new Error('no answer') }, 'job failed'))
    expect(JSON.parse(line)).toMatchObject({
      err: { message: 'no answer', stack: expect.stringContaining('log.test') },
    })
  })

  test('says nothing below its level', () => {
    expect(written('warn', (log) => log.info('said'))).toEqual([])
    expect(written('silent', (log) => log.fatal('said'))).toEqual([])
  })
})
