import { describe, expect, test } from 'vitest'
import type { AuditItem } from '#/contract/audit.ts'
import { formatMoney } from '#/contract/money.ts'
import type { OrderList } from '#/contract/orders.ts'
import { type Receipt } from '#/contract/receipts.ts'
import { deadStates, receiptStates } from '#/contract/receipt-states.ts'
import { plainWords } from '#/dashboard/pages/audit/audit-pieces.ts'
import { auditSentence } from '#/dashboard/pages/audit/audit-words.ts'
import { startReceiptDesk, wayTo } from '../support/receipt-desk.ts'

const desk = await startReceiptDesk()
const { kasyr, cashier } = desk

describe('a cashier asks for a receipt', () => {
  test('and its sending is ordered in the same breath', async () => {
    const order_id = await desk.order()
    expect(await desk.jobsOf(() => desk.receipt(order_id))).toEqual(['receipts.send'])
  })

  test('and it is queued, frozen, told and noted, with nothing sent', async () => {
    const order_id = await desk.order()
    const { status, body } = await desk.ask(order_id)
    expect(status).toBe(202)
    expect(body).toMatchObject({
      order_id,
      kind: 'ettn',
      state: 'queued',
      amount: 120_000,
      prepayment: null,
      is_test: true,
      attempt: 0,
      cancel_requested: false,
      provider_id: null,
      problem: null,
      cash_register: { id: desk.registerId },
      created_by: { login: expect.stringMatching(/^cashier/) },
    })
    const row = await desk.rowOf(body.id)
    expect(JSON.parse(row.request)).toMatchObject({
      receipt_body: { payments: [{ type: 'ETTN', value: 120_000, ettn: body.ttn }], rounding: false },
    })
    expect(row.shown).toMatchObject({ total: 120_000, goods: [{ name: 'Чохол' }] })
    const audit = await kasyr.db
      .selectFrom('audit_log')
      .select(['action', 'actor_login', 'details'])
      .where('subject_id', '=', body.id)
      .execute()
    expect(audit).toEqual([
      {
        action: 'receipt.requested',
        actor_login: body.created_by?.login,
        details: { order_id, kind: 'ettn', amount: 120_000, ttn: body.ttn, batch_id: null },
      },
    ])
    const told = await kasyr.db
      .selectFrom('events')
      .select('type')
      .where('subject_id', 'in', [body.id, order_id])
      .orderBy('type')
      .execute()
    expect(told.map(({ type }) => type)).toEqual(expect.arrayContaining(['order', 'receipt']))
  })

  test('and the audit log tells the number of its order and its sum, also where the entry itself names neither', async () => {
    const order_id = await desk.order()
    const { id } = await desk.receipt(order_id)
    await cashier.post(`/receipts/${id}/cancel`)
    const { number } = await kasyr.db
      .selectFrom('orders')
      .select('number')
      .where('id', '=', order_id)
      .executeTakeFirstOrThrow()
    const admin = await kasyr.anonymous.logIn('admin', kasyr.adminPassword)
    const { body } = await admin.get<{ items: AuditItem[] }>(`/audit?subject=${id}`)
    const told = { order: { id: order_id, number }, receipt: { kind: 'ettn', amount: 120_000 } }
    expect(body.items).toMatchObject([
      { action: 'receipt.moved', ...told },
      { action: 'receipt.requested', ...told },
    ])
    expect(body.items.map((item) => plainWords(auditSentence(item)))).toEqual([
      `Чек на\u00a0${formatMoney(120_000)} за\u00a0замовлення №\u00a0${number} скасовано до надсилання`,
      expect.stringMatching(new RegExp(`^Чек на.+ за\u00a0замовлення №\u00a0${number}, ТТН.+, поставлено в чергу$`)),
    ])
  })

  test('and the order shows it, in the tab of those that have one', async () => {
    const order_id = await desk.order()
    const { id } = await desk.receipt(order_id)
    expect(await desk.readOrder(order_id)).toMatchObject({
      tab: 'has_receipt',
      receipt: {
        id,
        state: 'queued',
        amount: 120_000,
        prepayment: null,
        is_test: true,
        cancel_requested: false,
        fiscal_code: null,
        fiscalized_at: null,
        returned_at: null,
        receipt_url: null,
        problem: null,
      },
    })
    const { items } = (await cashier.get<OrderList>('/orders?tab=has_receipt')).body
    expect(items.find((item) => item.id === order_id)?.receipt?.id).toBe(id)
  })

  test.each(receiptStates)(
    'and while it is %s the order is held exactly as long as a document may exist',
    async (state) => {
      const order_id = await desk.order()
      const { id } = await desk.receipt(order_id)
      await desk.drive(id, ...wayTo(state))
      const isDead = deadStates.some((dead) => dead === state)
      const edited = await cashier.patch(`/orders/${order_id}`, { notes: 'зателефонувати' })
      expect([edited.status, edited.body.code]).toEqual(isDead ? [200, undefined] : [409, 'order.has_receipt'])
      const second = await desk.ask(order_id)
      expect(second.status).toBe(isDead ? 202 : 409)
      const { tab, receipt } = await desk.readOrder(order_id)
      expect(tab).toBe('has_receipt')
      expect(receipt?.id).toBe(isDead ? second.body.id : id)
      const hidden = await cashier.delete(`/orders/${order_id}`)
      expect([hidden.status, hidden.body?.code]).toEqual([409, 'order.has_receipt'])
    },
  )

  test('and an order whose receipt failed shows why, may be changed and hidden', async () => {
    const order_id = await desk.order()
    const { id } = await desk.receipt(order_id)
    await desk.drive(id, ...wayTo('failed'))
    expect(await desk.readOrder(order_id)).toMatchObject({
      tab: 'no_receipt',
      receipt: { id, state: 'failed', problem: { detail: 'Так сказав Checkbox.' } },
    })
    expect((await cashier.delete(`/orders/${order_id}`)).status).toBe(204)
  })
})

