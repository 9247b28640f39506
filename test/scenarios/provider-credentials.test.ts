import { beforeEach, describe, expect, test } from 'vitest'
import type { Receipt } from '#/contract/receipts.ts'
import { theSystem } from '#/server/audit/record-audit.ts'
import { checkRegister } from '#/server/cash-registers/checking/check-register.ts'
import { recheckRegisters } from '#/server/cash-registers/checking/recheck-registers.ts'
import { sealSecret } from '#/server/cash-registers/secrets/secrets.ts'
import { noteSecret } from '#/test/support/evidence.ts'
import { aHandAt } from '#/test/support/hand-at-checkbox.ts'
import { startReceiptShop } from '#/test/support/receipts.ts'

const shop = await startReceiptShop()
const { app, fiscal, first, db, anOrder, aReceipt, send, reconcile, sweep, poll, watch, row, state, creates } = shop
const hand = aHandAt(shop)
const solomiia = { pin: first.pin, login: 'cashier01', full_name: 'Лук’яненко Соломія Ігорівна' }
const ostap = { pin: '909090', login: 'ostap', full_name: 'Ґалаґан Остап Андрійович' }
noteSecret(ostap.pin)

/** The register signs in as this cashier from now on. That is refused while receipts are open, but restores and old versions did it. */
async function signInAs(cashier: typeof ostap): Promise<void> {
  fiscal.registers.change(first.license_key, { cashier })
  fiscal.tokens.expire()
  const pin = sealSecret(app, first.id, 'pin', cashier.pin)
  await db.updateTable('cash_registers').set({ pin, provider_scope: null }).where('id', '=', first.id).execute()
  await checkRegister(app, theSystem, first.id)
}

beforeEach(async () => {
  await shop.calm()
  fiscal.set({ document_scope: 'cashier' })
  await signInAs(solomiia)
})

async function aWhilePasses(): Promise<void> {
  for (let round = 0; round < 4; round += 1) {
    await shop.later(400)
    await reconcile()
    await poll()
    await watch()
    await send()
  }
}

test('with another cashier’s PIN, who sees nothing of it, nothing is cancelled and nothing sent again; with the old one all goes on', async () => {
  const waiting = await aReceipt()
  await send()
  const lost = await aReceipt()
  fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'reset_before_answer', effect: true } })
  await send()
  expect([await state(waiting.id), await state(lost.id)]).toEqual(['created', 'unknown'])
  await signInAs(ostap)
  await aWhilePasses()
  expect(await state(waiting.id)).toBe('created')
  expect(await shop.problem(waiting.id)).toContain('від іншої каси чи іншого касира')
  expect(['unknown', 'attention']).toContain(await state(lost.id))
  expect(await shop.problem(lost.id)).toContain('від іншої каси чи іншого касира')
  expect([creates(waiting.ttn).length, creates(lost.ttn).length]).toEqual([1, 1])

  await signInAs(solomiia)
  await aWhilePasses()
  expect([await state(waiting.id), await state(lost.id)]).toEqual(['created', 'created'])
  expect((await row(waiting.id)).problem).toBeNull()
  fiscal.documents.payTtn(waiting.ttn)
  await shop.later(60)
  await poll()
  expect(await state(waiting.id)).toBe('fiscalized')
  await shop.assertSound()
})

test('a cancel asked for with another cashier’s PIN is not taken for done', async () => {
  const { id, ttn } = await aReceipt()
  await send()
  await signInAs(ostap)
  await shop.wantCancelled(id)
  await shop.cancel()
  await aWhilePasses()
  expect(['cancel_unknown', 'attention']).toContain(await state(id))
  expect(fiscal.documents.live(ttn)).toHaveLength(1)
  await signInAs(solomiia)
  await aWhilePasses()
  await shop.cancel()
  await aWhilePasses()
  expect(await state(id)).toBe('cancelled')
  expect(fiscal.documents.live(ttn)).toEqual([])
})

