import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { checkpointPath, putCheckpointAside } from '#/server/audit/checkpoints/checkpoint-file.ts'
import { sealAudit } from '#/server/audit/verifying/seal-audit.ts'
import { verifyAudit } from '#/server/audit/verifying/verify-audit.ts'
import {
  anotherProcess,
  alarmsOf,
  prepareGround,
  verifyAfresh,
  writeEntries,
  type Ground,
} from '../attack/audit-ground.ts'
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
const path = () => checkpointPath(kasyr.config.data_dir)
const checkpoint = (): { seq: number } => JSON.parse(readFileSync(path(), 'utf8'))
const seal = async (entries: number) => {
  await writeEntries(kasyr, kasyr.app, entries)
  return sealAudit(kasyr.app)
}
const logged = () => kasyr.log_lines.filter((line) => line.includes('"msg":"audit.checkpoint"'))

describe('checkpoints', () => {
  test('the file follows every run of the sealer, each time with a line in the log; a run without entries changes nothing', async () => {
    await seal(3)
    expect(checkpoint().seq).toBe(4)
    await seal(500)
    expect(checkpoint().seq).toBe(504)
    const written = readFileSync(path())
    pass(600)
    await seal(0)
    expect(readFileSync(path())).toEqual(written)
    expect(statSync(path()).mode & 0o777).toBe(0o600)
    expect(logged()).toHaveLength(2)
    expect(logged()[1]).toContain('"seq":504')
    expect(await verifyAfresh(kasyr)).toMatchObject({ ok: true })
  })

  test('a process without a checkpoint follows the whole chain before it writes one', async () => {
    await seal(3)
    const other = await anotherFolder()
    await writeEntries(kasyr, kasyr.app, 1)
    expect(await sealAudit(other)).toBe(1)
    expect(JSON.parse(readFileSync(checkpointPath(other.config.data_dir), 'utf8'))).toMatchObject({ seq: 5 })
    // The folder of the first process is behind now, and that is no forgery.
    await seal(1)
    expect(checkpoint().seq).toBe(6)
    expect(await alarmsOf(kasyr)).toEqual([])
    expect(await verifyAfresh(kasyr)).toMatchObject({ ok: true })
  })

  test('a process without a checkpoint seals nothing where the chain is broken', async () => {
    const ground = await prepareGround(kasyr)
    await ground.tamper(`delete from audit_log where id = '${ground.id(4)}'`)
    await ground.write(1)
    expect(await sealAudit(await anotherFolder())).toBe(0)
    expect(await alarmsOf(kasyr)).toMatchObject([{ kind: 'missing' }])
  })

  test('a restore that puts them aside and then dies raises no alarm', async () => {
    await seal(2)
    const undo = putCheckpointAside(kasyr.config.data_dir, '20260309_080000')
    expect(await verifyAfresh(kasyr)).toMatchObject({ ok: true })
    undo()
    putCheckpointAside(kasyr.config.data_dir, '20260309_080001')
    await seal(1)
    expect(checkpoint().seq).toBe(4)
    expect(await alarmsOf(kasyr)).toEqual([])
    expect(await verifyAfresh(kasyr)).toMatchObject({ ok: true })
  })
})

/** Somebody with both the database and the disk puts everything back to what it was an hour ago. */
async function rollBackBoth(ground: Ground): Promise<void> {
  const before = readFileSync(path())
  pass(600)
  await ground.write(5)
  await sealAudit(kasyr.app)
  await ground.tamper(
    `delete from audit_log using audit_seals where entry_id = id and seq > ${ground.seq(8)}`,
    `delete from audit_seals where seq > ${ground.seq(8)}`,
    `update audit_checkpoints set seq = ${ground.seq(8)}`,
  )
  writeFileSync(path(), before)
}

/** The same database, served from another machine. */
async function anotherFolder() {
  const app = await anotherProcess(kasyr)
  const data_dir = mkdtempSync(join(kasyr.config.data_dir, 'other-'))
  return { ...app, config: { ...app.config, data_dir } }
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
    writeFileSync(shipped, readFileSync(path()))
    expect(await verifyAudit(await anotherProcess(kasyr), { given: shipped })).toMatchObject({ ok: true, breaks: [] })
    writeFileSync(shipped, '')
    expect((await runKasyr(['audit', 'verify', '--checkpoint', shipped])).err).toContain('немає жодної')
    // A damaged file that somebody brings along says nothing about the log.
    expect(await alarmsOf(kasyr)).toEqual([])
  })
})
