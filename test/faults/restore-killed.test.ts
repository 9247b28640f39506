import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { sealAudit } from '#/server/audit/seal-audit.ts'
import { verifyAudit } from '#/server/audit/verify-audit.ts'
import { withApp } from '#/server/cli/with-app.ts'
import { readConfig } from '#/server/config.ts'
import { startChild } from '../support/child-service.ts'
import { runKasyr } from '../support/command-line.ts'
import { seededRandom } from '../support/seeded-random.ts'

const kills = 10
const folder = mkdtempSync(join(tmpdir(), 'kasyr-restore-'))
const file = join(folder, 'olena.tar.gz')
const here = { KASYR_DATA_DIR: join(folder, 'data'), DATABASE_URL: '' }
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const config = () => readConfig(here, folder)

const kasyr = async (...args: string[]) => {
  const said = await runKasyr(args, here)
  expect(said, args.join(' ')).toMatchObject({ code: 0, err: '' })
  return said.out
}
const people = async (): Promise<string[]> =>
  (await kasyr('user', 'list'))
    .split('\n')
    .map((line) => line.split(' ')[0] ?? '')
    .filter((login) => login !== '' && login !== 'admin')

test(`${kills} times kill -9 of a restore: there is all that was, or all of the backup, and nothing between`, async () => {
  await kasyr('user', 'add', 'olena')
  await kasyr('backup', file)
  const random = seededRandom('restore-killed')
  const outcomes = new Set<string>()
  for (let kill = 0; kill < kills; kill += 1) {
    if (!(await people()).includes('petro')) await kasyr('user', 'add', 'petro')
    const restoring = startChild(['server/main.ts', 'restore', file], here)
    await pause(random() * 3_000) // The moment of the kill is the point of the test.
    restoring.process.kill('SIGKILL')
    await restoring.ended
    const left = (await people()).join(' ')
    expect(['olena', 'olena petro']).toContain(left)
    outcomes.add(left)
  }
  expect(outcomes).toContain('olena petro')
})

test('a restore beside what was there keeps it under another name, and the log is whole though it ends earlier', async () => {
  if (!(await people()).includes('petro')) await kasyr('user', 'add', 'petro')
  await withApp(sealAudit, config())
  const said = await kasyr('restore', file)
  const kept = /лишилося в базі (kasyr_before_\d{8}_\d{6}) /.exec(said)?.[1]
  expect(await people()).toEqual(['olena'])
  await withApp(async (app) => {
    expect(await verifyAudit(app)).toMatchObject({ ok: true })
    const { rows } = await sql<{ datname: string }>`select datname from pg_database`.execute(app.db)
    const databases = rows.map(({ datname }) => datname)
    expect(databases).toContain(kept)
    expect(databases).not.toContain('kasyr_restoring')
  }, config())
  const checkpoints = readdirSync(here.KASYR_DATA_DIR).filter((name) => name.startsWith('audit-checkpoint'))
  expect(checkpoints.toSorted()).toEqual([
    expect.stringMatching(/^audit-checkpoint\.before-\d{8}_\d{6}\.json$/),
    expect.stringMatching(/^audit-checkpoints\.before-\d{8}_\d{6}\.jsonl$/),
  ])
})

test('a service that runs there is not restored under its feet', async () => {
  const service = startChild(['server/main.ts', 'serve'], { ...here, KASYR_PORT: '0', KASYR_LOG_LEVEL: 'error' })
  await service.line(/http:\/\//)
  const said = await runKasyr(['restore', file], here)
  expect(said).toMatchObject({ code: 1, err: expect.stringContaining('вже використовує інший процес') })
  service.process.kill('SIGTERM')
  await service.ended
})
