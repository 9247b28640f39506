import { describe, expect, test } from 'vitest'
import { sampleHeadings } from '#/test/support/payout-files.ts'
import { requireHeadings } from './headings.ts'
import type { Row } from './table.ts'

const rowOf = (row: number, texts: readonly (string | null)[]): Row => ({
  row,
  cells: texts.map((text) => (text === null ? undefined : { kind: 'text' as const, text })),
})
const columnsOf = (texts: readonly (string | null)[]) => requireHeadings([rowOf(1, texts)]).columns
const replaced = (column: number, text: string) => sampleHeadings.with(column, text)

describe('headings', () => {
  test.each([
    ['as the vendor misspells it', 2, 'Сума принятих коштів'],
    ['as it should be', 2, 'Сума прийнятих коштів'],
    ['in capitals', 2, 'СУМА ПРИЙНЯТИХ КОШТІВ'],
    ['with no-break blanks', 2, 'Сума\u{a0}прийнятих\u{a0}\u{a0}коштів '],
    ['with a line break', 2, 'Сума прийнятих\r\nкоштів'],
    ['with Latin look-alikes', 2, '\u{43}ум\u{61} п\u{70}ийнятих к\u{6f}шт\u{69}в'],
    ['with the currency', 2, 'Сума прийнятих коштів, грн.'],
    ['with the currency in brackets', 4, 'Сума перерахованих коштів (грн)'],
    ['with a colon', 3, 'Сума утриманої винагороди:'],
    ['a commission', 3, 'Комісія'],
    ['a TTN', 7, 'ТТН'],
    ['a number of a TTN', 7, 'Номер ТТН'],
    ['a TTN in Latin letters', 7, 'TTH'],
    ['a waybill', 7, 'Номер ЕН'],
    ['an earlier name of the tariff', 5, 'Сервіс'],
  ])('are known %s', (_, column, text) => {
    expect(columnsOf(replaced(column, text))).toEqual(columnsOf(sampleHeadings))
  })

  test('stand in any row and column, with empty ones between them', () => {
    const spread = sampleHeadings.flatMap((text) => [null, text])
    const found = requireHeadings([rowOf(3, ['Реєстр переказів']), rowOf(12, spread)])
    expect(found).toMatchObject({ index: 1, columns: { line: 1, ttn: 15, accepted: 5, commission: 7, transferred: 9 } })
  })

  test('that nobody knows are named', () => {
    expect(requireHeadings([rowOf(1, [...sampleHeadings, 'Настрій'])]).unknown).toEqual(['Настрій'])
  })

  test('that are missing are named, and so is what was found', () => {
    const refused = () => columnsOf(['№ ЕН НП', 'Сума', 'Сума перерахованих коштів'])
    expect(refused).toThrow(
      expect.objectContaining({
        code: 'money.headings_missing',
        params: {
          missing: '«Сума прийнятих коштів», «Сума утриманої винагороди»',
          found: '«№ ЕН НП», «Сума», «Сума перерахованих коштів»',
        },
      }),
    )
  })

  test.each([
    [2, 'Сума прийнятих коштів'],
    [7, '№ ЕН НП'],
    [0, '№'],
  ])('that mean one thing twice are refused: column %i', (column, heading) => {
    const twice = [...sampleHeadings, sampleHeadings[column] ?? '']
    expect(() => columnsOf(twice)).toThrow(
      expect.objectContaining({ code: 'money.heading_twice', params: { heading } }),
    )
  })

  test('of what is read past may stand twice', () => {
    expect(columnsOf([...sampleHeadings, 'Сервіс'])).toEqual(columnsOf(sampleHeadings))
  })

  test.each([
    ['RozetkaPay', [['Реєстр переказів RozetkaPay'], ['Номер замовлення', 'Сума']]],
    ['Укрпошта', [['ШКІ', 'Сума післяплати']]],
    ['Meest', [['Номер посилки', 'Сума']]],
  ])('of %s are named as such', (whose, rows) => {
    const refused = () => requireHeadings(rows.map((texts, index) => rowOf(index + 1, texts)))
    expect(refused).toThrow(expect.objectContaining({ code: 'money.foreign_register', params: { whose } }))
  })
})
