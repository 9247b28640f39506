import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runKasyr } from '#/test/support/command-line.ts'

const root = join(import.meta.dirname, '..', '..')
const text = (name: string): string => readFileSync(join(root, name), 'utf8')

test('the image and compose.yaml set only what Касир reads', () => {
  const known = new Set(text('.env.example').match(/KASYR_\w+|DATABASE_URL/g))
  const set = [
    ...text('Dockerfile').matchAll(/\b(KASYR_\w+)=/g),
    ...text('compose.yaml').matchAll(/^\s+(\w+_URL|KASYR_\w+):/gm),
  ]
  expect(set.map(([, name]) => name)).toContain('DATABASE_URL')
  expect(set.map(([, name = '']) => name).filter((name) => !known.has(name))).toEqual([])
})

test('compose.yaml runs commands that there are, with the options they have', async () => {
  const commands = [...text('compose.yaml').matchAll(/^ +command: \[(.*)\]$/gm)].map(([, given = '']) =>
    given.split(', '),
  )
  expect(commands).toEqual([['serve', '--web-only'], ['worker']])
  for (const [command = '', ...options] of commands) {
    const { code, out } = await runKasyr([command, '--help'])
    expect(code).toBe(0)
    for (const option of options) expect(out).toContain(option)
  }
})

test('nothing the service needs is kept out of the image', () => {
  const ignored = text('.dockerignore').trim().split('\n')
  expect(ignored.filter((path) => /^(server|contract|dashboard|scripts|package.*|\.npmrc)$/.test(path))).toEqual([])
  expect(ignored).toEqual(expect.arrayContaining(['.env', 'data', 'node_modules']))
})
