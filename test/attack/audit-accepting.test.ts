import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { sealAudit } from '#/server/audit/verifying/seal-audit.ts'
import { newId } from '#/server/platform/random.ts'
import { runKasyr } from '../support/command-line.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import { accept, alarmsOf, prepareGround, verifyAfresh, type Ground } from './audit-ground.ts'

let kasyr: TestApp
let ground: Ground
beforeAll(async () => {
  kasyr = await startTestApp()
})
afterAll(() => kasyr.close())
beforeEach(async () => {
  vi.stubEnv('DATABASE_URL', kasyr.config.database_url ?? '')
  vi.stubEnv('KASYR_DATA_DIR', kasyr.config.data_dir)
  ground = await prepareGround(kasyr)
})
afterEach(async () => {
  vi.unstubAllEnvs()
  if ((await alarmsOf(kasyr)).length > 0) await accept(kasyr)
  await sealAudit(kasyr.app)
})

const acceptAll = () => runKasyr(['audit', 'accept', '--reason', 'перевірила Олена'])

async function acceptedBreaks() {
  const entry = await kasyr.db
    .selectFrom('audit_log')
    .select('details')
    .where('action', '=', 'audit.break_accepted')
    .orderBy('at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow()
  return entry.details
}

const change = (offset: number) => `update audit_log set address = '203.0.113.9' where id = '${ground.id(offset)}'`
const remove = (offset: number) => [
  `delete from audit_log where id = '${ground.id(offset)}'`,
  `delete from audit_seals where seq = ${ground.seq(offset)}`,
]

test('a harmless change does not cover a removed entry: both are named before the log is accepted and for ever after', async () => {
  await ground.tamper(change(2), ...remove(6))
  const verified = await runKasyr(['audit', 'verify'])
  expect(verified.code).toBe(1)
  expect(verified.out).toContain('вилучено 1, вставлено 0, змінено 1, іншого 0')
  expect(verified.out).toContain(`вилучено: № ${ground.seq(6)} — `)

  const { code, out } = await acceptAll()
  expect(code).toBe(0)
  for (const named of [`змінено: № ${ground.seq(2)}, ${ground.id(2)} — `, `вилучено: № ${ground.seq(6)} — `])
    expect(out).toContain(named)
  expect(await acceptedBreaks()).toMatchObject({
    breaks: {
      missing: 1,
      inserted: 0,
      changed: 1,
      other: 0,
      places: [
        { what: 'changed', seq: ground.seq(2), id: ground.id(2) },
        { what: 'missing', seq: ground.seq(6), id: null },
      ],
    },
  })
  await sealAudit(kasyr.app)
  expect(await verifyAfresh(kasyr)).toMatchObject({ ok: true })
})

test('every kind of break is named with its place: changed, removed, inserted, renumbered, cut off at the end', async () => {
  const stranger = newId()
  await ground.tamper(
    change(1),
    `delete from audit_log where id = '${ground.id(3)}'`,
    `update audit_seals set hash = decode(repeat('ab', 32), 'hex') where seq = ${ground.seq(5)}`,
    ...remove(7),
    ...remove(8),
    `insert into audit_log (id, at, actor_login, action, subject_type, subject_id, details, mac, version, number, key_id)
     select '${stranger}', at, actor_login, action, subject_type, subject_id, details, mac, version, -5, key_id
     from audit_log where id = '${ground.id(6)}'`,
  )
  expect((await acceptAll()).code).toBe(0)
  expect(await acceptedBreaks()).toMatchObject({
    breaks: {
      missing: 3,
      inserted: 1,
      changed: 2,
      other: 0,
      places: [
        { what: 'changed', seq: ground.seq(1) },
        { what: 'missing', seq: ground.seq(3), id: ground.id(3) },
        { what: 'changed', seq: ground.seq(5), reason: expect.stringContaining('ланцюг') },
        { what: 'missing', seq: ground.seq(7), to_seq: ground.seq(8) },
        { what: 'inserted', seq: null, id: stranger },
      ],
    },
  })
})
