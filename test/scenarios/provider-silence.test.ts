import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { theSystem } from '#/server/audit/record-audit.ts'
import { checkRegister } from '#/server/cash-registers/checking/check-register.ts'
import { countUnansweredRegisters } from '#/server/cash-registers/register/provider-silence-store.ts'
import { showRegister } from '#/server/cash-registers/reading/show-registers.ts'
import { pollReceipts } from '#/server/receipts/lookup/poll-receipts.ts'
import { startReceiptShop } from '#/test/support/receipts.ts'

const shop = await startReceiptShop()
const { app, db, fiscal } = shop
const { id } = shop.first

beforeEach(async () => {
  await shop.calm()
  await checkRegister(app, theSystem, id)
})

const outage = { operation: '*', fault: { kind: 'status', status: 503 }, times: 'always' } as const

const told = async () =>
  (await showRegister(app, 'admin', id)).health.problems
    .filter(({ code }) => code === 'provider_not_reached')
    .map(({ since }) => since)

async function announced(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from events where type = 'cash_register' and subject_id = ${id}`.execute(db)
  return rows[0]?.n ?? 0
}

/** A document that waits is what the poll asks about. */
async function aWaitingDocument(): Promise<void> {
  await shop.aReceipt()
  await shop.send()
}

async function pollLater(): Promise<void> {
  await shop.later(60)
  await shop.poll()
}

test('an outage that receipts meet is told from its beginning on, once, and is over with the first answer', async () => {
  await aWaitingDocument()
  const before = await announced()
  fiscal.faults.arm(outage)
  await pollLater()
  const began = shop.now().toISOString()
  await pollLater()
  expect([await told(), await announced()]).toEqual([[], before])
  for (let poll = 0; poll < 3; poll += 1) {
    await pollLater()
    expect([await told(), await announced()]).toEqual([[began], before + 1])
  }
  expect(await countUnansweredRegisters(db)).toBe(1)
  fiscal.faults.disarm()
  await pollLater()
  expect([await told(), await announced()]).toEqual([[], before + 2])
  expect(await countUnansweredRegisters(db)).toBe(0)
})

test('a send that is not answered counts like every other question', async () => {
  await shop.aReceipt()
  fiscal.faults.arm(outage)
  await shop.send()
  const began = shop.now().toISOString()
  for (let look = 0; look < 2; look += 1) {
    await shop.later(60)
    await shop.pauseIsOver()
    await shop.send()
  }
  expect(await told()).toEqual([began])
})

test('answers lost between answers are the network’s, not the provider’s', async () => {
  await aWaitingDocument()
  for (let round = 0; round < 4; round += 1) {
    fiscal.faults.arm(outage)
    await pollLater()
    expect(await told()).toEqual([])
    fiscal.faults.disarm()
    await pollLater()
  }
})

test('a check tells it at once, keeps its beginning, and is repeated until it is over', async () => {
  fiscal.faults.arm(outage)
  await shop.later(60)
  const began = shop.now().toISOString()
  await checkRegister(app, theSystem, id)
  await shop.later(300)
  await checkRegister(app, theSystem, id)
  expect(await told()).toEqual([began])
  fiscal.faults.disarm()
  await shop.later(300)
  await checkRegister(app, theSystem, id)
  expect(await told()).toEqual([])
})

test('whoever stops waiting has learnt nothing', async () => {
  await aWaitingDocument()
  const asked = fiscal.log.entries().length
  for (let stop = 0; stop < 3; stop += 1) {
    fiscal.faults.arm({ operation: 'list_ettn', fault: { kind: 'hang' } })
    const stopping = new AbortController()
    const polling = pollReceipts(app, stopping.signal)
    await fiscal.log.waitFor((entries) => entries.slice(asked).some(({ stage }) => stage === 'held'))
    stopping.abort()
    await polling
    await fiscal.faults.release()
  }
  const { provider_silence } = await db
    .selectFrom('cash_registers')
    .select('provider_silence')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  expect(provider_silence).toBeNull()
})

test('while all is well the register is not written to', async () => {
  const version = () =>
    sql<{ xmin: string }>`select xmin::text from cash_registers where id = ${id}`
      .execute(db)
      .then(({ rows }) => rows[0]?.xmin)
  const before = await version()
  await aWaitingDocument()
  await pollLater()
  expect(await version()).toBe(before)
})