test('a document that no receipt stands for is not taken for gone because another cashier does not see it', async () => {
  const { id: order_id, ttn } = await anOrder()
  const made = hand.made(ttn)
  await sweep()
  await signInAs(ostap)
  await shop.later(3600)
  await sweep()
  expect(await hand.incidents(made.id)).toMatchObject([{ settled_at: null }])
  const { status, body } = await (await hand.person()).post('/receipts', { order_id })
  expect([status, body.code]).toEqual([409, 'receipt.document_exists'])
  await signInAs(solomiia)
  fiscal.documents.deleteByHand(made.id)
  await sweep()
  expect(await hand.incidents(made.id)).toMatchObject([{ settled_at: expect.any(String) }])
})

test('a receipt that the present credentials can never prove is ended by a person with a reason', async () => {
  const lost = await aReceipt()
  fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'reset_before_answer' } })
  await send()
  await signInAs(ostap)
  await aWhilePasses()
  expect(await state(lost.id)).toBe('attention')
  const reason = 'У кабінеті старого касира чека немає'
  const { status, body } = await (await hand.person()).post<Receipt>(`/receipts/${lost.id}/give-up`, { reason })
  expect([status, body.state]).toEqual([200, 'failed'])
  expect(await shop.problem(lost.id)).toContain(reason)
  expect((await hand.auditOf(lost.id)).at(-1)).toMatchObject({ details: { event: 'given_up', reason } })
  const again = await (await hand.person()).post<Receipt>('/receipts', { order_id: lost.order_id })
  await send()
  expect(await state(again.body.id)).toBe('created')
})

describe('a cashier is known by the id of Checkbox', () => {
  const married = { ...solomiia, full_name: 'Ґалаґан Соломія Ігорівна' }
  const namesake = { ...solomiia, login: 'made-anew' }

  test('under a new surname a document removed in the cabinet, and one that Касир removes, end as before', async () => {
    const [byHand, byUs] = [await shop.aCreated(), await shop.aCreated()]
    await signInAs(married)
    fiscal.documents.deleteByHand(byHand.provider_id)
    await shop.wantCancelled(byUs.id)
    await shop.cancel()
    await aWhilePasses()
    expect([await state(byHand.id), await state(byUs.id)]).toEqual(['cancelled', 'cancelled'])
    await shop.assertSound()
  })

  test('a namesake who sees none of the documents proves nothing about them', async () => {
    const { id, ttn } = await shop.aCreated()
    await signInAs(namesake)
    await aWhilePasses()
    expect(await state(id)).toBe('created')
    expect(fiscal.documents.live(ttn)).toHaveLength(1)
  })

  test('a register that was registered anew under another fiscal number proves nothing either', async () => {
    const { id } = await shop.aCreated()
    fiscal.registers.change(first.license_key, { fiscal_number: '4000999123', cashier: namesake })
    fiscal.tokens.expire()
    await checkRegister(app, theSystem, first.id)
    await aWhilePasses()
    expect(await state(id)).toBe('created')
    fiscal.registers.change(first.license_key, { fiscal_number: first.fiscal_number, cashier: solomiia })
  })
})

