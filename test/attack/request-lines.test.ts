import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { operationsOf, readDocument } from '../fuzz/operations.ts'
import { howOften } from '../support/how-often.ts'
import { loggedIn } from '../support/people.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { startTestApp } from '../support/test-app.ts'
import { mutate } from './mutate-line.ts'
import { askAll, codeOf, isRefused, type RawAnswer } from './raw-connection.ts'

/**
 * Request lines by chance: addresses of the service with a few characters changed, sent as they are. An address that is
 * not plain must be refused like one that does not exist; a plain one must answer as this address always does. More of
 * them: `npm run test:long`, or `KASYR_ATTACK_LINES=1000000`.
 */
const lines = Number(process.env['KASYR_ATTACK_LINES'] ?? howOften({ usually: 1_500, long: 50_000 }))
const random = seededRandom('request lines')

const dashboard = mkdtempSync(join(tmpdir(), 'kasyr-dashboard-'))
mkdirSync(join(dashboard, 'assets'))
for (const file of ['index.html', 'favicon.svg', 'assets/main-B1.js']) writeFileSync(join(dashboard, file), file)

const kasyr = await startTestApp({
  config: { log_level: 'warn' },
  web: { dashboard, limits: { anonymous_per_address: 1e9, writes_per_user: 1e9 } },
})
afterAll(async () => {
  await kasyr.close()
  rmSync(dashboard, { recursive: true })
})
const { host } = new URL(kasyr.url)
const id = '00000000-0000-7000-8000-0000000000ab'
const addresses = [
  ...operationsOf(await readDocument(kasyr)).map(({ method, path }) => ({
    method,
    path: path.replaceAll(/\{\w+\}/g, id),
  })),
  ...['/', '/users', '/metrics', '/api/openapi.json', '/api/docs', '/favicon.svg', '/assets/main-B1.js', '/login'].map(
    (path) => ({
      method: 'GET',
      path,
    }),
  ),
]
/** Reads only: what a cashier may change by a plain address is not what is asked here. */
const tokens = [null, null, null, (await loggedIn(kasyr)).token, (await loggedIn(kasyr, 'auditor')).token]

const requestOf = (method: string, target: string, version: string, token: string | null): string =>
  [
    `${method} ${target} ${version}`,
    `host: ${host}`,
    'accept: text/html',
    'connection: keep-alive',
    ...(token === null ? [] : [`authorization: Bearer ${token}`]),
    ...(method === 'GET' || method === 'HEAD' ? [] : ['content-length: 0']),
    '\r\n',
  ].join('\r\n')

/** Written apart from the rule of the service, in the words of the promise. */
function isPlain(target: string): boolean {
  const [path = '', ...query] = asRead(target).split('?')
  if (!path.startsWith('/') || /[^\u0021-\u007e]|#/.test(asRead(target)) || query.join('?').includes('#')) return false
  if (path.startsWith('/api/') && path !== path.toLowerCase()) return false
  const words = path.slice(1).split('/')
  return path === '/' || words.every((word) => /^[A-Za-z0-9._~-]+$/.test(word) && word !== '.' && word !== '..')
}

/** More than one space before or after the address is one to HTTP. */
const asRead = (target: string): string => target.replace(/^ +| +$/g, '')
/** A line that is broken before its address is read: a space or a line end inside. */
const isBroken = (target: string): boolean => /[ \r\n]/.test(asRead(target)) || asRead(target) === ''

interface Line {
  method: string
  target: string
  version: string
  token: string | null
}

function someLine(): Line {
  const { method, path } = addresses[Math.floor(random() * addresses.length)] ?? { method: 'GET', path: '/' }
  const chance = random()
  const target = mutate(path, random, host)
  const token = tokens[Math.floor(random() * tokens.length)] ?? null
  return {
    method: method !== 'GET' ? method : chance < 0.1 ? 'HEAD' : 'GET',
    target,
    version: chance > 0.97 ? 'HTTP/1.0' : 'HTTP/1.1',
    // The plain address does what it says: it would end the session of all lines that follow.
    token: asRead(target).startsWith('/api/v1/auth/logout') ? null : token,
  }
}

const seen = (answer: RawAnswer): string => `${answer.status} ${codeOf(answer)}`

/** What a plain address answers does not depend on how often it is asked, so it is asked once more to compare. */
async function differences(batch: readonly Line[]): Promise<string[]> {
  const ask = (some: readonly Line[]) =>
    askAll(
      kasyr.url,
      some.map(({ method, target, version, token }) => requestOf(method, target, version, token)),
    )
  const answers = await ask(batch)
  const plain = batch.filter(({ target }) => !isBroken(target) && isPlain(target))
  const again = new Map(
    (await ask(plain.map((line) => ({ ...line, version: 'HTTP/1.1' })))).map((one, at) => [plain[at], one]),
  )
  return batch.flatMap((line, at) => {
    const answer = answers[at]
    if (!answer) return ['no answer']
    const expected = again.get(line)
    const isRight = expected
      ? seen(answer) === seen(expected) && !givesAway(line, answer)
      : isRefused(answer) || isCut(line, answer)
    return isRight ? [] : [`${line.method} ${JSON.stringify(line.target)} ${line.version}: ${seen(answer)}`]
  })
}

/** Data without a token, a page in place of data, a fault of ours. */
function givesAway({ target, token }: Line, { status, headers }: RawAnswer): boolean {
  const isPage = headers['content-type']?.startsWith('text/html') ?? false
  if (status < 300 && isPage && /^\/(api(?!\/docs(\?|$))|assets|healthz|readyz|metrics)([/?]|$)/i.test(target))
    return true
  return status >= 500 || (status < 300 && token === null && target.toLowerCase().startsWith('/api/v1'))
}

/** A line cut by a space or a line end is two things to HTTP; whatever it means, it may not answer with data. */
const isCut = ({ target }: Line, { status }: RawAnswer): boolean =>
  isBroken(target) && (status === 0 || (status >= 400 && status < 500))

test(
  `of ${lines} request lines none answers differently from the plain address`,
  { timeout: 60 * 60_000 },
  async () => {
    const wrong: string[] = []
    let refused = 0
    for (let sent = 0; sent < lines; sent += 500) {
      const batch = Array.from({ length: Math.min(500, lines - sent) }, someLine)
      refused += batch.filter(({ target }) => !isPlain(target)).length
      wrong.push(...(await differences(batch)))
    }
    process.stdout.write(
      `${lines} request lines sent, ${refused} in other spellings, ${wrong.length} answered differently\n`,
    )
    expect(wrong).toEqual([])
    // Most of what is sent must be worth refusing, or the mutations have lost their teeth.
    expect(refused).toBeGreaterThan(lines / 2)
  },
)
