import { expect, test } from 'vitest'
import { describeDevice, isHandheld } from '#/dashboard/device.ts'
import { formatMoney } from '#/contract/money.ts'
import { formatDateTime, formatLongDateTime } from '#/dashboard/format.ts'
import { safeRedirect } from '#/dashboard/paths.ts'
import { windowsChrome } from './browser.ts'

test('money is written with a comma, ₴ and spaces that do not break', () => {
  expect(formatMoney(123_450)).toBe('1\u00a0234,50\u00a0₴')
  expect(formatMoney(5)).toBe('0,05\u00a0₴')
  expect(formatMoney(-100)).toBe('-1,00\u00a0₴')
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
