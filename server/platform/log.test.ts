import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { DatabaseError } from 'pg'
import { describe, expect, test } from 'vitest'
import { errorsOf, unwritable } from '#/test/support/unwritable-output.ts'
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

  test('tells of an error of the database what it was and nothing of the row, also through a request’s or a job’s own logger', () => {
    const error = Object.assign(new DatabaseError('duplicate key value violates "orders_phone"', 1, 'error'), {
      code: '23505',
      detail: 'Failing row contains (380501112233, Олена Кравець).',
      where: 'COPY orders, line 3, column phone: "380501112233"',
      internalQuery: "select '380501112233'",
    })
    const lines = written('info', (log) => {
      log.error({ err: error }, 'request failed')
      log.child({ request_id: 'r' }).error({ err: error }, 'request failed')
    })
    expect(lines).toHaveLength(2)
    for (const line of lines) {
      expect(line).not.toMatch(/380501112233|Олена/)
      expect(JSON.parse(line).err).toMatchObject({ code: '23505', message: expect.stringContaining('orders_phone') })
    }
  })

  test('says nothing below its level', () => {
    expect(written('warn', (log) => log.info('said'))).toEqual([])
    expect(written('silent', (log) => log.fatal('said'))).toEqual([])
  })
})

/** What a process of its own writes to its standard output, to its end or until `isEnough`. */
async function saidBy(code: string, isEnough: (said: string) => boolean = () => false): Promise<string> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', withLog(code)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  let said = ''
  for await (const chunk of child.stdout.setEncoding('utf8')) {
    said += chunk
    if (isEnough(said)) break
  }
  child.kill()
  return said
}

const withLog = (code: string): string =>
  `import { createLog, requestLogOf } from ${JSON.stringify(join(import.meta.dirname, 'log.ts'))}\n${code}`

const linesOf = (said: string) =>
  said
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))

/** Of a line of a request, its route: their message is always the same. */
const messagesOf = (said: string): string[] => linesOf(said).map(({ route, msg }) => route ?? msg)

describe('the lines of requests', () => {
  const logs = `
    const log = createLog('info'), requests = requestLogOf(log)
    const request = (route) => requests.info({ request_id: 'r', method: 'GET', route, status: 200, ms: 1 }, 'request')`

  test('look as all other lines do, whatever the route', async () => {
    const line = { request_id: 'r', method: 'GET', route: '/"\\\n\u2028ї', status: 404, ms: 3 }
    const given = JSON.stringify(line)
    const text = await saidBy(`${logs}\nrequests.info(${given}, 'request'); log.info(${given}, 'request')`)
    const [composed, logged] = linesOf(text)
    expect(Object.keys(composed)).toEqual(Object.keys(logged))
    expect({ ...composed, time: logged.time }).toEqual(logged)
    expect(new Date(composed.time).toISOString()).toBe(composed.time)
    expect(logged).toMatchObject(line)
  })

  test('are not written below their level', async () => {
    const quiet = `const log = createLog('warn')\nrequestLogOf(log).info({ status: 200 }, 'request'); log.warn('loud')`
    expect(messagesOf(await saidBy(quiet))).toEqual(['loud'])
  })

  test('stand where they were said, before and after the other lines', async () => {
    const text = await saidBy(`${logs}\nrequest('first'); log.info('second'); request('third'); log.warn('fourth')`)
    expect(messagesOf(text)).toEqual(['first', 'second', 'third', 'fourth'])
  })

  test('are all there when the process ends, also by an error', async () => {
    expect(messagesOf(await saidBy(`${logs}\nrequest('last'); process.exit(3)`))).toEqual(['last'])
    expect(messagesOf(await saidBy(`${logs}\nrequest('last'); throw new Error('a fault')`))).toEqual(['last'])
  })

  test('do not wait for others to come', async () => {
    const waiting = `${logs}\nrequest('alone'); setInterval(() => undefined, 3_600_000)`
    expect(messagesOf(await saidBy(waiting, (said) => said.includes('\n')))).toEqual(['alone'])
  })

  test.each(unwritable)('who cannot be written to (%s) does not hold up the process', async (whereTo) => {
    const busy = `${logs}
      let turn = 0
      const saying = setInterval(() => {
        request('said'); log.info('said'); log.warn('said')
        if (++turn === 20) { clearInterval(saying); process.stderr.write('done') }
      }, 1)`
    expect(await errorsOf(withLog(busy), whereTo)).toContain('done')
  })

  test('wait for nothing when somebody was refused at the door or the service failed', async () => {
    const serving = `${logs}
      const { createHttp } = await import(${JSON.stringify(join(import.meta.dirname, 'http', 'http.ts'))})
      const { AppError } = await import(${JSON.stringify(join(import.meta.dirname, '..', '..', 'contract', 'errors.ts'))})
      const http = createHttp({ log, host: '127.0.0.1', public_url: null, trusted_proxies: [], check_answers: false })
      const outcomes = { fine: null, refused: new AppError('auth.required'), failed: new Error('a fault') }
      for (const [name, error] of Object.entries(outcomes))
        http.get('/' + name, { config: { permission: 'public' } }, async () => { if (error) throw error; return 'fine' })
      for (const name of ['fine', 'refused', 'fine', 'failed', 'fine']) await http.inject({ url: '/' + name, headers: { host: 'localhost' } })
      process.kill(process.pid, 'SIGKILL')`
    const told = linesOf(await saidBy(serving)).filter(({ status }) => status !== undefined)
    // The last one may still have waited, and nobody misses it.
    expect(told.slice(0, 4).map(({ route, status }) => [route, status])).toEqual([
      ['/fine', 200],
      ['/refused', 401],
      ['/fine', 200],
      ['/failed', 500],
    ])
  })

  test('a warning does not wait for anything, and takes along what waits', async () => {
    const killed = `${logs}\nrequest('first'); log.warn('second'); process.kill(process.pid, 'SIGKILL')`
    expect(messagesOf(await saidBy(killed))).toEqual(['first', 'second'])
  })
})