describe('a receipt whose document was known', () => {
  const reason = 'У кабінеті старого касира чек видалено'
  const giveUp = async (id: string) =>
    (await hand.person()).post<Receipt & { code?: string }>(`/receipts/${id}/give-up`, { reason })

  /** Cancelled here, and whether it was removed cannot be seen. */
  async function aBlindRemoval() {
    const receipt = await shop.aCreated({ polled: true })
    await signInAs(ostap)
    await shop.wantCancelled(receipt.id)
    await shop.cancel()
    for (let round = 0; round < 10 && (await state(receipt.id)) !== 'attention'; round += 1) {
      await shop.later(400)
      await reconcile()
      await watch()
    }
    expect(await state(receipt.id)).toBe('attention')
    return receipt
  }

  test('and cannot be seen any more is ended by a person with a reason, and the order gets a new one', async () => {
    const { id, order_id, provider_id } = await aBlindRemoval()
    fiscal.documents.deleteByHand(provider_id)
    const { status, body } = await giveUp(id)
    expect([status, body.state]).toEqual([200, 'cancelled'])
    expect((await hand.auditOf(id)).at(-1)).toMatchObject({ details: { event: 'given_up', reason } })
    const again = await (await hand.person()).post<Receipt>('/receipts', { order_id })
    expect(again.status).toBe(202)
    await send()
    expect(await state(again.body.id)).toBe('created')
    await shop.assertSound()
  })

  test('and that was given up by mistake is shown to people as soon as it is seen', async () => {
    const { id, order_id, provider_id } = await aBlindRemoval()
    expect((await giveUp(id)).status).toBe(200)
    await signInAs(solomiia)
    await sweep()
    expect((await hand.orphans()).map((orphan) => orphan.provider_id)).toContain(provider_id)
    const again = await hand.ask('/receipts', { order_id })
    expect([again.status, again.body.code]).toEqual([409, 'receipt.document_exists'])
  })

  test('and is seen alive cannot be given up', async () => {
    const { id, provider_id } = await aBlindRemoval()
    await signInAs(solomiia)
    const { status, body } = await giveUp(id)
    expect([status, body.code]).toEqual([409, 'receipt.document_found'])
    expect(await row(id)).toMatchObject({ state: 'created', provider_id })
  })
})

test('what was sent before scopes knew ids goes on after the upgrade, and other cashiers prove nothing of it', async () => {
  const { id, provider_id } = await shop.aCreated({ polled: true })
  const scope = (await row(id)).provider_scope ?? ''
  const byName = `${first.fiscal_number}/${solomiia.full_name}`
  await db.updateTable('cash_registers').set({ provider_scope: byName }).where('id', '=', first.id).execute()
  await db.updateTable('receipts').set({ provider_scope: byName }).where('id', '=', id).execute()
  await db.updateTable('provider_documents').set({ scope: byName }).where('provider_id', '=', provider_id).execute()
  await db.updateTable('provider_pictures').set({ scope: byName }).where('cash_register_id', '=', first.id).execute()
  await poll()
  expect(await row(id)).toMatchObject({ state: 'created', problem: null })
  await recheckRegisters(app)
  expect(await row(id)).toMatchObject({ provider_scope: scope })
  expect(
    await db.selectFrom('provider_documents').select('scope').where('provider_id', '=', provider_id).execute(),
  ).toEqual([{ scope }])
  expect(
    await db.selectFrom('provider_pictures').select('scope').where('cash_register_id', '=', first.id).execute(),
  ).toEqual([{ scope }])
  fiscal.documents.deleteByHand(provider_id)
  await aWhilePasses()
  expect(await state(id)).toBe('cancelled')
})

test('a colleague’s document that only the list shows stops a receipt, however old it is, and is gone once the list does not show it', async () => {
  fiscal.set({ list_scope: 'all' })
  const { id: order_id, ttn } = await anOrder()
  await signInAs(ostap)
  const made = hand.made(ttn)
  await signInAs(solomiia)
  await sweep()
  await shop.later(20 * 86_400)
  const refused = await hand.ask('/receipts', { order_id })
  expect(refused.body.code).toBe('receipt.document_exists')
  fiscal.documents.deleteByHand(made.id)
  expect((await hand.ask('/receipts', { order_id })).status).toBe(202)
  await send()
  expect(creates(ttn)).toHaveLength(1)
  fiscal.set({ list_scope: 'register' })
})

test('a cancel by a cashier who only sees the document in the list is not believed, and it goes on once the first one signs in', async () => {
  const { id, ttn } = await aReceipt()
  await send()
  fiscal.set({ list_scope: 'all' })
  await signInAs(ostap)
  await shop.wantCancelled(id)
  await shop.cancel()
  await aWhilePasses()
  expect([await state(id), fiscal.documents.live(ttn).length]).toEqual(['created', 1])
  await signInAs(solomiia)
  await aWhilePasses()
  await shop.cancel()
  await aWhilePasses()
  expect([await state(id), fiscal.documents.live(ttn).length]).toEqual(['cancelled', 0])
  fiscal.set({ list_scope: 'register' })
})
