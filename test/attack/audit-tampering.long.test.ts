import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sealAudit } from '#/server/audit/verifying/seal-audit.ts'
import { verifyAudit } from '#/server/audit/verifying/verify-audit.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import {
  accept,
  alarmsOf,
  anotherProcess,
  forgetAlarms,
  lastSeq,
  prepareGround,
  verifyAfresh,
  type Ground,
} from './audit-ground.ts'
import { cutOut, tableKinds, type Tampering } from './audit-tampering-kinds.ts'
import { diskKinds, rollBack, traps } from './audit-trap-kinds.ts'

/**
 * Everything that somebody who owns the database server, or the disk, but has no key can do to the audit log. Each break is
 * accepted afterwards, so that the next one begins with a whole log.
 */
let kasyr: TestApp
beforeAll(async () => {
  kasyr = await startTestApp()
})
afterAll(() => kasyr.close())

const kinds = [...tableKinds, ...traps, ...diskKinds, rollBack].map((kind) => [kind.name, kind] as const)

async function whole(): Promise<void> {
  expect(await verifyAfresh(kasyr)).toMatchObject({ ok: true, reason: null })
}

/** Whatever was found, a person may accept it, and the log is whole from then on. */
async function mend(tampering: Tampering & { clean_up?: string }, ground: Ground): Promise<void> {
  if (tampering.clean_up !== undefined) await ground.run(tampering.clean_up)
  // A trap that has done nothing leaves nothing to accept.
  const isWhole = tampering.clean_up !== undefined && (await verifyAfresh(kasyr)).ok
  expect((await accept(kasyr)) === null).toBe(isWhole)
  await whole()
  await ground.write(1)
  expect(await sealAudit(kasyr.app)).toBeGreaterThan(0)
  await whole()
}

describe('the verification finds it, and again after the sealer has worked on it', () => {
  test.each(kinds)('%s', async (_name, tampering) => {
    const ground = await prepareGround(kasyr)
    await whole()
    await tampering.attack(ground)
    expect(await verifyAfresh(kasyr)).toMatchObject({ ok: false, reason: expect.stringMatching(tampering.found) })
    await forgetAlarms(kasyr)
    const before = await lastSeq(kasyr)
    const sealer = await anotherProcess(kasyr)
    // A change whose entry is swallowed fails; what matters here is what the sealer makes of the rest.
    await ground.write(2, sealer).catch(() => undefined)
    await sealAudit(sealer)
    const alarmed = (await alarmsOf(kasyr)).length > 0
    await forgetAlarms(kasyr)
    await sealAudit(sealer)
    const again = (await alarmsOf(kasyr)).length > 0
    const stopped = { sealed: 0, alarmed: true, again: true }
    const noticed = { sealed: (await lastSeq(kasyr)) - before, alarmed, again }
    expect(tampering.stops_sealer ? noticed : stopped).toEqual(stopped)
    expect(await verifyAfresh(kasyr)).toMatchObject({ ok: false, reason: expect.stringMatching(tampering.found) })
    await mend(tampering, ground)
  })
})

test('the attack of the review: of 250 entries 210 are cut out, the rest is inserted again, and the sealer does not seal it', async () => {
  const { seq, tamper, run } = await prepareGround(kasyr, 250)
  await cutOut({ tamper, run }, seq(21), seq(230))
  const sealer = await anotherProcess(kasyr)
  expect(await sealAudit(sealer)).toBe(0)
  expect(await lastSeq(kasyr)).toBe(seq(20))
  expect(await alarmsOf(kasyr)).toMatchObject([
    { kind: 'missing', reason: expect.stringContaining('коротший за контрольну точку') },
  ])
  expect(await verifyAfresh(kasyr)).toMatchObject({ ok: false, seq: seq(21) })
  await accept(kasyr)
  await whole()
})

describe('the key of the log', () => {
  const keyKinds: [string, string, RegExp][] = [
    ['deleted', `delete from settings where name = 'audit_key'`, /ключ/],
    [
      'replaced by another secret',
      `update settings set secret = left(secret, -4) || 'AAAA' where name = 'audit_key'`,
      /ключ/,
    ],
    [
      'given company',
      `insert into settings (name, secret) select 'audit_key.k1', secret from settings where name = 'audit_key'`,
      /ключ/,
    ],
  ]
  test.each(keyKinds)('%s is missed by the verification and by the sealer', async (_name, statement, found) => {
    const { run, write } = await prepareGround(kasyr)
    await whole()
    const process = await anotherProcess(kasyr)
    await write(1, process)
    await run(`create table kept as select * from settings where name = 'audit_key'`, statement)
    const { ok, first_bad } = await verifyAudit(process)
    expect([ok, first_bad?.reason]).toEqual([false, expect.stringMatching(found)])
    expect(await sealAudit(process)).toBe(0)
    expect(await alarmsOf(kasyr)).toMatchObject([{ reason: expect.stringMatching(found) }])
    await run(
      `delete from settings where name like 'audit_key%'`,
      'insert into settings select * from kept',
      'drop table kept',
    )
    await whole()
  })
})
