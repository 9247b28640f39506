import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { aHandAt } from '#/test/support/hand-at-checkbox.ts'
import { startReceiptShop } from '#/test/support/receipts.ts'

const shop = await startReceiptShop()
const { fiscal, poll, row, state } = shop
const hand = aHandAt(shop)
const { ask } = hand

beforeEach(shop.calm)
afterEach(shop.assertSound)

test('a receipt whose fiscalizing failed becomes fiscal by itself once it is mended in the cabinet', async () => {
  const { id, provider_id } = await shop.aCreated({ polled: true })
  fiscal.documents.pay(provider_id, { status: 'RECEIPT_ERROR', raw_error: 'Каса офлайн понад 36 годин' })
  await shop.later(60)
  await poll()
  expect(await state(id)).toBe('attention')
  expect(await shop.problem(id)).toContain('Каса офлайн понад 36 годин')
  fiscal.documents.pay(provider_id)
  await shop.later(90)
  await poll()
  expect(await state(id)).toBe('fiscalized')
  await shop.later(60)
  await poll()
  expect(await row(id)).toMatchObject({ fiscal_code: expect.any(String), problem: null })
})

describe('to fiscalize again', () => {
  async function aFailed() {
    const receipt = await shop.aCreated({ polled: true })
    fiscal.documents.pay(receipt.provider_id, { status: 'RECEIPT_ERROR', raw_error: 'Термін дії підпису закінчився' })
    await shop.later(60)
    await poll()
    expect(await state(receipt.id)).toBe('attention')
    return receipt
  }
  const asked = (id: string) => shop.calls('fiscalize_manually').filter(({ target }) => target.includes(id)).length

  test('is asked of Checkbox once, makes the receipt fiscal, and the audit names the person', async () => {
    const { id, provider_id, order_id } = await aFailed()
    const { status, body } = await ask(`/receipts/${id}/fiscalize`)
    expect([status, body.state]).toEqual([200, 'fiscalized'])
    expect(asked(provider_id)).toBe(1)
    const entry = (await hand.auditOf(id)).find(({ action }) => action === 'receipt.fiscalize_asked')
    expect(entry).toMatchObject({ actor_login: expect.any(String), details: { order_id, provider_id } })
    expect((await ask(`/receipts/${id}/fiscalize`)).body.code).toBe('receipt.not_fiscalizable')
    expect(asked(provider_id)).toBe(1)
  })

  test('is not asked for a document that waits for its payment by now: the money would be missing', async () => {
    const { id, provider_id } = await aFailed()
    fiscal.documents.setStatus(provider_id, 'CREATED')
    const { status, body } = await ask(`/receipts/${id}/fiscalize`)
    expect([status, body.code]).toEqual([409, 'receipt.not_fiscalizable'])
    expect(asked(provider_id)).toBe(0)
    expect(await state(id)).toBe('created')
  })

  test('that Checkbox refuses is told in its words, and the receipt waits for a person as before', async () => {
    const { id } = await aFailed()
    const refusal = { message: 'Підпис касира досі недійсний', code: 'ettn.sign' }
    fiscal.faults.arm({ operation: 'fiscalize_manually', fault: { kind: 'status', status: 400, body: refusal } })
    const { status, body } = await ask(`/receipts/${id}/fiscalize`)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(body.detail).toContain('Підпис касира досі недійсний')
    expect(await state(id)).toBe('attention')
  })

  test('three clicks at once are one call, and one receipt', async () => {
    const { id, provider_id } = await aFailed()
    const person = await hand.person()
    const answers = await Promise.all([1, 2, 3].map(() => person.post(`/receipts/${id}/fiscalize`)))
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409, 409])
    expect(asked(provider_id)).toBe(1)
    expect(await state(id)).toBe('fiscalized')
  })

  test('a click while the answer to an earlier one is not known makes no second call; later it does', async () => {
    const { id, provider_id } = await aFailed()
    fiscal.faults.arm({ operation: 'fiscalize_manually', fault: { kind: 'reset_before_answer' } })
    expect((await ask(`/receipts/${id}/fiscalize`)).status).toBe(200)
    const again = await ask(`/receipts/${id}/fiscalize`)
    expect([again.status, again.body.code]).toEqual([409, 'receipt.being_fiscalized'])
    expect(asked(provider_id)).toBe(1)
    // The lease is by the clock of the database.
    await sql`update receipts set lease_until = clock_timestamp() - interval '1 second' where id = ${id}`.execute(
      shop.db,
    )
    expect((await ask(`/receipts/${id}/fiscalize`)).body.state).toBe('fiscalized')
    expect(asked(provider_id)).toBe(2)
  })

  test('a click after a refusal calls again at once', async () => {
    const { id, provider_id } = await aFailed()
    fiscal.faults.arm({
      operation: 'fiscalize_manually',
      fault: { kind: 'status', status: 400, body: { message: 'Ні' } },
    })
    expect((await ask(`/receipts/${id}/fiscalize`)).status).toBeGreaterThanOrEqual(400)
    expect((await ask(`/receipts/${id}/fiscalize`)).body.state).toBe('fiscalized')
    expect(asked(provider_id)).toBe(2)
  })
})
