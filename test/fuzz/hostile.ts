import fc from 'fast-check'
import type { SentValue } from './sent-value.ts'

const megabyte = 1024 * 1024

/** Texts that have broken other systems. */
const texts = [
  '',
  ' ',
  '\u0000',
  'а\u0000б',
  '\ud800',
  '\udc00\ud800',
  'Олена\ud83d',
  'я😀',
  '\u202eадмін\u202c',
  '\u200f\u200b\ufeff',
  '\uffff\ufffe',
  '👩‍👩‍👧‍👦'.repeat(20),
  'e\u0301'.repeat(60),
  `'"><script>alert(1)</script>`,
  `'; drop table users; --`,
  `' or '1'='1`,
  '${7*7}{{7*7}}<%= 7*7 %>#{7*7}',
  '%s%n%x',
  '../../../../etc/passwd',
  '..\\..\\windows\\win.ini',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'undefined',
  'NaN',
  'true',
  '-1',
  '0x7fffffff',
  '1e309',
  '99999999999999999999999999',
  '0000-01-01',
  '0000-01-01T00:00:00Z',
  '2026-02-30',
  '9999-12-31',
  '9999-12-31T23:59:59.999999999Z',
  '+275760-09-13T00:00:00Z',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  'W10',
  'line\r\nbreak: yes',
  '\u0085\u2028\u2029',
  '=cmd|" /C calc"!A0',
]

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 40, arbitrary: fc.constantFrom(...texts) },
  { weight: 10, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 10, arbitrary: base64Of(fc.jsonValue()) },
  { weight: 5, arbitrary: fc.constantFrom('x'.repeat(5_000), 'ї'.repeat(300)) },
  // Few of them: a megabyte costs more than a thousand ordinary cases.
  { weight: 1, arbitrary: fc.constantFrom(megabyte - 500, megabyte + 1).map((length) => 'x'.repeat(length)) },
)

/** A cursor is JSON in Base64; a made-up one must be refused like any other text. */
function base64Of(value: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  const at = fc.constantFrom('0000-01-01T00:00:00Z', '2026-01-01T00:00:00Z', '9999-12-31T23:59:59Z', 'now')
  const cursor: fc.Arbitrary<unknown> = fc.tuple(at, fc.oneof(fc.uuid(), fc.constant('1')))
  return fc.oneof(cursor, value).map((inner) => Buffer.from(JSON.stringify(inner)).toString('base64url'))
}

/** Numbers that JSON can say and a program may stumble over. */
export const hostileNumber: fc.Arbitrary<SentValue> = fc
  .constantFrom(
    '1e309',
    '-1e309',
    '-0',
    '0.1',
    '1.5',
    '9007199254740993',
    '-9223372036854775809',
    '1e-400',
    '2147483648',
  )
  .map((raw) => ({ raw }))

export const wrongTypes: fc.Arbitrary<SentValue> = fc.constantFrom<SentValue>(
  null,
  true,
  false,
  0,
  1,
  '',
  'text',
  [],
  [null],
  ['text'],
  new Map<string, SentValue>(),
  new Map<string, SentValue>([['$ne', null]]),
  new Map<string, SentValue>([['__proto__', new Map<string, SentValue>([['role', 'admin']])]]),
)

export const unknownNames: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom('__proto__', 'constructor', 'toString', 'hasOwnProperty', 'is_admin', 'Limit', 'id ', '$where', ''),
  fc.constantFrom('a/b~c', 'ї', '\u0000', 'x'.repeat(1_000), '0', '-1', '[]', 'a[b]', 'role;', '__defineGetter__'),
  fc.stringMatching(/^[a-z]{3,8}_x$/),
)

/** Headers a client may send at will; none of them may change what is answered to whom. */
export const strangeHeaders: fc.Arbitrary<Record<string, string>> = fc.dictionary(
  fc.constantFrom(
    'accept',
    'accept-language',
    'accept-encoding',
    'cookie',
    'forwarded',
    'idempotency-key',
    'if-match',
    'if-none-match',
    'origin',
    'range',
    'referer',
    'sec-fetch-site',
    'user-agent',
    'x-forwarded-for',
    'x-forwarded-host',
    'x-http-method-override',
    'x-original-url',
    'x-request-id',
  ),
  fc.oneof(
    fc.constantFrom('', '*', '*/*', 'null', 'DELETE', '/api/v1/users', 'bytes=0-1', '1.2.3.4', '999.1.1.1', '::1%eth0'),
    fc.constantFrom(
      'kasyr_refresh=%00; kasyr_device=%ff.%zz',
      'kasyr_refresh=x; kasyr_refresh=y',
      '=;=;=',
      'x'.repeat(9_000),
    ),
    fc.string({ unit: fc.integer({ min: 0x20, max: 0xff }).map((code) => String.fromCharCode(code)), maxLength: 60 }),
  ),
  { minKeys: 1, maxKeys: 4 },
)
