import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

test('a sign of a formula inside a cell, where no spreadsheet runs it, stays as it is', () => {
  expect(toCsv([['2+2', 'a=b', 'olena@shop.ua', 'SKU-101']])).toBe('\uFEFF2+2;a=b;olena@shop.ua;SKU-101\r\n')
})

test('a formula behind a tab or a line end is not run either', () => {
  expect(toCsv([['\t=1', '\r=1']])).toBe(`\uFEFF"'\t'=1";"'\r'=1"\r\n`)
})

test('a formula in the wide signs of East Asian keyboards is not run either', () => {
  expect(toCsv([['＝1', '＋1', '－1', '＠a']])).toBe(`\uFEFF'＝1;'＋1;'－1;'＠a\r\n`)
})

test('in a file for a spreadsheet no cell runs as a formula, and none breaks out of its place', () => {
  const rows = [
    ['=1+1', '+380', '-5', '@who'],
    ['a;b', 'say "hi"', 'two\nlines', 'plain'],
  ]
  expect(toCsv(rows)).toBe(`\uFEFF'=1+1;'+380;'-5;'@who\r\n"a;b";"say ""hi""";"two\nlines";plain\r\n`)
})

test('a number of ours below zero stays a number, a text that looks like one stays a text', () => {
  expect(toCsv([[{ number: '-600,00' }, '-600,00']])).toBe(`\uFEFF-600,00;"'-600,00"\r\n`)
})

const hostile = ['Іван,=HYPERLINK(0)', 'Іван\t+cmd', 'Іван|-1', 'Іван;@SUM(1)', 'два\n=1', 'лапки "=1"']

test.each([';', ',', '\t', '|'])(
  'whatever sign parts the cells for the one who opens it, none begins like a formula: «%s»',
  (separator) => {
    const text = toCsv(hostile.map((cell) => [cell, 'далі'])).slice(1)
    // A reader that parts by another sign pays no heed to quotes in the middle of what it takes for a cell.
    const cells = text.split(/[\r\n]/).flatMap((line) => line.split(separator).map((cell) => cell.replace(/^"+/, '')))
    expect(cells.filter((cell) => /^[=+\-@]/.test(cell))).toEqual([])
  },
)

test('a cell with any sign that parts cells stands in quotes, so that the usual reader gets it whole', () => {
  expect(toCsv([['a,b', 'a\tb', 'a|b', 'a;b']])).toBe('\uFEFF"a,b";"a\tb";"a|b";"a;b"\r\n')
})
