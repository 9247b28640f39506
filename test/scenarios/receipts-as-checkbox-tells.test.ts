import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Receipt } from '#/contract/receipts.ts'
import { addressMarkOf } from '#/server/audit/chain/entry.ts'
import { recordAudit, theSystem } from '#/server/audit/record-audit.ts'
import { checkRegister } from '#/server/cash-registers/checking/check-register.ts'
import { newId } from '#/server/platform/random.ts'
import { mostPerPersonAndHour } from '#/server/receipts/settling/copy-rules.ts'
import { aUser, somePassword } from '#/test/support/people.ts'
import { aHandAt } from '#/test/support/hand-at-checkbox.ts'
import { startReceiptShop } from '#/test/support/receipts.ts'

const shop = await startReceiptShop()
const { app, fiscal, first, aReceipt, send, poll, row, state, creates } = shop
const hand = aHandAt(shop)

beforeEach(async () => {
  await shop.calm()
  fiscal.set({ copy_error: null })
})
afterEach(shop.assertSound)

const ask = async (path: string, body: unknown) => (await hand.person()).post<Receipt & { code?: string }>(path, body)

test('a receipt keeps what its fiscal receipt says: sum, page of the tax service, made offline or not', async () => {
  const { id, ttn } = await aReceipt()
  await send()
  fiscal.documents.payTtn(ttn)
  await shop.later(60)
  await poll()
  expect(await row(id)).toMatchObject({
    state: 'fiscalized',
    fiscal_amount: 120_000,
    tax_url: expect.stringMatching(/^https:/),
    is_created_offline: false,
    is_sent_dps: true,
    is_copy_undelivered: false,
  })
})

test('a copy that did not reach the buyer is told until one is sent', async () => {
  const { id, ttn } = await aReceipt()
  await send()
  fiscal.documents.payTtn(ttn, { status: 'DONE_WITHOUT_SMS' })
  await shop.later(60)
  await poll()
  expect(await row(id)).toMatchObject({ state: 'fiscalized', is_copy_undelivered: true })
  const { status } = await (await hand.person()).post(`/receipts/${id}/send-copy`, { phone: '380671112233' })
  expect(status).toBe(204)
  expect(await row(id)).toMatchObject({ is_copy_undelivered: false })
  await shop.later(60)
  await poll()
  expect(await row(id)).toMatchObject({ is_copy_undelivered: false })
})

test('a PIN that Checkbox does not take leaves receipts in the queue, saying why, and they go out once it is mended', async () => {
  const receipts = [await aReceipt(), await aReceipt()]
  fiscal.registers.change(first.license_key, { cashier: { pin: '515151' } })
  fiscal.tokens.expire()
  await send()
  await shop.pauseIsOver()
  await send()
  for (const { id, ttn } of receipts) {
    expect(await row(id)).toMatchObject({ state: 'queued', attempt: 0 })
    expect(await shop.problem(id)).toContain('PIN')
    expect(creates(ttn)).toHaveLength(0)
  }
  fiscal.registers.change(first.license_key, { cashier: { pin: first.pin } })
  await shop.later(120)
  await checkRegister(app, theSystem, first.id)
  await shop.pauseIsOver()
  await send()
  for (const { id, ttn } of receipts) {
    expect(await state(id)).toBe('created')
    expect(creates(ttn)).toHaveLength(1)
  }
})

