import { describe, expect, test } from 'vitest'
import { fromLatinLayout, toSearchForm, toSearchKey, understandQuery } from '#/contract/order-search.ts'
import { toPattern, toSearchText } from './search.ts'

describe('what people type is understood', () => {
  test.each<[string, ReturnType<typeof understandQuery>]>([
    ['', { kind: 'nothing' }],
    ['  ', { kind: 'nothing' }],
    ['…', { kind: 'nothing' }],
    ['4821', { kind: 'digits', digits: '4821', sum: 482_100 }],
    ['821', { kind: 'digits', digits: '821', sum: 82_100 }],
    ['2045 0000-0000 04821', { kind: 'digits', digits: '20450000000004821', sum: null }],
    ['+38 (067) 111-22-33', { kind: 'digits', digits: '380671112233', sum: null }],
    ['067 111 22 33', { kind: 'digits', digits: '0671112233', sum: null }],
    ['80671112233', { kind: 'digits', digits: '0671112233', sum: null }],
    ['№ 84211', { kind: 'digits', digits: '84211', sum: 8_421_100 }],
    ['1234,5', { kind: 'sum', sum: 123_450 }],
    ['1234.50 грн', { kind: 'sum', sum: 123_450 }],
    ['99,9₴', { kind: 'sum', sum: 9_990 }],
    ['шевченко олена', { kind: 'words', words: [['шевченко'], ['олена']] }],
    ['О’Коннор', { kind: 'words', words: [['оконнор']] }],
    ['itdxtyrj', { kind: 'words', words: [['\u0456td\u0445t\u0443rj', 'шевченко']] }],
    ['SKU-101', { kind: 'words', words: [['sku 101', 'ілг 101']] }],
  ])('«%s»', (typed, understood) => {
    expect(understandQuery(typed)).toEqual(understood)
  })

  test('a word typed with the Latin layout on is the Ukrainian word of the same keys', () => {
    expect(fromLatinLayout('itdxtyrj')).toBe('шевченко')
    expect(fromLatinLayout('Rjdfkm')).toBe('коваль')
    expect(fromLatinLayout("']'")).toBe('єїє')
  })

  test.each([
    ['Ґалаґан', 'галаган'],
    ["Дем'яненко", 'демяненко'],
    ['Дем’яненко', 'демяненко'],
    ['Демʼяненко', 'демяненко'],
    ['  Марія-Анна   Ковальчук ', 'марія анна ковальчук'],
    ['Шевч\u0065нк\u006f', 'шевченко'],
    ['Ал\u0451на', 'алена'],
    ['Мар\u0069я', 'марія'],
  ])('«%s» and «%s» are one', (written, form) => {
    expect(toSearchForm(written)).toBe(form)
    expect(toSearchForm(form)).toBe(form)
  })

  test('what a person types cannot be a pattern of its own, and two letters are looked for at the beginning of a word', () => {
    expect(toPattern('100%_\\')).toBe('%100\\%\\_\\\\%')
    expect(toPattern('ше')).toBe('% WE%')
    expect(toPattern('шев')).toBe('%WEV%')
  })

  test.each([
    ['щербак', 'шербак'],
    ['юлія', 'улія'],
    ['сергій', 'сергії'],
    ['коваль', 'ковал'],
    ['євген', 'евген'],
  ])('«%s» and «%s», confused on the phone, are looked up alike', (one, other) => {
    expect(toSearchKey(one)).toBe(toSearchKey(other))
  })

  test('a Cyrillic word and its Latin look-alike stay two, and a lone soft sign finds nothing', () => {
    expect(toSearchKey('кіт')).not.toBe(toSearchKey('kit'))
    expect(understandQuery('ь')).toEqual({ kind: 'nothing' })
  })

  test('an order is found by its recipient, its number, its goods by code and name, and its notes', () => {
    const goods = [
      { code: 'SKU-101', name: 'Чохол' },
      { code: 'SKU-102', name: 'Скло' },
    ]
    const text = toSearchText({ number: '84211', recipient_name: 'Олена', goods, notes: 'Подзвонити' })
    // The space before the first word is its beginning.
    expect(text).toBe(' олена 84211 sku 101 чохол sku 102 скло подзвонити')
  })

  test('the text that is searched is bounded, and what is nearest to the recipient is kept', () => {
    const goods = Array.from({ length: 500 }, (_, number) => ({ code: `SKU-${number}`, name: 'Чохол для телефона' }))
    const text = toSearchText({ number: '1', recipient_name: 'Олена', goods, notes: '' })
    expect(Buffer.byteLength(text)).toBe(2_000)
    expect(text).toMatch(/^ олена 1 /)
  })

  test.each(['ж', 'z', '漢', '𐐷', 'ж漢𐐷'])(
    'it is never longer than an index can hold, nor ends in half a letter: %s',
    (letters) => {
      const notes = letters.repeat(3_000)
      for (const recipient_name of ['', 'О', 'Ол', 'Оле']) {
        const text = toSearchText({ number: '1', recipient_name, goods: [], notes })
        expect(Buffer.byteLength(text)).toBeLessThanOrEqual(2_000)
        expect(Buffer.byteLength(text)).toBeGreaterThan(1_996)
        expect(text.isWellFormed()).toBe(true)
      }
    },
  )
})
