import { expect, test } from 'vitest'
import { clockDiffers, clockWords } from './clock.ts'

test.each([
  [90, 'fiscal', 'випереджає годинник Checkbox на 2\u00a0хвилини'],
  [-3_600, 'fiscal', 'відстає від годинника Checkbox на 60\u00a0хвилин'],
  [7_200, 'database', 'випереджає годинник бази даних на 2\u00a0години'],
  [-176_400, 'database', 'відстає від годинника бази даних на 2\u00a0доби'],
] as const)('%i s beside %s', (ahead_seconds, system, expected) => {
  expect(clockDiffers({ system, ahead_seconds })).toContain(expected)
})

test('the words say whether receipts are sent', () => {
  const apart = { system: 'fiscal', ahead_seconds: 9_000 } as const
  expect(clockWords({ ...apart, stops_sending: true })).toContain('Чеки не надсилаються')
  expect(clockWords({ ...apart, stops_sending: false })).toContain('Чеки надсилаються далі')
})
