import { describe, expect, test } from 'vitest'
import { classifyError, namesBadNumber } from './classify-error.ts'
import { quotedWithout } from './failure-words.ts'
import { readEnvelope } from './read-envelope.ts'

describe('every shape of errors, codes and warnings becomes a list of texts', () => {
  test.each([
    [[], []],
    [{}, []],
    [null, []],
    ['', []],
    ['text', ['text']],
    [20_000_401_501, ['20000401501']],
    [
      ['one', 'two'],
      ['one', 'two'],
    ],
    [[20_000_401_501], ['20000401501']],
    [{ '0': 'text' }, ['text']],
    [{ '1': '20000900759' }, ['20000900759']],
    [{ ref: ['one', { deep: 'two' }] }, ['one', 'two']],
    [[{ ID_20450000000011: 'text' }], ['ID_20450000000011: text']],
    [[null, [], {}, 'text'], ['text']],
    [[[[[[['too deep']]]]]], []],
  ])('%j', (given, texts) => {
    const envelope = readEnvelope({ success: false, errors: given, errorCodes: given, warnings: given })
    expect(envelope).toMatchObject({ errors: texts, codes: texts, warnings: texts })
  })

  test('records come in a list, or in an object with numbers for names', () => {
    expect(readEnvelope({ success: 'true', data: { '0': { Number: '1' }, '2': { Number: '2' } } })).toMatchObject({
      success: true,
      records: [{ Number: '1' }, { Number: '2' }],
    })
    expect(readEnvelope({ success: 1, data: { Number: '1' } })?.records).toEqual([{ Number: '1' }])
    expect(readEnvelope({ success: true, data: null })?.records).toEqual([])
  })

  test('what has none of its parts is no answer of the carrier', () => {
    for (const given of [null, [], 'success', 5, {}, { message: 'no' }]) expect(readEnvelope(given)).toBeNull()
  })
})

describe('a code of the dictionary says what is wrong', () => {
  test.each([
    ['key_rejected', '20000200068 20000200069 20000401359 20000101963 20000201204 20000102694 20000401355'],
    ['key_rejected', '20000401358 20000401360 20000401361 20000401362 20000101964'],
    ['rate_limited', '20000401501'],
    ['daily_limit', '20000501331'],
    ['unavailable', '20000100016 20000500608 20001400980 20000203330 20000200804 20000201961'],
    ['number', '20001401442 20001401158 20001402465 20001402806 20000200157 20000200158 20000202391'],
    ['absence', '20001402805 20000200161'],
    ['language', '30001401723'],
    ['bad_answer', '20001401153 20001401203 20001402594 20002503517 20000900746 99999999999'],
  ])('%s: %s', (complaint, codes) => {
    for (const code of codes.split(' ')) {
      expect(classifyError([], [code]), code).toBe(complaint)
      expect(classifyError([code], []), code).toBe(complaint)
    }
  })

  test('the strongest of several counts', () => {
    expect(classifyError(['x'], ['20001401442', '20000401501', '20000200068'])).toBe('key_rejected')
    expect(classifyError(['Document number is not correct'], ['20000401501'])).toBe('rate_limited')
  })
})

test.each([
  ['API key expired', 'key_rejected'],
  ['Your api KEY is wrong', 'key_rejected'],
  ['ApiKey does not exist', 'key_rejected'],
  ['API auth fail', 'key_rejected'],
  ['To many requests', 'rate_limited'],
  ['Too many requests', 'rate_limited'],
  ['The daily requests limit is exceeded', 'daily_limit'],
  ['Service Unavailable', 'unavailable'],
  ['Document number is not correct', 'number'],
  ['Error: wrong format of the document number', 'number'],
  ['DocumentNumber invalid format.', 'number'],
  ['No documents data found', 'absence'],
  ['Documents not found', 'absence'],
  ['Language is not valid', 'language'],
  ['Something of the future', 'bad_answer'],
  ['', 'bad_answer'],
])('without a code «%s» is %s', (text, complaint) => {
  expect(classifyError([text], [])).toBe(complaint)
})

test('a warning names the number it is about, and no longer one', () => {
  expect(namesBadNumber('Invalid DocumentNumber: 20450000000011', '20450000000011')).toBe(true)
  expect(namesBadNumber('ID_20450000000011: Document number is not correct', '20450000000011')).toBe(true)
  expect(namesBadNumber('Invalid DocumentNumber: 204500000000112', '20450000000011')).toBe(false)
  expect(namesBadNumber('ID_20450000000011: Please enter a valid phone number', '20450000000011')).toBe(false)
})

test('what the carrier said is quoted without the key, in capitals too, and without phones', () => {
  const key = 'ab12'.repeat(8)
  const quotes = [
    `API key ${key} expired`,
    `API key ${key.toUpperCase()} expired`,
    `API key ${key.slice(0, 20)} expired`,
    `API key ${key.slice(0, 9)}\u{200b}${key.slice(9)} expired`,
  ].map((text) => quotedWithout(key, text))
  expect(new Set(quotes)).toEqual(new Set(['API key … expired']))
  expect(quotedWithout('k.+y(', 'key k.+y( is wrong')).toBe('key … is wrong')
  expect(quotedWithout(key, 'phone 380500000001 or +380500000002, 0500000003; 20450000000011\0')).toBe(
    'phone … or …, …; 20450000000011',
  )
  expect(quotedWithout(key, 'x'.repeat(10) + ' word'.repeat(100)).length).toBeLessThanOrEqual(200)
})
