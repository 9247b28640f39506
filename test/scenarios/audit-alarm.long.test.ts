import { readdirSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { AuditVerdict } from '#/contract/audit.ts'
import type { ServiceStatus } from '#/contract/service-status.ts'
import { sealAudit } from '#/server/audit/verifying/seal-audit.ts'
import { verifyAuditJob } from '#/server/audit/jobs.ts'
import {
  accept,
  adminOf,
  alarmsOf,
  anotherProcess,
  forgetAlarms,
  lastSeq,
  prepareGround,
  type Ground,
} from '../attack/audit-ground.ts'
import { newId } from '#/server/platform/random.ts'
import type { ApiClient } from '../support/api-client.ts'
import { runKasyr } from '../support/command-line.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

let kasyr: TestApp
let admin: ApiClient
let ground: Ground
beforeAll(async () => {
  kasyr = await startTestApp()
  admin = await adminOf(kasyr)
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
  if ((await alarm()) !== null) throw new Error('the alarm of this test is not over')
})

const alarm = async () => (await admin.get<ServiceStatus>('/status')).body.audit_alarm
const metrics = async () => {
  const text = await (await fetch(new URL('/metrics', kasyr.url))).text()
  const [, value] = /^kasyr_audit_alarm (\d)$/m.exec(text) ?? []
  const [, waiting] = /^kasyr_audit_unsealed (\d+)$/m.exec(text) ?? []
  return { alarm: Number(value), waiting: Number(waiting) }
}
const cutEnd = () =>
  ground.tamper(
    `delete from audit_log using audit_seals where entry_id = id and seq > ${ground.seq(5)}`,
    `delete from audit_seals where seq > ${ground.seq(5)}`,
  )

describe('the alarm of the audit log', () => {
  test('stands in the status, the metrics, the log and the events, and nothing is sealed while it lasts', async () => {
    expect(await alarm()).toBeNull()
    expect(await metrics()).toEqual({ alarm: 0, waiting: 0 })
    const linesBefore = kasyr.log_lines.length
    await cutEnd()
    await ground.write(3)
    expect(await sealAudit(kasyr.app)).toBe(0)
    const raised = await alarm()
    expect(raised).toMatchObject({ reason: expect.stringContaining('коротший за контрольну точку') })
    expect(await metrics()).toEqual({ alarm: 1, waiting: 3 })
    expect(await lastSeq(kasyr)).toBe(ground.seq(5))
    await sealAudit(kasyr.app)
    await sealAudit(kasyr.app)
    expect(await alarm()).toEqual(raised)
    const told = kasyr.log_lines.slice(linesBefore).filter((line) => line.includes('"audit.alarm"'))
    expect(told).toHaveLength(1)
    expect(told[0]).toContain('"level":"error"')
    const events = await kasyr.db
      .selectFrom('events')
      .select(['type', 'subject_id'])
      .where('type', '=', 'status')
      .execute()
    expect(events).toEqual([{ type: 'status', subject_id: null }])
  })

  test('comes back with the next look when somebody deletes its row, and is not over when the log is put right behind our back', async () => {
    const verify = async () => (await admin.get<AuditVerdict>('/audit/verify')).body
    await ground.tamper(`update audit_log set address = '::1' where id = '${ground.id(4)}'`)
    expect(await verify()).toMatchObject({ ok: false, first_bad: { seq: ground.seq(4) } })
    await forgetAlarms(kasyr)
    await verify()
    expect(await alarmsOf(kasyr)).toMatchObject([{ kind: 'changed' }])
    await ground.tamper(`update audit_log set address = null where id = '${ground.id(4)}'`)
    expect(await verify()).toMatchObject({
      ok: false,
      first_bad: { reason: expect.stringContaining('тривогу ще не прийнято') },
    })
    expect(await alarm()).not.toBeNull()
  })

  test('of the end of the chain is raised by the sealer of another process, and every process shows it', async () => {
    await cutEnd()
    await sealAudit(await anotherProcess(kasyr))
    expect(await alarm()).toMatchObject({ reason: expect.stringContaining('коротший') })
  })

  test('is raised by the worker once a day, the first time when it starts', async () => {
    await ground.tamper(`update audit_log set subject_id = 'x' where id = '${ground.id(4)}'`)
    await kasyr.db.transaction().execute((tx) => kasyr.app.jobs.enqueue(tx, verifyAuditJob, {}))
    await kasyr.app.jobs.runDue()
    expect(await alarmsOf(kasyr)).toMatchObject([{ kind: 'changed' }])
    await forgetAlarms(kasyr)
    const worker = await startTestApp({
      worker: true,
      config: { database_url: kasyr.config.database_url, data_dir: kasyr.config.data_dir },
    })
    onTestFinished(() => worker.close())
    await expect.poll(() => alarmsOf(kasyr)).toMatchObject([{ kind: 'changed' }])
  })
})

describe('a break that a person accepts', () => {
  test('stays in the log for ever, and the log is whole from then on', async () => {
    expect(await runKasyr(['audit', 'accept', '--reason', 'нічого не сталося'])).toMatchObject({
      code: 1,
      err: expect.stringContaining('приймати немає чого'),
    })
    await cutEnd()
    await ground.write(2)
    await sealAudit(kasyr.app)
    const broken = await runKasyr(['audit', 'verify'])
    expect(broken).toMatchObject({ code: 1, err: expect.stringContaining('коротший за контрольну точку') })
    expect((await runKasyr(['audit', 'accept', '--reason', 'ні'])).code).toBe(1)
    const last = ground.seq(8)
    const accepted = await runKasyr([
      'audit',
      'accept',
      '--reason',
      'диск відновлено з учорашньої копії, перевірила Олена',
    ])
    expect(accepted).toMatchObject({ code: 0, out: expect.stringContaining(`Журнал почато заново від № ${last + 1}`) })

    const [entry] = await kasyr.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'audit.break_accepted')
      .orderBy('at', 'desc')
      .execute()
    expect(entry?.details).toMatchObject({
      reason: 'диск відновлено з учорашньої копії, перевірила Олена',
      found: { seq: ground.seq(6), reason: expect.stringContaining('коротший') },
      alarms: [{ kind: 'missing' }],
      sealed_to: ground.seq(5),
    })
    // The two that waited and the entry about it are sealed at once: places that were sealed before are not given again.
    expect(await sealAudit(kasyr.app)).toBe(0)
    expect(await lastSeq(kasyr)).toBe(last + 3)
    expect(await alarm()).toBeNull()
    expect(await metrics()).toEqual({ alarm: 0, waiting: 0 })
    const whole = await runKasyr(['audit', 'verify'])
    expect(whole.code).toBe(0)
    expect(whole.out).toContain('диск відновлено з учорашньої копії')
    expect(whole.out).toContain(`Журнал цілий від № ${last + 1}.`)
    expect((await admin.get<AuditVerdict>('/audit/verify')).body).toMatchObject({
      ok: true,
      accepted: expect.arrayContaining([expect.objectContaining({ before_seq: last + 1 })]),
    })
    const aside = readdirSync(kasyr.config.data_dir).filter((name) => /\.before-\d{8}_/.test(name))
    expect(aside).toEqual([expect.stringMatching(/^audit-checkpoint\.before-\d{8}_\d{6}\.json$/)])
  })

  test('cannot be undone, forged or widened by somebody with the database', async () => {
    await cutEnd()
    await sealAudit(kasyr.app)
    await runKasyr(['audit', 'accept', '--reason', 'перевірка зламаного журналу'])
    await sealAudit(kasyr.app)
    const verdict = async () => {
      await forgetAlarms(kasyr)
      return (await runKasyr(['audit', 'verify'])).err
    }
    const accepting = `action = 'audit.break_accepted' and at = (select max(at) from audit_log where action = 'audit.break_accepted')`
    const attacks: [string, string, string][] = [
      // What was not named is as protected as before.
      [
        `update audit_log set address = '::1' where id = '${ground.id(2)}'`,
        `update audit_log set address = null where id = '${ground.id(2)}'`,
        ground.id(2),
      ],
      // An entry about it that was changed accepts nothing.
      [
        `update audit_log set details = jsonb_set(details, '{breaks,places,0,seq}', '1') where ${accepting}`,
        `update audit_log set details = jsonb_set(details, '{breaks,places,0,seq}', '${ground.seq(6)}') where ${accepting}`,
        `№ ${ground.seq(6)}`,
      ],
      [
        `create table kept as select * from audit_log where ${accepting}; delete from audit_log where ${accepting}`,
        'insert into audit_log select * from kept; drop table kept',
        `№ ${ground.seq(6)}`,
      ],
      [
        `insert into audit_log (id, at, action, subject_type, subject_id, details, mac, version)
         select '${newId()}', at, action, subject_type, 'forged', details, mac, version from audit_log where ${accepting}`,
        `delete from audit_log where subject_id = 'forged'`,
        'поза ланцюгом',
      ],
    ]
    for (const [attack, undo, reason] of attacks) {
      expect(await verdict()).toBe('')
      await ground.tamper(attack)
      expect(await verdict()).toContain(reason)
      await ground.tamper(undo)
    }
    await forgetAlarms(kasyr)
  })
})