describe('a prepayment', () => {
  test('makes two receipts in a chain and is shown inside the one for the rest', async () => {
    const { rest, prepayment_id } = await desk.chain()
    expect(rest).toMatchObject({
      kind: 'ettn',
      amount: 90_000,
      prepayment: { amount: 30_000, payment: 'cashless', state: 'queued', fiscal_code: null, receipt_url: null },
    })
    expect(await desk.read(prepayment_id)).toMatchObject({ kind: 'prepayment', amount: 30_000, prepayment: null })
    expect((await desk.readOrder(rest.order_id)).receipt).toMatchObject({ id: rest.id, prepayment: { amount: 30_000 } })
    const [advance, remainder] = [await desk.rowOf(prepayment_id), await desk.rowOf(rest.id)]
    expect(JSON.parse(advance.request)).toMatchObject({ id: prepayment_id, custom_relation_id: advance.relation_id })
    expect(remainder.relation_id).toBe(advance.relation_id)
  })

  test.each([
    ['as large as the total', 120_000, 422, 'receipt.prepayment_too_large'],
    ['that leaves another sum than the waybill asks for', 30_001, 422, 'receipt.sum_mismatch'],
    ['of nothing', 0, 400, 'request.invalid'],
  ])('%s is refused', async (_what, amount, status, code) => {
    const order_id = await desk.order({}, { cod_amount: 90_000 })
    const answer = await cashier.post('/receipts/prepayment', { order_id, amount, payment: 'cash' })
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(await desk.receiptsOf(order_id)).toEqual([])
  })
})

describe('receipts are read', () => {
  test('newest first, by page, state, register and day', async () => {
    const registerId = await desk.addRegister()
    const ids = await desk.orders(5, {}, { cash_register_id: registerId })
    const made: Receipt[] = []
    for (const id of ids) made.push(await desk.receipt(id))
    const newest = made.toReversed().map(({ id }) => id)
    const first = (await cashier.get<Page>(`/receipts?cash_register_id=${registerId}&limit=3`)).body
    const second = (
      await cashier.get<Page>(`/receipts?cash_register_id=${registerId}&limit=3&cursor=${first.next_cursor}`)
    ).body
    expect([...first.items, ...second.items].map(({ id }) => id)).toEqual(newest)
    expect(second.next_cursor).toBeNull()
    await desk.drive(newest[2] ?? '', ...wayTo('attention'))
    const { items } = (await cashier.get<Page>(`/receipts?cash_register_id=${registerId}&state=attention`)).body
    expect(items.map(({ id }) => id)).toEqual([newest[2]])
    const day = new Intl.DateTimeFormat('sv', { timeZone: 'Europe/Kyiv' }).format(kasyr.app.clock.now())
    const today = (await cashier.get<Page>(`/receipts?cash_register_id=${registerId}&from=${day}&to=${day}`)).body
    expect(today.items).toHaveLength(5)
    expect((await cashier.get<Page>(`/receipts?cash_register_id=${registerId}&to=2020-01-01`)).body.items).toEqual([])
  })

  test('one of them with its whole history in words, and the order tells the same', async () => {
    const order_id = await desk.order()
    const { id } = await desk.receipt(order_id)
    await desk.drive(id, ...wayTo('unknown'), { type: 'look_up_failed' })
    await cashier.post(`/receipts/${id}/cancel`)
    const { events } = (await cashier.get<{ events: Told[] }>(`/receipts/${id}`)).body
    expect(events.map(({ text, state }) => [text, state])).toEqual([
      ['Чек поставлено в чергу', 'queued'],
      ['Чек надсилається в Checkbox', 'sending'],
      ['Певної відповіді від Checkbox немає, перевіряємо, чи чек з’явився. Так сказав Checkbox.', 'unknown'],
      ['Checkbox не відповів, що з чеком, спитаємо пізніше', 'unknown'],
      ['Запит на скасування прийнято: чек буде скасовано, щойно Checkbox підтвердить стан чека', 'unknown'],
    ])
    expect(events.map(({ actor }) => actor !== null)).toEqual([true, false, false, false, true])
    const { items } = (await cashier.get<{ items: Told[] }>(`/orders/${order_id}/history`)).body
    // A look that found nothing out is not worth a line of the order.
    const shown = events.filter(({ text }) => !text.includes('не відповів'))
    expect(items.slice(0, -1).map(({ text }) => text)).toEqual(shown.map(({ text }) => text).toReversed())
  })

  test('and one that is not there is not found', async () => {
    for (const path of ['', '/cancel', '/recheck']) {
      const nobody = `/receipts/00000000-0000-4000-8000-000000000000${path}`
      const { status, body } = path === '' ? await cashier.get(nobody) : await cashier.post(nobody)
      expect([status, body.code]).toEqual([404, 'receipt.not_found'])
    }
  })
})

interface Page {
  items: Receipt[]
  next_cursor: string | null
}
interface Told {
  text: string
  state: string
  actor: unknown
}
