import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

test('in a file for a spreadsheet no cell runs as a formula, and none breaks out of its place', () => {
  const rows = [
    ['=1+1', '+380', '-5', '@who'],
    ['a;b', 'say "hi"', 'two\nlines', 'plain'],
  ]
  expect(toCsv(rows)).toBe(`\uFEFF'=1+1;'+380;'-5;'@who\r\n"a;b";"say ""hi""";"two\nlines";plain\r\n`)
})
