import { sql } from 'kysely'
import { cashLabel, cashlessLabels } from '#/contract/prepayment-labels.ts'
import { theSystem } from '#/server/audit/record-audit.ts'
import { addRegister } from '#/server/cash-registers/changing/add-register.ts'
import { findRegisterCredentials } from '#/server/cash-registers/secrets/find-register-credentials.ts'
import { findRegisterForReceipts } from '#/server/cash-registers/reading/register-for-receipts.ts'
import { faultyTtn } from '#/server/integrations/fiscal/stub/faults.ts'
import { newId } from '#/server/platform/random.ts'
import { bulkCreate } from '#/server/receipts/creating/bulk-create.ts'
import { createReceipt } from '#/server/receipts/creating/create-receipt.ts'
import { pollReceipts } from '#/server/receipts/lookup/poll-receipts.ts'
import { moveReceipt } from '#/server/receipts/machine/move-receipt.ts'
import { findReceiptRow } from '#/server/receipts/machine/store.ts'
import { aCrmOrder } from '../support/orders.ts'
import { aRegister } from '../support/registers.ts'
import { bring, type ScriptedCrm } from '../support/scripted-crm.ts'
import type { TestApp } from '../support/test-app.ts'
import type { Operation } from './operations.ts'
import type { Plan } from './requests.ts'

/**
 * A receipt needs an order whose parcel is paid on delivery and a register that works, and some of its calls want it in a
 * state no other call leads to. What a case names is made right before it is sent.
 */
export function groundForReceipts(kasyr: TestApp, crm: ScriptedCrm) {
  const { app, db } = kasyr
  let registerId: string | null = null
  let faulty = 0

  /** Cases switch registers off and change their secrets; then another one is needed. */
  async function aWorkingRegister(): Promise<string> {
    const known = registerId
    if (known !== null) {
      const found = await db.transaction().execute((tx) => findRegisterForReceipts(app, tx, known).catch(() => null))
      if (found?.why_not === null && found.is_test !== null) return known
    }
    const { id } = await addRegister(app, { ...theSystem, password_age_seconds: 0 }, aRegister())
    registerId = id
    return id
  }

  /** Paid on delivery but for what is paid already. */
  async function anOrder(prepaid = 0, named: { ttn?: string } = {}): Promise<string> {
    const total = 120_000 + prepaid
    const goods = [{ code: 'SKU-101', name: 'Чохол', price: total, quantity: 1000, discount: 0 }]
    const made = aCrmOrder({ goods, total, ...named })
    await bring(app, crm, [made])
    const { rows } = await sql<{ order_id: string }>`
      update parcels set own = true, status_code = 5, cod_kind = 'payment_control', cod_amount = 120000, cash_register_id = ${await aWorkingRegister()}
      from orders where orders.id = parcels.order_id and orders.crm_id = ${made.crm_id} returning order_id`.execute(db)
    return rows[0]?.order_id ?? ''
  }

  async function aReceiptInAttention(): Promise<string> {
    const id = await createReceipt(app, theSystem, await anOrder())
    const problem = { code: 'fiscal.failed', detail: 'Немає відповіді.' }
    await moveReceipt(app, id, { event: { type: 'claimed' } })
    await moveReceipt(app, id, { event: { type: 'sent_ambiguous', attempt: 1, problem } })
    await moveReceipt(app, id, { event: { type: 'silent_too_long', problem } })
    return id
  }

  /** Nothing of what was sent can appear any more, so a person may give it up. */
  async function aReceiptToGiveUp(): Promise<string> {
    const id = await aReceiptInAttention()
    await sql`update receipts set quiet_after = now() - interval '1 hour' where id = ${id}`.execute(db)
    return id
  }

  /** The parcel is paid for, and the provider has made what it could of that. */
  async function aPaidReceipt(named: { ttn?: string }): Promise<string> {
    const order = await anOrder(0, named)
    const id = await createReceipt(app, theSystem, order)
    const provider_id = await aDocument(id)
    await moveReceipt(app, id, { event: { type: 'claimed' } })
    await moveReceipt(app, id, { event: { type: 'sent_positive', attempt: 1, provider_id } })
    await sql`update parcels set paid = true, status_code = 9 where order_id = ${order}`.execute(db)
    await pollReceipts(app)
    return id
  }

  /** The carrier takes another sum by now than the receipt says. */
  async function aReceiptOfAnotherSum(): Promise<string> {
    const order = await anOrder()
    const id = await createReceipt(app, theSystem, order)
    await sql`update parcels set cod_amount = 100000 where order_id = ${order}`.execute(db)
    return id
  }

  /** A document that turned up when its receipt was given up. */
  async function anOrphan(): Promise<Record<string, string>> {
    const [provider_id, order_id] = [newId(), await anOrder()]
    const id = await createReceipt(app, theSystem, order_id)
    await moveReceipt(app, id, { event: { type: 'cancel_asked' } })
    await moveReceipt(app, id, { event: { type: 'sent_positive', attempt: 1, provider_id } })
    return { '{provider_id}': provider_id, order_id }
  }

  /** What the provider has of a receipt. */
  async function aDocument(receiptId: string): Promise<string> {
    const row = await findReceiptRow(db, receiptId)
    const found = row && (await findRegisterCredentials(app, row.cash_register_id))
    if (!row || !found?.ok) throw new Error('the register of the receipt has no credentials')
    const permit = { permit: { leftMs: () => 60_000 }, timeoutMs: 30_000 }
    const outcome = await app
      .ettn(row.is_test)
      .create(found.credentials, { kind: row.document_kind, body: row.request, ...permit })
    return outcome.kind === 'positive' ? outcome.document.id : ''
  }

  /** What the case may name, if it is one of receipts. */
  return async ({ path }: Operation, plan: Plan): Promise<Record<string, string>> => {
    if (!path.startsWith('/api/v1/receipts')) return {}
    if (path.includes('/batches/{id}')) {
      const { answer } = await bulkCreate(app, theSystem, { order_ids: [await anOrder()] }, undefined)
      return { '{id}': answer.batch_id }
    }
    if (path.includes('{provider_id}')) return anOrphan()
    if (/\/(recheck|attach)$/.test(path)) {
      const id = await aReceiptInAttention()
      return { '{id}': id, provider_id: path.endsWith('attach') ? await aDocument(id) : '' }
    }
    if (path.endsWith('/give-up')) return { '{id}': await aReceiptToGiveUp() }
    if (path.endsWith('/send-copy')) return { '{id}': await aPaidReceipt({}) }
    if (path.endsWith('/fiscalize')) {
      faulty += 1
      return { '{id}': await aPaidReceipt({ ttn: faultyTtn('receipt_error', faulty) }) }
    }
    if (path.endsWith('/accept-sums'))
      return { '{id}': await aReceiptOfAnotherSum(), control: '100000', fiscal: 'null' }
    if (path.includes('{id}')) return { '{id}': await createReceipt(app, theSystem, await anOrder()) }
    return { order_id: await anOrder(prepaidOf(plan)), label: labelOf(plan) }
  }
}

function prepaidOf({ body }: Plan): number {
  const amount = body?.value instanceof Map ? body.value.get('amount') : null
  return typeof amount === 'number' && Number.isSafeInteger(amount) && amount > 0 && amount < 1e10 ? amount : 0
}

/** A closed list, by how the advance was paid. */
const labelOf = ({ body }: Plan): string =>
  body?.value instanceof Map && body.value.get('payment') === 'cash' ? cashLabel : cashlessLabels[0]
