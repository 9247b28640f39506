import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { startReceiptShop } from '#/test/support/receipts.ts'

const shop = await startReceiptShop()
const { fiscal, creates, row, state } = shop

beforeEach(shop.calm)
afterEach(shop.assertSound)

test('a receipt is sent once, waits for its parcel to be paid, and ends fiscal with its code', async () => {
  const { id, ttn } = await shop.aReceipt()
  expect(await state(id)).toBe('queued')
  await shop.send()
  const [document] = fiscal.documents.live(ttn)
  expect(await row(id)).toMatchObject({ state: 'created', attempt: 1, provider_id: document?.id, problem: null })

  await shop.later(3_600)
  await shop.poll()
  expect(await state(id)).toBe('created')
  shop.carrier.parcels.put([{ ttn, status_code: 9 }])
  await shop.poll()
  expect(await state(id)).toBe('fiscalized')
  await shop.later(60)
  await shop.poll()
  const { fiscal_code, fiscalized_at, receipt_url, fiscal_receipt_id } = await row(id)
  const [fiscalised] = fiscal.documents.ofTtn(ttn)
  expect(fiscal_code).toBe(fiscalised?.fiscal_code)
  expect(fiscal_code).toMatch(/^\w{11}$/)
  expect(fiscal_receipt_id).toBe(fiscalised?.receipt_id)
  expect(Date.parse(fiscalized_at ?? '')).toBeGreaterThan(0)
  expect(receipt_url).toContain(fiscal_receipt_id)
  expect(await shop.events(id)).toEqual([
    'requested → queued',
    'claimed → sending',
    'sent_positive → created',
    'found_fiscal → fiscalized',
    'fiscal_code_received → fiscalized',
  ])
  expect(creates(ttn)).toHaveLength(1)
})

test('the jobs of a new receipt are there without anybody calling them', async () => {
  const { id } = await shop.aReceipt()
  await shop.app.jobs.runDue()
  expect(await state(id)).toBe('created')
})

test('every change of state leaves one audit entry of the system', async () => {
  const { id } = await shop.aReceipt()
  await shop.send()
  const entries = await shop.db
    .selectFrom('audit_log')
    .select(['action', 'actor_login', 'details'])
    .where('subject_id', '=', id)
    .orderBy('id')
    .execute()
  expect(entries.map(({ action, details }) => [action, details])).toEqual([
    ['receipt.requested', expect.objectContaining({ kind: 'ettn', amount: 120_000 })],
    ['receipt.moved', expect.objectContaining({ from: 'queued', to: 'sending', attempt: 1 })],
    ['receipt.moved', expect.objectContaining({ from: 'sending', to: 'created', attempt: 1 })],
  ])
  expect(entries.every(({ actor_login }) => actor_login === null)).toBe(true)
})

const business = { code: 'some.rule', message: 'Сума накладної відрізняється від суми чека' }
const invalid = { code: 'validation.custom', message: 'Validation error', detail: [] }

test.each([
  ['a clear no', { kind: 'status', status: 422, body: invalid }, 'failed', 0],
  ['a business refusal', { kind: 'status', status: 400, body: business }, 'unknown', 0],
  [
    'a refusal that was stored all the same',
    { kind: 'status', status: 400, body: business, effect: true },
    'unknown',
    1,
  ],
  ['a body of null', { kind: 'null_body' }, 'unknown', 0],
  ['a body of null after the effect', { kind: 'null_body', effect: true }, 'unknown', 1],
  ['half a JSON', { kind: 'junk', effect: true }, 'unknown', 1],
  ['a page of the proxy in front', { kind: 'html', status: 403 }, 'unknown', 0],
  ['too many requests', { kind: 'too_many_requests', retry_after: 7 }, 'unknown', 0],
  ['a server error without effect', { kind: 'status', status: 500 }, 'unknown', 0],
  ['a server error after the effect', { kind: 'status', status: 502, effect: true }, 'unknown', 1],
  ['a reset before the answer', { kind: 'reset_before_answer' }, 'unknown', 0],
  ['a reset after the effect', { kind: 'reset_before_answer', effect: true }, 'unknown', 1],
  ['a cut answer', { kind: 'truncated_body' }, 'unknown', 1],
  ['an answer that is told twice', { kind: 'duplicate_answer' }, 'created', 1],
  ['words that it exists already', { kind: 'status', status: 400, body: { message: 'Чек вже існує' } }, 'unknown', 0],
] as const)('%s leads to where the table says', async (_what, fault, expected, documents) => {
  const { id, ttn } = await shop.aReceipt()
  fiscal.faults.arm({ operation: 'create_ettn', fault })
  await shop.send()
  expect(await state(id)).toBe(expected)
  expect(creates(ttn)).toHaveLength(1)
  expect(fiscal.documents.live(ttn)).toHaveLength(documents)
  expect(fiscal.faults.armed()).toEqual([])
})

