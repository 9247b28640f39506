import { describe, expect, test } from 'vitest'
import { isMissingPath, toSendFailure, tripsBreaker } from './classify-answer.ts'
import { documentKinds, type DocumentKind, type SendOutcome } from '../ettn-client.ts'
import { toUnanswered } from '../failure-words.ts'
import { readCheckboxAnswer, toFailed, type CheckboxFailed } from './read-answer.ts'

const page = '<!DOCTYPE html><html><body>Error 1010</body></html>'

/** As the HTTP layer reads it. */
function answered(status: number, body: unknown, headers: Record<string, string> = {}): CheckboxFailed {
  const text = typeof body === 'string' ? body : JSON.stringify(body)
  const came = { status, headers: new Headers(headers), body: Buffer.from(text) }
  const outcome = readCheckboxAnswer(came, { proof: 'bearer', secrets: [], now: new Date() })
  if (outcome.ok) throw new Error('a success')
  return outcome
}

type Kind = Exclude<SendOutcome['kind'], 'positive'>
const said = (message: string, code: string | null = null) => ({ message, code })

const rows: [string, CheckboxFailed, Kind][] = [
  ['422 validation', answered(422, said('Validation error', 'validation.custom')), 'refused'],
  ['422 without a code', answered(422, { detail: [{ loc: ['body', 'goods'], msg: 'missing' }] }), 'refused'],
  ['422 with another code', answered(422, said('Сума не та', 'ettn.sum')), 'answered'],
  ['422 that says nothing', answered(422, {}), 'ambiguous'],
  ['422 about what is there already', answered(422, said('Такий чек вже існує')), 'ambiguous'],
  ['a wrong PIN', answered(403, said('Невірний пінкод', 'cashier.invalid_credentials')), 'refused'],
  ['a wrong licence key', answered(401, said('', 'cash_register.invalid_license_key')), 'refused'],
  ['an option of the organization', answered(400, said('Вимкнено', 'organization.option_disabled')), 'refused'],
  ['400 with a message', answered(400, said('Сума накладної відрізняється від суми чека')), 'answered'],
  ['400 with a code nobody knows', answered(400, said('Ні', 'ettn.no')), 'answered'],
  ['409 with a message', answered(409, said('Конфлікт')), 'answered'],
  ['400 without a message', answered(400, said('')), 'ambiguous'],
  ['400 that is null', answered(400, null), 'ambiguous'],
  ['400 that is no JSON', answered(400, 'Bad Request'), 'ambiguous'],
  ['a receipt that exists', answered(400, said('Вказаний id чеку вже існує', 'receipt.already_exists')), 'ambiguous'],
  ['one that exists, in words only', answered(400, said('Для цієї накладної вже створено чек')), 'ambiguous'],
  ['one that exists, at the end of many words', answered(409, said(`${'слово '.repeat(99)}вже існує`)), 'ambiguous'],
  ['a stale token after all', answered(401, said('', 'base.credentials')), 'ambiguous'],
  ['no token after all', answered(403, said('Not authenticated')), 'ambiguous'],
  ['403 with another code', answered(403, said('Немає прав', 'cashier.forbidden')), 'answered'],
  ['403 with words alone', answered(403, said('Касир не має права')), 'answered'],
  ['403 that says nothing', answered(403, said('')), 'ambiguous'],
  ['401 with another code', answered(401, said('Ні', 'cashier.odd')), 'ambiguous'],
  ['a harmless code with another status', answered(500, said('', 'validation.custom')), 'ambiguous'],
  ['a wrong PIN told with 500', answered(500, said('', 'cashier.invalid_credentials')), 'ambiguous'],
  ['a wrong PIN told with 400 and words', answered(400, said('Ні', 'cashier.invalid_credentials')), 'answered'],
  ['402', answered(402, said('Оплатіть')), 'answered'],
  ['402 that says nothing', answered(402, {}), 'ambiguous'],
  ['404 in JSON', answered(404, said('Not Found')), 'ambiguous'],
  ['405', answered(405, said('Method Not Allowed')), 'ambiguous'],
  ['408', answered(408, said('Request Timeout')), 'ambiguous'],
  ['410', answered(410, said('Gone')), 'ambiguous'],
  ['413', answered(413, said('Too large')), 'ambiguous'],
  ['415', answered(415, said('Unsupported')), 'ambiguous'],
  ['425', answered(425, said('Too Early')), 'ambiguous'],
  ['429', answered(429, said('Too Many Requests')), 'ambiguous'],
  ['500', answered(500, said('Помилка')), 'ambiguous'],
  ['502 as a page', answered(502, page), 'ambiguous'],
  ['503', answered(503, said('')), 'ambiguous'],
  ['504', answered(504, ''), 'ambiguous'],
  ['200 as a page', answered(200, page), 'ambiguous'],
  ['400 as a page', answered(400, page), 'ambiguous'],
  ['403 as a page', answered(403, page), 'ambiguous'],
  ['422 as a page', answered(422, page), 'ambiguous'],
  ['half a JSON', answered(200, '{"id":'), 'ambiguous'],
  ['nothing at all', answered(200, ''), 'ambiguous'],
  ['a reset', toFailed(toUnanswered('reset'), { sent: 'perhaps' }), 'ambiguous'],
  ['a timeout', toFailed(toUnanswered('timeout'), { sent: 'perhaps' }), 'ambiguous'],
  ['TLS that broke at an unknown moment', toFailed(toUnanswered('tls'), { sent: 'perhaps' }), 'ambiguous'],
  ['an answer cut off', toFailed(toUnanswered('reset'), { sent: 'answered' }), 'ambiguous'],
  ['an answer that is too large', toFailed(toUnanswered('too_large'), { sent: 'answered' }), 'ambiguous'],
  ['a redirect', toFailed(toUnanswered('redirect'), { sent: 'answered', is_redirect: true }), 'ambiguous'],
  ['a name nobody knows', toFailed(toUnanswered('dns')), 'not_sent'],
  ['a refused connection', toFailed(toUnanswered('refused')), 'not_sent'],
  ['a bad certificate', toFailed(toUnanswered('tls')), 'not_sent'],
]

