import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { linesThatTell } from '../support/evidence.ts'

/** Runs after all the others (see vitest.config.ts) and reads what they left: every log line, answer, problem and audit entry. */
const read = (kind: string): string =>
  readdirSync(inject('evidence'))
    .filter((name) => name.startsWith(`${kind}-`))
    .map((name) => readFileSync(join(inject('evidence'), name), 'utf8'))
    .join('\n')

test('no password, token or key that was used in this run stands in any log, answer, problem or audit entry', () => {
  const secrets = [...new Set(read('secrets').split('\n').filter(Boolean))]
  const said = read('said')
  expect(secrets.length).toBeGreaterThan(0)
  expect(said).toMatch(/^log: /m)
  expect(said).toMatch(/^audit: /m)
  expect(linesThatTell(secrets, said)).toEqual([])
})

test('the canary sings when a secret does get out', () => {
  const said = 'log: {"msg":"request"}\nlog: {"body":{"pin":"0042-таємний"}}'
  expect(linesThatTell(['0042-таємний', 'інший-секрет'], said)).toEqual(['log: {"body":{"pin":"[secret]"}}'])
})
