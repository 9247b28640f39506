import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sealAudit } from '#/server/audit/seal-audit.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'
import {
  accept,
  alarmsOf,
  anotherProcess,
  forgetAlarms,
  lastSeq,
  prepareGround,
  verifyAfresh,
} from './journal-ground.ts'
import {
  cleanUp,
  cutOut,
  diskKinds,
  protectionKinds,
  rollBack,
  tableKinds,
  type Tampering,
} from './journal-tampering-kinds.ts'

/**
 * Everything that somebody who owns the database server, or the disk, but has no key can do to the audit log. Each break is
 * accepted afterwards, so that the next one begins with a whole log.
 */
let kasyr: TestApp
beforeAll(async () => {
  kasyr = await startTestApp()
})
afterAll(() => kasyr.close())

const kinds: Tampering[] = [...tableKinds, ...protectionKinds, ...diskKinds, rollBack]

async function whole(): Promise<void> {
  expect(await verifyAfresh(kasyr)).toMatchObject({ ok: true, reason: null })
}

async function mend({ name }: Tampering): Promise<void> {
  const statement = cleanUp[name]
  const ground = await prepareNothing()
  if (statement !== undefined) await ground.run(statement)
  expect(await accept(kasyr)).toMatchObject({ stretch: expect.any(Number) })
  await whole()
}

const prepareNothing = () => prepareGround(kasyr, 0)

describe('the verification finds it', () => {
  test.each(kinds)('$name', async (tampering) => {
    const ground = await prepareGround(kasyr)
    await whole()
    await tampering.attack(ground)
    expect(await verifyAfresh(kasyr)).toMatchObject({ ok: false, reason: expect.stringMatching(tampering.found) })
    await mend(tampering)
  })
})

describe('the verification finds it after the sealer has worked on it', () => {
  test.each(kinds)('$name', async (tampering) => {
    const ground = await prepareGround(kasyr)
    await whole()
    await tampering.attack(ground)
    const before = await lastSeq(kasyr)
    const sealer = await anotherProcess(kasyr)
    // A change whose entry is swallowed fails; what matters here is what the sealer makes of the rest.
    await ground.write(2, sealer).catch(() => undefined)
    await sealAudit(sealer)
    if (tampering.stops_sealer) {
      expect(await lastSeq(kasyr)).toBe(before)
      expect(await alarmsOf(kasyr)).not.toEqual([])
      await forgetAlarms(kasyr)
      await sealAudit(sealer)
      expect(await alarmsOf(kasyr)).not.toEqual([])
    }
    expect(await verifyAfresh(kasyr)).toMatchObject({ ok: false, reason: expect.stringMatching(tampering.found) })
    await mend(tampering)
  })
})

test('the attack of the review: of 250 entries 210 are cut out, the rest is inserted again, and the sealer does not seal it', async () => {
  const { seq, tamper, run } = await prepareGround(kasyr, 250)
  await cutOut({ tamper, run }, seq(21), seq(230))
  const sealer = await anotherProcess(kasyr)
  expect(await sealAudit(sealer)).toBe(0)
  expect(await lastSeq(kasyr)).toBe(seq(20))
  expect(await alarmsOf(kasyr)).toMatchObject([
    { kind: 'chain', reason: expect.stringContaining('коротший за контрольну точку') },
  ])
  expect(await verifyAfresh(kasyr)).toMatchObject({ ok: false, seq: seq(21) })
  await accept(kasyr)
  await whole()
})