describe.each(documentKinds)('what an answer to the creation of %s means', (kind) => {
  test.each(rows)('%s', (_row, outcome, expected) => {
    expect(toSendFailure(outcome, kind).kind).toBe(expected)
  })
})

test.each([
  [402, said('Оплатіть тариф', null)],
  [403, said('Немає прав', 'cashier.forbidden')],
  [409, said('Для цієї накладної вже створено чек')],
])('%i keeps the words of Checkbox', (status, body) => {
  expect(toSendFailure(answered(status, body), 'ettn').failure.detail).toBe(
    `Checkbox відмовив (код ${status}): «${body.message}»`,
  )
})

test('that something exists already is marked, and nothing else is', () => {
  const marked = rows.flatMap(([row, outcome]) =>
    JSON.stringify(toSendFailure(outcome, 'ettn')).includes('"already_exists":true') ? [row] : [],
  )
  expect(marked).toEqual([
    '422 about what is there already',
    'a receipt that exists',
    'one that exists, in words only',
    'one that exists, at the end of many words',
  ])
})

test.each<[DocumentKind, Kind]>([
  ['ettn', 'answered'],
  ['ettn_rest', 'answered'],
  ['prepayment', 'refused'],
])('without a shift: %s is %s', (kind, expected) => {
  const outcome = toSendFailure(answered(400, said('Зміну не відкрито', 'shift.not_opened')), kind)
  expect(outcome).toMatchObject({ kind: expected, code: 'shift.not_opened' })
})

test.each([429, 503])('%i says when to come back', (status) => {
  const outcome = toSendFailure(answered(status, said('pause'), { 'retry-after': '17' }), 'ettn')
  expect(outcome).toMatchObject({ kind: 'ambiguous', retry_after_seconds: 17 })
})

test('only what a person must mend is marked so, and only what will not pass opens the breaker', () => {
  const marked = rows
    .filter(([, outcome]) => 'misconfigured' in toSendFailure(outcome, 'ettn'))
    .flatMap(([row, outcome]) =>
      JSON.stringify(toSendFailure(outcome, 'ettn')).includes('"misconfigured":true') ? [row] : [],
    )
  expect(marked).toEqual([
    '404 in JSON',
    '405',
    '415',
    '502 as a page',
    '200 as a page',
    '400 as a page',
    '403 as a page',
    '422 as a page',
    'a redirect',
  ])
  const tripping = rows.filter(([, outcome]) => tripsBreaker(outcome)).map(([row]) => row)
  expect(tripping).toEqual(marked.filter((row) => row !== '502 as a page'))
})

test.each([
  [404, { detail: 'Not Found' }, true],
  [404, { message: 'Not Found' }, true],
  [404, {}, true],
  [404, said('Об’єкт не знайдено'), false],
  [404, said('Not Found', 'ettn.not_found'), false],
  [400, said('Not Found'), false],
])('%i %j is about the path: %s', (status, body, expected) => {
  const { answer } = answered(status, body)
  expect(answer && isMissingPath(answer)).toBe(expected)
})