test('a business refusal is believed after one look, and its words are shown', async () => {
  const { id, ttn } = await shop.aReceipt()
  fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'status', status: 400, body: business } })
  await shop.send()
  await shop.reconcile()
  expect(await state(id)).toBe('failed')
  expect(await shop.problem(id)).toContain('Сума накладної відрізняється від суми чека')
  expect(creates(ttn)).toHaveLength(1)
})

test('a refusal whose document is there all the same is found by that look', async () => {
  const { id, ttn } = await shop.aReceipt()
  fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'status', status: 400, body: business, effect: true } })
  await shop.send()
  await shop.reconcile()
  expect(await row(id)).toMatchObject({ state: 'created', provider_id: fiscal.documents.live(ttn)[0]?.id })
})

test('a stale token is replaced within the same permit', async () => {
  const { id, ttn } = await shop.aReceipt()
  fiscal.tokens.expire()
  await shop.send()
  expect(await row(id)).toMatchObject({ state: 'created', attempt: 1 })
  expect(fiscal.documents.live(ttn)).toHaveLength(1)
})

test('a register that cannot be reached is left alone for a while, and its receipt stays queued', async () => {
  const { id, ttn } = await shop.aReceipt()
  fiscal.faults.arm({ operation: '*', fault: { kind: 'listener_closed', for_ms: 600_000 } })
  await shop.send()
  expect(await row(id)).toMatchObject({ state: 'queued', attempt: 0, voided: 0 })
  expect(await shop.problem(id)).toContain('ще не надісланий')
  await fiscal.faults.release()
  await shop.later(60)
  await shop.send()
  expect(await state(id)).toBe('queued')
  await shop.pauseIsOver()
  await shop.send()
  expect(await row(id)).toMatchObject({ state: 'created', attempt: 1, voided: 0, problem: null })
  expect(creates(ttn)).toHaveLength(1)
})

test('a wrong PIN loses no receipt: it marks the register, and all that wait there say why', async () => {
  const [{ id }, next] = [await shop.aReceipt(), await shop.aReceipt()]
  fiscal.registers.change(shop.first.license_key, { cashier: { pin: '000000' } })
  fiscal.tokens.expire()
  await shop.send()
  expect(await row(id)).toMatchObject({ state: 'queued', attempt: 0 })
  expect(await shop.problem(id)).toContain('PIN')
  await shop.pauseIsOver()
  await shop.send()
  expect(await row(next.id)).toMatchObject({ state: 'queued', attempt: 0 })
  expect(await shop.problem(next.id)).toContain('PIN')
  fiscal.registers.change(shop.first.license_key, { cashier: { pin: shop.first.pin } })
  await shop.kasyr.db.updateTable('cash_registers').set({ health: null }).execute()
  await shop.send()
  expect(await state(next.id)).toBe('created')
})

/** Pauses are of the database's clock. */
async function databaseTime(): Promise<number> {
  const { rows } = await sql<{ at: string }>`select clock_timestamp() as at`.execute(shop.db)
  return Date.parse(rows[0]?.at ?? '')
}

test('Retry-After is honoured by every process', async () => {
  const [, next] = [await shop.aReceipt(), await shop.aReceipt()]
  fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'too_many_requests', retry_after: 120 } })
  const before = await databaseTime()
  await shop.send()
  const { paused_until } = await shop.db.selectFrom('receipt_senders').select('paused_until').executeTakeFirstOrThrow()
  expect(Date.parse(paused_until ?? '')).toBeGreaterThanOrEqual(before + 120_000)
  await shop.send()
  expect(creates(next.ttn)).toHaveLength(0)
  await shop.pauseIsOver()
  await shop.send()
  expect(await state(next.id)).toBe('created')
})
