import { describe, expect, test } from 'vitest'
import { clockAndChance, environmentReaders } from './environment-and-clock.ts'

describe('a second reader of the environment is found', () => {
  test.each([
    ['server/auth/x.ts', 'const a = process.env.KASYR_PORT'],
    ['server/platform/x.ts', "const a = process['env']['HOME']"],
    ['contract/x.ts', 'const a = globalThis.process.env'],
    ['simulators/x.ts', 'const { env } = process'],
    ['dashboard/x.tsx', 'const a = import.meta.env.MODE'],
    ['server/cli/x.ts', "import { env } from 'node:process'"],
  ])('%s: %s', (path, text) => {
    expect(environmentReaders([{ path, text }])).toEqual([`${path}:1 reads the environment`])
  })

  test('and the one reader, tests, and other uses of the process are left alone', () => {
    const files = [
      { path: 'server/config.ts', text: 'const a = process.env' },
      { path: 'server/config.test.ts', text: 'const a = process.env' },
      { path: 'test/support/a.ts', text: 'const a = process.env' },
      { path: 'server/main.ts', text: 'process.exitCode = 1; const a = import.meta.dirname; const { env } = other' },
    ]
    expect(environmentReaders(files)).toEqual([])
  })
})

describe('time and chance past the platform are found', () => {
  test.each([
    ['const a = new Date()', 'new Date()'],
    ['const a = new Date', 'new Date()'],
    ['const a = Date()', 'Date()'],
    ['const a = Date.now()', 'Date.now'],
    ['const a = rows.map(Math.random)', 'Math.random'],
    ['const a = globalThis.Math.random()', 'Math.random'],
    ['const a = crypto.randomUUID()', 'crypto.randomUUID'],
    ['crypto.getRandomValues(bytes)', 'crypto.getRandomValues'],
    ["import { createHash, randomBytes } from 'node:crypto'", 'randomBytes of crypto'],
    ["import * as crypto from 'node:crypto'", '* of crypto'],
    ["import crypto from 'crypto'", '* of crypto'],
  ])('%s', (text, what) => {
    expect(clockAndChance([{ path: 'server/auth/x.ts', text }])).toEqual([`server/auth/x.ts:1 uses ${what}`])
  })

  test('and so is chance in the platform past the one file that has it', () => {
    const files = [
      { path: 'server/platform/x.ts', text: 'const a = Math.random()' },
      { path: 'server/platform/x.ts', text: "import { randomBytes } from 'node:crypto'" },
    ]
    expect(clockAndChance(files)).toEqual([
      'server/platform/x.ts:1 uses Math.random',
      'server/platform/x.ts:1 uses randomBytes of crypto',
    ])
    expect(clockAndChance(files.map(({ text }) => ({ path: 'server/platform/random.ts', text })))).toEqual([])
  })

  test('and what is no clock, or stands in the platform or a test, is left alone', () => {
    const clock = 'const a = [new Date(), Date.now(), Math.random()]'
    const files = [
      { path: 'server/platform/clock.ts', text: 'const a = [new Date(), Date.now()]' },
      { path: 'server/auth/tokens.test.ts', text: clock },
      { path: 'dashboard/x.ts', text: clock },
      {
        path: 'server/auth/x.ts',
        text: "import { createHash } from 'node:crypto'; const a = [new Date(now), Date.parse(b), Math.max(1), performance.now()]",
      },
    ]
    expect(clockAndChance(files)).toEqual([])
  })
})
