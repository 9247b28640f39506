import { describe, expect, test } from 'vitest'
import { anchorsOf, brokenLinks } from './links.ts'

const pages = [
  { path: 'README.md', text: '# Касир\n\n## Де решта\n' },
  { path: 'docs/operating.md', text: '# Довідник\n\n## За проксі\n\n### `nginx`, Caddy і HAProxy\n\n## За проксі\n' },
]
const there = new Set(['README.md', 'docs/operating.md', 'docs/screenshots/orders.png', 'docs'])
const found = (link: string, path = 'docs/x.md') =>
  brokenLinks([...pages, { path, text: `Читайте\n[тут](${link}).` }], (name) => there.has(name) || name === path)

describe('a link leads somewhere', () => {
  test.each([
    ...['../README.md', 'operating.md', './screenshots/orders.png', 'https://example.ua/#any', 'mailto:a@example.ua'],
    ...['../README.md#де-решта', 'operating.md#за-проксі', 'operating.md#за-проксі-1'],
    ...['operating.md#nginx-caddy-і-haproxy', 'operating.md#%D0%B7%D0%B0-%D0%BF%D1%80%D0%BE%D0%BA%D1%81%D1%96'],
  ])('%s', (link) => {
    expect(found(link)).toEqual([])
  })

  test('also from a picture, and to a heading of its own page', () => {
    const text = '## Є\n[![знімок](docs/screenshots/orders.png)](#є)'
    expect(brokenLinks([{ path: 'README.md', text }], (name) => there.has(name))).toEqual([])
  })
})

describe('a link that leads nowhere is found', () => {
  test.each([
    ['README.md', 'it is not there'],
    ['../docs/gone.md', 'it is not there'],
    ['../../README.md', 'it is not there'],
    ['../README.md#де-інше', 'it has no such heading'],
    ['operating.md#За-проксі', 'it has no such heading'],
    ['operating.md#за-проксі-2', 'it has no such heading'],
    ['#тут', 'it has no such heading'],
  ])('%s', (link, why) => {
    expect(found(link)).toEqual([`docs/x.md:2 leads to ${link}: ${why}`])
  })
})

test('what stands in code is no link and no heading', () => {
  const text = '`[a](gone.md)`\n\n```sh\n# Не заголовок\n[b](gone.md)\n```\n'
  expect(brokenLinks([{ path: 'README.md', text }], () => false)).toEqual([])
  expect(anchorsOf(text).size).toBe(0)
})
