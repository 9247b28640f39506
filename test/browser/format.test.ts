import { expect, test } from 'vitest'
import { describeDevice, isHandheld } from '#/dashboard/browser/device.ts'
import { formatMoney } from '#/contract/money.ts'
import { formatAge, formatDateTime, formatDuration, formatLongDateTime, formatSince } from '#/dashboard/words/format.ts'
import { safeRedirect } from '#/dashboard/addresses/paths.ts'
import { windowsChrome } from './browser.ts'

test('money is written with a comma, ₴ and spaces that do not break', () => {
  expect(formatMoney(123_450)).toBe('1\u00a0234,50\u00a0₴')
  expect(formatMoney(5)).toBe('0,05\u00a0₴')
  expect(formatMoney(-100)).toBe('−1,00\u00a0₴')
})

test('times are those of Kyiv, in winter and in summer', () => {
  expect(formatDateTime('2026-03-09T07:05:00Z')).toBe('09.03.2026, 09:05')
  expect(formatDateTime('2026-07-09T21:05:00Z')).toBe('10.07.2026, 00:05')
  expect(formatLongDateTime('2026-03-09T07:05:00Z')).toBe('9 березня 2026 р. о 09:05')
})

test.each([
  [windowsChrome, 'Chrome, Windows', false],
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0', 'Edge, Windows', false],
  ['Mozilla/5.0 (Linux; Android 15) Chrome/130.0.0.0 Mobile Safari/537.36', 'Chrome, Android', true],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari, iPhone',
    true,
  ],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15', 'Safari, macOS', false],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox, Linux', false],
  ['curl/8.5.0', 'Програма curl', false],
  ['', 'Невідомий пристрій', false],
])('the browser %j is called %s', (agent, words, handheld) => {
  expect(describeDevice(agent)).toBe(words)
  expect(isHandheld(agent)).toBe(handheld)
})

test.each([
  ['/sessions?a=1#b', '/sessions?a=1#b'],
  ['/', '/'],
  ['/login?redirect=/sessions', '/'],
  ['//evil.example', '/'],
  ['///evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['/..//evil.example', '/'],
  ['https://evil.example/', '/'],
  ['javascript:alert(1)', '/'],
  ['sessions', '/'],
  [42, '/'],
  [undefined, '/'],
])('after login %j leads to %s', (wanted, target) => {
  expect(safeRedirect(wanted)).toBe(target)
})

test('what began today is told by the clock of Kyiv, what began before with its day', () => {
  const now = new Date('2026-03-09T22:30:00Z')
  expect(formatSince('2026-03-09T22:01:00Z', now)).toBe('00:01')
  expect(formatSince('2026-03-09T21:59:00Z', now)).toBe('09.03.2026, 23:59')
})

test('ages are counted within the day, and further back there is a date', () => {
  const now = new Date('2026-03-09T12:00:00Z')
  const ages = [
    '2026-03-09T11:59:30Z',
    '2026-03-09T11:55:00Z',
    '2026-03-09T09:00:00Z',
    '2026-03-08T12:05:00Z',
    '2026-03-01T12:05:00Z',
  ]
  expect(ages.map((instant) => formatAge(instant, now))).toEqual([
    'щойно',
    '5 хвилин тому',
    '3 години тому',
    'учора, 14:05',
    '01.03.2026, 14:05',
  ])
})

test.each([
  ['2026-03-09T11:59:30Z', 'щойно'],
  ['2026-03-09T11:59:00Z', '1 хвилина'],
  ['2026-03-09T11:02:00Z', '58 хвилин'],
  ['2026-03-09T08:59:00Z', '3 години'],
  ['2026-03-08T12:01:00Z', '23 години'],
  ['2026-03-08T12:00:00Z', '1 день'],
  ['2026-03-06T11:00:00Z', '3 дні'],
  ['2025-12-05T11:00:00Z', '94 дні'],
])('what has been so since %s is told as «%s»', (since, words) => {
  expect(formatDuration(since, new Date('2026-03-09T12:00:00Z')).replace('\u00a0', ' ')).toBe(words)
})
