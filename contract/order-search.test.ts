import { describe, expect, test } from 'vitest'
import { fromLatinLayout, toLatinLayout, toSearchForm, toSearchKey, understandQuery } from './order-search.ts'

describe('a sum is looked for', () => {
  test.each([
    ['1,15', 115],
    ['1,5', 150],
    ['0.01', 1],
    ['  450,00 ', 45_000],
    ['1234,50 грн.', 123_450],
    ['1 234,50\u00a0₴', 123_450],
    ['1\u00a0234\u00a0567,89\u00a0₴', 123_456_789],
    ['999999999,99', 99_999_999_999],
  ])('when «%s» is typed or copied from a page: %i kopiykas', (typed, sum) => {
    expect(understandQuery(typed)).toEqual({ kind: 'sum', sum })
  })

  test.each(['1234,567', 'кабель1,5', '1,5м', '2045 0000,50'])('but not in «%s»', (typed) => {
    expect(understandQuery(typed).kind).toBe('words')
  })
})

describe('digits are the end of a number', () => {
  test.each([
    ['12', 'words'],
    ['123', 'digits'],
    ['84211-А', 'words'],
  ])('from three of them on, and of nothing but digits: «%s» is %s', (typed, kind) => {
    expect(understandQuery(typed).kind).toBe(kind)
  })

  test('and may be a sum in hryvnias up to nine of them, which no order exceeds', () => {
    expect(understandQuery('123456789')).toEqual({ kind: 'digits', digits: '123456789', sum: 12_345_678_900 })
    expect(understandQuery('1234567890')).toEqual({ kind: 'digits', digits: '1234567890', sum: null })
  })

  test.each([
    ['8 (067) 111-22-33', '0671112233'],
    ['380671112233', '380671112233'],
    ['0671112233', '0671112233'],
    ['8067111223', '8067111223'],
    ['80450000000001', '80450000000001'],
  ])('of a phone without the 8 that was dialled before it, of anything else as it is: %s', (typed, digits) => {
    expect(understandQuery(typed)).toMatchObject({ kind: 'digits', digits })
  })
})

describe('words are looked for', () => {
  test('each that has a letter or a digit; signs between them are none', () => {
    expect(understandQuery('шевченко — олена')).toEqual({ kind: 'words', words: [['шевченко'], ['олена']] })
  })

  test('as they are when no Latin letter is in them: a comma behind a name is no letter of another layout', () => {
    expect(understandQuery('Шевченко, Олена.')).toEqual({ kind: 'words', words: [['шевченко'], ['олена']] })
  })

  test('also as the keys would read with the Ukrainian layout on, capitals included', () => {
    expect(understandQuery(':er')).toMatchObject({ words: [['\u0435r', 'жук']] })
    expect(fromLatinLayout('{jvf <jqrj >hsq };fr "df')).toBe('хома бойко юрій їжак єва')
  })
})

test('what the same keys type when the layout is Latin is what was meant by a code', () => {
  expect(toLatinLayout('ФЙЧ-123')).toBe('aqx-123')
  expect(toLatinLayout('жєхї')).toBe(";'[]")
})

test('a letter typed as two signs is the letter: «й» of some phones is «и» with a breve', () => {
  expect(toSearchForm('Сергій Їжак'.normalize('NFD'))).toBe('сергій їжак')
})

describe('the key under which a word is looked up, as migration 0006 makes it of what is stored', () => {
  test('has a Latin capital for every letter', () => {
    const form = toSearchForm('Жебракують філософи при ґанку церкви в Гадячі, ще й шатро їхнє п’яне знаємо')
    expect(toSearchKey(form)).toBe('JEBRAKUUT FILOSOFY PRY GANKU CERKVY V GADQHI WE I WATRO IXNE PQNE ZNAEMO')
  })

  test('has one for Russian letters too, and none for the hard sign', () => {
    expect(toSearchKey('об\u044aезд р\u044bн\u043eк \u044dлен')).toBe('OBEZD RYNOK ELEN')
  })

  test('leaves Latin letters and digits as they are', () => {
    expect(toSearchKey('sku 101')).toBe('sku 101')
  })
})
