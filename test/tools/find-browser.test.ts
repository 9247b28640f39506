import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { findBrowser, withRemedy } from '#/scripts/find-browser.ts'

const root = join(import.meta.dirname, '..', '..')
const home = mkdtempSync(join(tmpdir(), 'kasyr-home-'))
afterAll(() => rmSync(home, { recursive: true }))

function place(path: string): string {
  const file = join(home, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, '#!/bin/sh\nexit 0\n')
  chmodSync(file, 0o755)
  return file
}

const chrome = place('bin/google-chrome')
const edge = place('edge/microsoft-edge')
const shell = place('shells/chrome-headless-shell')
const older = place('.cache/ms-playwright/chromium_headless_shell-998/chrome-linux/headless_shell')
const newer = place(
  '.cache/ms-playwright/chromium_headless_shell-1254/chrome-headless-shell-linux64/chrome-headless-shell',
)
const whole = place('elsewhere/chromium-1254/chrome-linux64/chrome')

/** What stands on the machine of the test itself does not start here. */
const find = (environment: Record<string, string>, broken: readonly string[] = []) =>
  findBrowser({
    environment,
    home: environment['HOME'] ?? home,
    whyNotStarting: (path) => (path.startsWith(home) && !broken.includes(path) ? null : 'libnss3.so is missing'),
  }).path

describe('the browser of the tests', () => {
  test('is the one that was named, and no other', () => {
    expect(find({ KASYR_TEST_BROWSER: edge, PATH: dirname(shell) })).toBe(edge)
    expect(find({ KASYR_TEST_BROWSER: '/nowhere/chrome', PATH: dirname(shell) })).toBeNull()
  })

  test('is the light one of PATH, then the newest light one that Playwright downloaded, then a usual one', () => {
    const PATH = [chrome, edge, shell].map(dirname).join(':')
    expect(find({ PATH })).toBe(shell)
    expect(find({ PATH }, [shell])).toBe(newer)
    expect(find({ PATH }, [shell, newer])).toBe(older)
    expect(find({ PATH }, [shell, newer, older])).toBe(chrome)
    expect(find({ PATH }, [shell, newer, older, chrome])).toBe(edge)
  })

  test('is found in the cache of an ordinary user with nothing on PATH', () => {
    expect(find({})).toBe(newer)
    expect(find({ HOME: '/nowhere', XDG_CACHE_HOME: join(home, '.cache') })).toBe(newer)
    expect(find({ HOME: '/nowhere', PLAYWRIGHT_BROWSERS_PATH: join(home, 'elsewhere') })).toBe(whole)
  })

  test('is told in one sentence where there is none', () => {
    const found = findBrowser({ environment: {}, home: '/nowhere', whyNotStarting: () => 'libnss3.so is missing' })
    expect(found.path).toBeNull()
    const sentence = withRemedy('why' in found ? found.why : '')
    expect(sentence).toMatch(/^[^\n]*playwright-core install[^\n]*KASYR_TEST_BROWSER[^\n]*\.$/)
  })
})

describe('a run of the tests with a browser that was named and does not start', () => {
  const run = (...words: string[]) =>
    spawnSync('node', ['scripts/have-browser.ts', 'node', '-e', 'console.log("ran")', '--', ...words], {
      cwd: root,
      encoding: 'utf8',
      env: { ...process.env, KASYR_TEST_BROWSER: '/nowhere/chrome' },
    })

  test('ends with one sentence before anything has run', () => {
    const { status, stdout, stderr } = run()
    expect(status).toBe(1)
    expect(stdout).toBe('')
    expect(stderr.trim().split('\n')).toHaveLength(1)
    expect(stderr).toContain('/nowhere/chrome')
    expect(run('--project', 'unit', '--project', 'browser').status).toBe(1)
  })

  test('goes on where only layers without a browser are asked for', () => {
    expect(run('--project', 'unit').stdout).toBe('ran\n')
    expect(run('--project=service', '--project', 'faults', 'audit').stdout).toBe('ran\n')
  })
})