describe('a copy for the buyer', () => {
  async function aFiscal() {
    const created = await shop.aCreated({ polled: true })
    fiscal.documents.pay(created.provider_id)
    await shop.later(60)
    await poll()
    await shop.later(60)
    await poll()
    return created
  }
  const copies = () => fiscal.documents.copies()

  test('is sent by e-mail or SMS, once each time it is asked for, and the audit says how', async () => {
    const { id } = await aFiscal()
    const { fiscal_receipt_id: receipt_id } = await row(id)
    const before = copies().length
    expect((await ask(`/receipts/${id}/send-copy`, { email: 'olena@example.com' })).status).toBe(204)
    await shop.later(60)
    expect((await ask(`/receipts/${id}/send-copy`, { phone: '380671112233' })).status).toBe(204)
    expect(copies().slice(before)).toMatchObject([
      { receipt_id, email: ['olena@example.com'] },
      { receipt_id, phone: '380671112233' },
    ])
    const sent = (await hand.auditOf(id)).filter(({ action }) => action === 'receipt.copy_sent')
    expect(sent).toMatchObject([{ details: { by: 'email' } }, { details: { by: 'sms' } }])
    expect(JSON.stringify(sent)).not.toContain('olena@example.com')
  })

  const auditOf = async (id: string) =>
    (await hand.auditOf(id)).filter(({ action }) => action.startsWith('receipt.copy_'))

  test('asked for twice at once is sent once, and the second is told how long to wait', async () => {
    const { id } = await aFiscal()
    const before = copies().length
    const person = await hand.person()
    const answers = await Promise.all(
      Array.from({ length: 4 }, () =>
        person.post<{ code: string }>(`/receipts/${id}/send-copy`, { phone: '380671112233' }),
      ),
    )
    expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['204', '429', '429', '429'])
    expect(copies()).toHaveLength(before + 1)
    const late = answers.find(({ status }) => status === 429)
    expect(late?.body.code).toBe('receipt.copy_too_often')
    expect(Number(late?.headers.get('retry-after'))).toBeGreaterThan(50)
    // Another address is no way around it.
    expect((await ask(`/receipts/${id}/send-copy`, { email: 'olena@example.com' })).status).toBe(429)
    await shop.later(60)
    expect((await ask(`/receipts/${id}/send-copy`, { email: 'olena@example.com' })).status).toBe(204)
  })

  test('is in the audit log before it leaves and after it, with as much of the address as proves it and no more', async () => {
    const { id } = await aFiscal()
    const { order_id } = await row(id)
    const order = await app.db
      .selectFrom('orders')
      .select('recipient_phone')
      .where('id', '=', order_id)
      .executeTakeFirstOrThrow()
    const own = `380${order.recipient_phone.replaceAll(/\D/g, '').slice(-9)}`
    expect((await ask(`/receipts/${id}/send-copy`, { phone: own })).status).toBe(204)
    await shop.later(60)
    expect((await ask(`/receipts/${id}/send-copy`, { email: 'Olena.K@example.com' })).status).toBe(204)
    await shop.later(60)
    expect((await ask(`/receipts/${id}/send-copy`, { email: 'olena.k@example.com' })).status).toBe(204)
    const entries = await auditOf(id)
    expect(entries).toMatchObject([
      { action: 'receipt.copy_asked', details: { by: 'sms', to: `…${own.slice(-4)}`, buyers_own: true } },
      { action: 'receipt.copy_sent', details: { by: 'sms', to: `…${own.slice(-4)}`, buyers_own: true } },
      { action: 'receipt.copy_asked', details: { by: 'email', to: 'O…@example.com', buyers_own: false } },
      { action: 'receipt.copy_sent', details: { by: 'email', to: 'O…@example.com' } },
      { action: 'receipt.copy_asked', details: { to: 'o…@example.com' } },
      { action: 'receipt.copy_sent', details: { to: 'o…@example.com' } },
    ])
    const marks = entries.map(({ details }) => JSON.stringify(details).match(/"to_mark":"(\w{32})"/)?.[1])
    const { secret } = app.audit.keys.writing
    expect(marks[0]).toBe(addressMarkOf(secret, own))
    // However it was typed, who asks for this address finds both.
    expect([marks[2], marks[4]]).toEqual([addressMarkOf(secret, 'olena.k@example.com'), marks[2]])
    expect(JSON.stringify(entries)).not.toContain(own.slice(3))
    expect(JSON.stringify(entries).toLowerCase()).not.toContain('olena')
  })

  test('that Checkbox plainly refuses stays in the audit log with its words, and may be tried again at once', async () => {
    const { id } = await aFiscal()
    fiscal.set({ copy_error: 'SMS для цієї каси не оплачено' })
    await ask(`/receipts/${id}/send-copy`, { phone: '380671112233' })
    expect(await auditOf(id)).toMatchObject([
      { action: 'receipt.copy_asked', details: { to: '…2233' } },
      {
        action: 'receipt.copy_failed',
        details: { to: '…2233', refused: true, reason: expect.stringContaining('не оплачено') },
      },
    ])
    fiscal.set({ copy_error: null })
    expect((await ask(`/receipts/${id}/send-copy`, { email: 'olena@example.com' })).status).toBe(204)
  })

  test('whose entry cannot be written is not sent', async () => {
    const { id } = await aFiscal()
    const before = copies().length
    const person = await hand.person()
    const { writingKey } = app.audit
    app.audit.writingKey = () => Promise.reject(new Error('no key'))
    const { status } = await person.post(`/receipts/${id}/send-copy`, { phone: '380671112233' })
    app.audit.writingKey = writingKey
    expect(status).toBe(500)
    expect(copies()).toHaveLength(before)
  })

  test('is asked for by one person no more than sixty times an hour', async () => {
    const { id } = await aFiscal()
    const { order_id } = await row(id)
    const user = await aUser(shop.kasyr)
    const person = await shop.kasyr.anonymous.logIn(user.login, somePassword)
    const details = { order_id, by: 'sms', asked: newId(), to: '…1', to_mark: 'x', buyers_own: false } as const
    await app.db.transaction().execute(async (tx) => {
      for (let count = 0; count < mostPerPersonAndHour; count += 1)
        await recordAudit(
          app,
          tx,
          { user, address: null },
          { action: 'receipt.copy_asked', subject: { type: 'receipt', id: newId() }, details },
        )
    })
    const before = copies().length
    const { status, headers } = await person.post(`/receipts/${id}/send-copy`, { phone: '380671112233' })
    expect(status).toBe(429)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(3500)
    expect(copies()).toHaveLength(before)
    expect((await ask(`/receipts/${id}/send-copy`, { phone: '380671112233' })).status).toBe(204)
  })

  test('that Checkbox refuses is told in its words', async () => {
    const { id } = await aFiscal()
    fiscal.set({ copy_error: 'SMS для цієї каси не оплачено' })
    const { status, text } = await ask(`/receipts/${id}/send-copy`, { phone: '380671112233' })
    expect(status).toBeGreaterThanOrEqual(400)
    expect(text).toContain('SMS для цієї каси не оплачено')
  })

  test('of a receipt that is not fiscal, to nobody, to two addresses or of no receipt is refused, and nothing is sent', async () => {
    const { id } = await shop.aCreated({ polled: true })
    const before = copies().length
    const early = await ask(`/receipts/${id}/send-copy`, { email: 'olena@example.com' })
    expect([early.status, early.body.code]).toEqual([409, 'receipt.not_fiscal_yet'])
    const fiscalOne = await aFiscal()
    for (const body of [
      {},
      { email: 'olena@example.com', phone: '380671112233' },
      { email: 'olena' },
      { phone: '067' },
    ])
      expect((await ask(`/receipts/${fiscalOne.id}/send-copy`, body)).status).toBe(400)
    const nobody = '00000000-0000-4000-8000-000000000000'
    expect((await ask(`/receipts/${nobody}/send-copy`, { email: 'olena@example.com' })).status).toBe(404)
    expect(copies()).toHaveLength(before)
  })
})
