import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')

const [light = '', dark = ''] = read('dashboard/tokens.css').split(":root[data-color-scheme='dark']")
const families = ['accent', 'danger', 'good', 'warn', 'quiet']
const papers = ['canvas', 'surface', 'surface-hover']

/** What is drawn, what it is drawn on, and the least contrast WCAG AA wants. */
const pairs: [string, string, number][] = [
  ['edge', 'canvas', 3],
  ['edge', 'surface', 3],
]
for (const paper of papers) pairs.push(['ink', paper, 4.5], ['ink-soft', paper, 4.5])
for (const family of families) {
  pairs.push(['on-fill', family, 4.5], ['on-fill', `${family}-strong`, 4.5], ['ink', `${family}-wash`, 4.5])
  pairs.push([family, 'canvas', 3], [family, 'surface', 3])
  for (const paper of [...papers, `${family}-wash`, `${family}-wash-strong`]) pairs.push([`${family}-text`, paper, 4.5])
}

test.each([
  ['light', light],
  ['dark', dark],
])('every pair of colours is readable in the %s scheme', (_, css) => {
  const colours = new Map([...css.matchAll(/--([\w-]+): (#[\da-f]{6});/g)].map(([, name, value]) => [name, value]))
  const weak = pairs.filter(([over, under, least]) => contrast(colours.get(over), colours.get(under)) < least)
  expect(colours.size).toBeGreaterThan(30)
  expect(weak).toEqual([])
})

/** WCAG 2.2, «contrast ratio»; 0 for a colour that is not there. */
function contrast(over: string | undefined, under: string | undefined): number {
  if (over === undefined || under === undefined) return 0
  const [a, b] = [luminance(over), luminance(under)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}
