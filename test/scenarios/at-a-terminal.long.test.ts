import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, inject, test } from 'vitest'
import { readyUrl, startServe } from '../support/child-service.ts'
import { noteSaid } from '../support/evidence.ts'
import { copyTemplate } from '../support/template-database.ts'

const root = join(import.meta.dirname, '..', '..')
const folder = mkdtempSync(join(tmpdir(), 'kasyr-terminal-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const aDatabase = () => copyTemplate(inject('server_url'), inject('template'))
const controls = /(?!\n)\p{Cc}/u
/** Of util-linux: makes a terminal for the command it runs. */
const script = '/usr/bin/script'
const asRoot = process.getuid?.() === 0

/** `kasyr serve` before a terminal, stopped by Ctrl+C once it is ready; and all that stood there. */
async function serveAtTerminal(environment: Record<string, string>): Promise<{ said: string; code: number | null }> {
  const command = `stty cols 80; exec "${process.execPath}" server/main.ts serve`
  const child = spawn(script, ['--quiet', '--flush', '--return', '--command', command, '/dev/null'], {
    cwd: root,
    env: { PATH: process.env['PATH'], TERM: 'xterm-256color', KASYR_PORT: '0', ...environment },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    said += chunk
    if (said.includes('Ctrl+C') && child.stdin.writable) child.stdin.end('\u0003')
  })
  const [code]: (number | null)[] = await once(child, 'close')
  noteSaid('process', said)
  return { said, code: code ?? null }
}

describe.runIf(existsSync(script))('a person who starts the service at a terminal', () => {
  test('reads words and no JSON: the address, how to stop it, where the log is; the log is in the data folder', async () => {
    const KASYR_DATA_DIR = join(folder, 'shop')
    const { said, code } = await serveAtTerminal({
      KASYR_DATA_DIR,
      DATABASE_URL: await aDatabase(),
      KASYR_ADMIN_PASSWORD: 'криничка-барвінок-7',
    })
    const file = join(KASYR_DATA_DIR, 'log', 'kasyr.log')
    expect(said).toMatch(/Касир готовий за [\d,]+ с: \S*http:\/\/127\.0\.0\.1:\d+/)
    expect(said).toContain('Зупинити:')
    expect(said).toContain(file)
    expect(said).toContain('Зупинено.')
    expect(said).not.toContain('{"')
    expect(said).toContain('\u001b[1m') // Bold, where the terminal can.
    expect(code).toBe(0)
    const logged = readFileSync(file, 'utf8').trimEnd().split('\n')
    expect(logged.map((line) => JSON.parse(line).msg)).toContain('database is ready')
    expect(statSync(file).mode & 0o777).toBe(0o600)
    // Who runs it as root is told so once, there and in the log.
    expect(said.match(/працює від root/g) ?? []).toHaveLength(asRoot ? 1 : 0)
    expect(logged.filter((line) => line.includes('runs as root'))).toHaveLength(asRoot ? 1 : 0)
  })

  test('without colours and with the log on the screen, when that is what was asked for', async () => {
    const { said } = await serveAtTerminal({
      KASYR_DATA_DIR: join(folder, 'plain'),
      DATABASE_URL: await aDatabase(),
      KASYR_ADMIN_PASSWORD: 'криничка-барвінок-7',
      KASYR_LOG_FILE: '',
      TERM: 'dumb',
    })
    expect(said).toContain('"msg":"database is ready"')
    expect(said.replaceAll('\r\n', '\n')).not.toMatch(controls)
    expect(existsSync(join(folder, 'plain', 'log'))).toBe(false)
  })
})

describe('where no person sits', () => {
  test('there are plain lines and the log on the standard output, and no file of it', async () => {
    const dataDir = join(folder, 'unseen')
    const child = startServe(dataDir, { DATABASE_URL: await aDatabase(), KASYR_LOG_LEVEL: 'info', TERM: 'xterm' })
    await readyUrl(child)
    child.process.kill('SIGTERM')
    expect(await child.ended).toBe(0)
    expect(child.lines.filter((line) => controls.test(line))).toEqual([])
    expect(child.lines.filter((line) => line.includes('"msg":"database is ready"'))).toHaveLength(1)
    expect(child.lines.join('\n')).not.toMatch(/^Увага|Ctrl\+C/m)
    expect(child.lines.filter((line) => line.includes('runs as root'))).toHaveLength(asRoot ? 1 : 0)
    expect(existsSync(join(dataDir, 'log'))).toBe(false)
  })

  test('KASYR_LOG_FILE takes the log there, requests and all, and what is to be mended is said in words', async () => {
    const [dataDir, file] = [join(folder, 'filed'), join(folder, 'elsewhere', 'shop.log')]
    const DATABASE_URL = await aDatabase()
    const child = startServe(dataDir, { DATABASE_URL, KASYR_LOG_LEVEL: 'info', KASYR_LOG_FILE: file })
    await fetch(`${await readyUrl(child)}/api/v1/auth/me`)
    child.process.kill('SIGTERM')
    expect(await child.ended).toBe(0)
    expect(child.lines.filter((line) => line.startsWith('{'))).toEqual([])
    expect(child.lines.filter((line) => line.startsWith('Увага: Сервіс працює від root'))).toHaveLength(asRoot ? 1 : 0)
    const messages = readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line).msg)
    expect(messages).toEqual(expect.arrayContaining(['database is ready', 'request']))
  })

  test('a busy port is told in words', async () => {
    const first = startServe(join(folder, 'first'), { DATABASE_URL: await aDatabase() })
    const { port } = new URL(await readyUrl(first))
    const second = startServe(join(folder, 'second'), { DATABASE_URL: await aDatabase(), KASYR_PORT: port })
    expect(await second.ended).toBe(1)
    expect(second.lines.at(-1)).toBe(
      `Помилка: порт ${port} зайнятий іншою програмою. Зупиніть її або вкажіть інший порт у KASYR_PORT.`,
    )
    first.process.kill('SIGTERM')
    await first.ended
  })
})
