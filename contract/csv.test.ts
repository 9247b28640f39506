import { expect, test } from 'vitest'
import { toCsv } from './csv.ts'

test('a sign of a formula inside a cell, where no spreadsheet runs it, stays as it is', () => {
  expect(toCsv([['2+2', 'a=b', 'olena@shop.ua', 'SKU-101']])).toBe('\uFEFF2+2;a=b;olena@shop.ua;SKU-101\r\n')
})

test('a formula behind a tab or a line end is not run either', () => {
  expect(toCsv([['\t=1', '\r=1']])).toBe(`\uFEFF'\t=1;"'\r=1"\r\n`)
})

test('in a file for a spreadsheet no cell runs as a formula, and none breaks out of its place', () => {
  const rows = [
    ['=1+1', '+380', '-5', '@who'],
    ['a;b', 'say "hi"', 'two\nlines', 'plain'],
  ]
  expect(toCsv(rows)).toBe(`\uFEFF'=1+1;'+380;'-5;'@who\r\n"a;b";"say ""hi""";"two\nlines";plain\r\n`)
})

test('a number of ours below zero stays a number, a text that looks like one stays a text', () => {
  expect(toCsv([[{ number: '-600,00' }, '-600,00']])).toBe("\uFEFF-600,00;'-600,00\r\n")
})
