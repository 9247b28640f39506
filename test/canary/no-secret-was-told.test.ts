import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { linesThatTell } from '../support/evidence.ts'

/** Runs after all the others (see vitest.config.ts) and reads what they left: every log line, answer, problem and audit entry. */
const read = (kind: string): string[] =>
  readdirSync(inject('evidence'))
    .filter((name) => name.startsWith(`${kind}-`))
    .map((name) => readFileSync(join(inject('evidence'), name), 'utf8'))

test('no password, token or key that was used in this run stands in any log, answer, problem or audit entry', () => {
  const secrets = [...new Set(read('secrets').flatMap((text) => text.split('\n').filter(Boolean)))]
  const said = read('said')
  expect(secrets.length).toBeGreaterThan(0)
  expect(said.some((text) => /^log: /m.test(text))).toBe(true)
  expect(said.some((text) => /^audit: /m.test(text))).toBe(true)
  expect(said.flatMap((text) => linesThatTell(secrets, text))).toEqual([])
})

test('the canary sings when a secret does get out', () => {
  const said = 'log: {"msg":"request"}\nlog: {"body":{"pin":"0042-таємний"}}\naudit: [0042-таємний'
  expect(linesThatTell(['0042-таємний', 'інший-секрет'], said)).toEqual(['log: {"body":{"pin":"[secret]"}}'])
  expect(linesThatTell(['довгий-секрет-наприкінці', '12345678'], 'log: 1234567\nдовгий-секрет-наприкінці')).toEqual([
    '[secret]',
  ])
  expect(linesThatTell(['12345678', '123456789'], '123456789')).toEqual(['[secret]9', '[secret]'])
})
