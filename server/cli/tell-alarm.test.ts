import { expect, test } from 'vitest'
import { raiseAlarm } from '#/server/audit/alarm/raise-alarm.ts'
import { startTestApp } from '#/test/support/test-app.ts'
import { tellAlarm } from './tell-alarm.ts'

const found = { what: 'changed', reason: 'запис змінено', seq: 1, id: null } as const

function listening() {
  const lines: string[] = []
  return { lines, output: { out: (text: string) => void lines.push(text), err: () => undefined } }
}

test('a person at the terminal is told once of a damaged log, known before the start or found after it', async () => {
  const kasyr = await startTestApp()
  const later = listening()
  await tellAlarm(kasyr.app, later.output)
  expect(later.lines).toEqual([])
  await raiseAlarm(kasyr.app, found)
  await expect
    .poll(() => later.lines)
    .toEqual([expect.stringMatching(/^Увага: Журнал дій пошкоджено\..*kasyr audit verify/)])
  const next = listening()
  await tellAlarm(kasyr.app, next.output)
  expect(next.lines).toEqual(later.lines)
  await kasyr.close()
})
