import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealAudit } from '#/server/audit/verifying/seal-audit.ts'
import { verifyAudit } from '#/server/audit/verifying/verify-audit.ts'
import { withApp } from '#/server/cli/with-app.ts'
import { readConfig } from '#/server/config.ts'
import { startChild } from '../support/child-service.ts'
import { runKasyr } from '../support/command-line.ts'
import { noteSecret } from '../support/evidence.ts'
import { howOften } from '../support/how-often.ts'
import { seededRandom } from '../support/seeded-random.ts'

const kills = howOften({ usually: 2, long: 10 })
const freshKills = howOften({ usually: 1, long: 4 })
const folder = mkdtempSync(join(tmpdir(), 'kasyr-restore-'))
const file = join(folder, 'olena.kasyr')
const passphrase = 'смерека-жоржина-35'
noteSecret(passphrase)
const machine = (name: string) => ({
  KASYR_DATA_DIR: join(folder, name),
  DATABASE_URL: '',
  KASYR_BACKUP_PASSPHRASE: passphrase,
})
/** The backup is of another machine, so that its keys must be taken over too. */
const origin = machine('origin')
const here = machine('data')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const config = () => readConfig(here, folder)

const run = async (environment: typeof here, ...args: string[]) => {
  const said = await runKasyr(args, environment)
  expect(said, args.join(' ')).toMatchObject({ code: 0, err: '' })
  return said.out
}
const kasyr = (...args: string[]) => run(here, ...args)
/** No command starts on a database whose secrets its keys do not open. */
const people = async (environment = here): Promise<string[]> =>
  (await run(environment, 'user', 'list'))
    .split('\n')
    .map((line) => line.split(' ')[0] ?? '')
    .filter((login) => login !== '' && login !== 'admin')

beforeAll(async () => {
  await run(origin, 'user', 'add', 'olena')
  await run(origin, 'backup', file)
  await kasyr('user', 'add', 'olena')
})

test(`${kills} times kill -9 of a restore: there is all that was, or all of the backup, and nothing between`, async () => {
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

test('so it is where nothing was: the service starts on what is left, and a second restore succeeds', async () => {
  const random = seededRandom('restore-killed-fresh')
  for (let kill = 0; kill < freshKills; kill += 1) {
    const fresh = machine(`fresh-${kill}`)
    const restoring = startChild(['server/main.ts', 'restore', file], fresh)
    await pause(1_000 + random() * 4_000) // The moment of the kill is the point of the test.
    restoring.process.kill('SIGKILL')
    await restoring.ended
    expect(['', 'olena']).toContain((await people(fresh)).join(' '))
    await run(fresh, 'restore', file)
    expect(await people(fresh)).toEqual(['olena'])
  }
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
  expect(checkpoints.toSorted()).toEqual([expect.stringMatching(/^audit-checkpoint\.before-\d{8}_\d{6}\.json$/)])
})

test('a service that runs there is not restored under its feet', async () => {
  const service = startChild(['server/main.ts', 'serve'], { ...here, KASYR_PORT: '0', KASYR_LOG_LEVEL: 'error' })
  await service.line(/http:\/\//)
  const said = await runKasyr(['restore', file], here)
  expect(said).toMatchObject({ code: 1, err: expect.stringContaining('вже використовує інший процес') })
  service.process.kill('SIGTERM')
  await service.ended
})
