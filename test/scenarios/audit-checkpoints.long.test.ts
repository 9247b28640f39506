import { appendFileSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { headPath, linesPath, putCheckpointsAside } from '#/server/audit/checkpoint.ts'
import { sealAtStop, sealAudit } from '#/server/audit/seal-audit.ts'
import { verifyAudit } from '#/server/audit/verify-audit.ts'
import {
  anotherProcess,
  alarmsOf,
  prepareGround,
  verifyAfresh,
  writeEntries,
  type Ground,
} from '../attack/journal-ground.ts'
import { runKasyr } from '../support/command-line.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

let kasyr: TestApp
let now: Date
beforeEach(async () => {
  now = new Date('2026-03-09T08:00:00Z')
  kasyr = await startTestApp({ clock: { now: () => now } })
  vi.stubEnv('DATABASE_URL', kasyr.config.database_url ?? '')
  vi.stubEnv('KASYR_DATA_DIR', kasyr.config.data_dir)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  await kasyr.close()
})

const pass = (seconds: number): void => {
  now = new Date(now.getTime() + seconds * 1000)
}
const linesOf = (): { seq: number; line: number }[] =>
  readFileSync(linesPath(kasyr.config.data_dir), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
const headOf = (): { seq: number; line: number } => JSON.parse(readFileSync(headPath(kasyr.config.data_dir), 'utf8'))
const seal = async (entries: number) => {
  await writeEntries(kasyr, kasyr.app, entries)
  return sealAudit(kasyr.app)
}
const logged = () => kasyr.log_lines.filter((line) => line.includes('"msg":"audit.checkpoint"'))

describe('checkpoints', () => {
  test('the newest point follows every batch, a line is added every five minutes, after 500 entries and at the stop', async () => {
    await seal(3)
    expect(linesOf().map(({ seq }) => seq)).toEqual([4])
    for (let count = 0; count < 5; count += 1) await seal(1)
    expect([linesOf().length, headOf().seq]).toEqual([1, 9])
    pass(300)
    await seal(1)
    expect(linesOf().map(({ seq }) => seq)).toEqual([4, 10])
    await seal(500)
    expect(linesOf().map(({ seq }) => seq)).toEqual([4, 10, 510])
    await seal(1)
    expect(linesOf()).toHaveLength(3)
    await sealAtStop(kasyr.app)
    await sealAtStop(kasyr.app)
    expect(linesOf().map(({ seq, line }) => [line, seq])).toEqual([
      [1, 4],
      [2, 10],
      [3, 510],
      [4, 511],
    ])
    for (const path of [headPath(kasyr.config.data_dir), linesPath(kasyr.config.data_dir)])
      expect(statSync(path).mode & 0o777).toBe(0o600)
    expect(logged()).toHaveLength(4)
    expect(await verifyAfresh(kasyr)).toMatchObject({ ok: true })
  })

  test('a last line torn by a power cut is no forgery and makes place for the next one', async () => {
    await seal(2)
    appendFileSync(linesPath(kasyr.config.data_dir), '{"kind":"line","fi')
    expect(await verifyAfresh(kasyr)).toMatchObject({ ok: true })
    pass(400)
    await seal(1)
    expect(linesOf().map(({ line }) => line)).toEqual([1, 2])
    expect(await alarmsOf(kasyr)).toEqual([])
    expect(await verifyAfresh(kasyr)).toMatchObject({ ok: true })
  })

  test('a restore that puts them aside and then dies raises no alarm', async () => {
    await seal(2)
    const undo = putCheckpointsAside(kasyr.config.data_dir, '20260309_080000')
    expect(await verifyAfresh(kasyr)).toMatchObject({ ok: true })
    undo()
    putCheckpointsAside(kasyr.config.data_dir, '20260309_080001')
    await seal(1)
    expect(linesOf()).toMatchObject([{ line: 1, seq: 4 }])
    expect(await alarmsOf(kasyr)).toEqual([])
    expect(await verifyAfresh(kasyr)).toMatchObject({ ok: true })
  })
})

/** Somebody with both the database and the disk puts everything back to what it was an hour ago. */
async function rollBackBoth(ground: Ground): Promise<void> {
  const files = [headPath(kasyr.config.data_dir), linesPath(kasyr.config.data_dir)]
  const before = files.map((path) => readFileSync(path))
  const count = linesOf().length
  pass(600)
  await ground.write(5)
  await sealAudit(kasyr.app)
  await ground.tamper(
    `delete from audit_log using audit_seals where entry_id = id and seq > ${ground.seq(8)}`,
    `delete from audit_seals where seq > ${ground.seq(8)}`,
    `delete from audit_checkpoints where line > ${count}`,
  )
  for (const [index, path] of files.entries()) writeFileSync(path, before[index] ?? '')
}

describe('checkpoints that were sent elsewhere', () => {
  test('show what was put back together with the folder, which nothing on the machine can', async () => {
    const ground = await prepareGround(kasyr)
    await rollBackBoth(ground)
    expect(await verifyAfresh(kasyr)).toMatchObject({ ok: true })
    const shipped = join(kasyr.config.data_dir, 'shipped.log')
    // The whole log of the service, with lines about other things, and the end cut off.
    writeFileSync(shipped, `${kasyr.log_lines.join('')}{"level":"info","ti`)
    expect(await runKasyr(['audit', 'verify', '--checkpoint', shipped])).toMatchObject({
      code: 1,
      err: expect.stringContaining('коротший за контрольну точку'),
    })
    expect((await runKasyr(['audit', 'verify', '--checkpoint', join(shipped, 'nothing')])).err).toContain('немає')
  })

  test('that were forged are told', async () => {
    await prepareGround(kasyr)
    const shipped = join(kasyr.config.data_dir, 'shipped.log')
    writeFileSync(
      shipped,
      logged()
        .join('')
        .replace(/"seq":\d+/, '"seq":7'),
    )
    expect((await runKasyr(['audit', 'verify', '--checkpoint', shipped])).err).toContain(
      'файл контрольної точки змінено',
    )
    const head = readFileSync(headPath(kasyr.config.data_dir), 'utf8')
    writeFileSync(shipped, head)
    const { found } = await verifyAudit(await anotherProcess(kasyr), { given: shipped })
    expect(found).toBeNull()
  })
})
