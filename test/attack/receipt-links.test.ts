import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { OrderList } from '#/contract/orders.ts'
import { onlyReceiptUrl } from '#/server/integrations/fiscal/receipt-url.ts'
import { writeFiscalReceipt } from '#/server/receipts/machine/note-store.ts'
import { lockReceipt } from '#/server/receipts/machine/store.ts'
import { startReceiptDesk, wayTo } from '../support/receipt-desk.ts'

const desk = await startReceiptDesk()
const { db } = desk.kasyr
const genuine = 'https://check.checkbox.ua/0f4b8f2b-6f10-4a36-9a53-7c8f8a528b3f'
const hostile = [
  'javascript:alert(document.cookie)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'http://check.checkbox.ua/1',
  'https://check.checkbox.ua.evil.example/1',
  'https://check.checkbox.ua@evil.example/1',
  'https://evil.example/check.checkbox.ua/1',
  'https://check.checkbox.ua:8443/1',
  'https://checkxcheckbox.ua/1',
  'https://check.checkbox.ua/1?next=https://evil.example',
  'https://check.checkbox.ua/../1',
  'https://check.checkbox.ua/1\njavascript:alert(1)',
  ' https://check.checkbox.ua/1',
  'https://check.checkbox.ua/',
  '//check.checkbox.ua/1',
]

test.each(hostile)('%j is not taken for the page of a receipt', (url) => {
  expect(onlyReceiptUrl(url)).toBeNull()
})
test('the page of a receipt is', () => expect(onlyReceiptUrl(genuine)).toBe(genuine))

async function fiscal(): Promise<{ id: string; order_id: string; prepayment_id: string }> {
  const { rest, prepayment_id } = await desk.chain()
  await desk.drive(
    prepayment_id,
    { type: 'claimed' },
    { type: 'sent_positive', attempt: 1, provider_id: prepayment_id },
  )
  await desk.drive(prepayment_id, { type: 'found_fiscal', provider_id: prepayment_id })
  await desk.drive(rest.id, ...wayTo('fiscalized'))
  return { id: rest.id, order_id: rest.order_id, prepayment_id }
}

describe('a link the provider tells of', () => {
  const write = (id: string, receipt_url: string) =>
    db.transaction().execute(async (tx) => {
      const row = await lockReceipt(tx, id)
      if (!row) throw new Error('no such receipt')
      const told = { id: 'r1', status: 'done', fiscal_code: 'F1', fiscalized_at: null, amount: 1, error: null } as const
      const facts = {
        tax_url: null,
        is_created_offline: null,
        is_sent_dps: null,
        shift_id: null,
        payment_label: null,
      } as const
      return writeFiscalReceipt(tx, row, { ...told, ...facts, receipt_url })
    })

  test('is kept when it is theirs and dropped when it is not; the fiscal code is kept in any case', async () => {
    for (const [url, kept] of [
      [genuine, genuine],
      ['javascript:alert(1)', null],
    ] as const) {
      const { id } = await fiscal()
      expect(await write(id, url)).toBe(true)
      expect(await desk.rowOf(id)).toMatchObject({ receipt_url: kept, fiscal_code: 'F1' })
    }
  })
})

test('a link that stands in the database is served when it is the provider’s, by every way to read it', async () => {
  const { id, order_id, prepayment_id } = await fiscal()
  for (const [url, served] of [[genuine, genuine] as const, ...hostile.map((one) => [one, null] as const)]) {
    await sql`update receipts set receipt_url = ${url} where id in (${id}, ${prepayment_id})`.execute(db)
    const links = { receipt_url: served, prepayment: { receipt_url: served } }
    expect(await desk.read(id), url).toMatchObject(links)
    expect((await desk.readOrder(order_id)).receipt, url).toMatchObject(links)
    const byIds = await desk.cashier.get<OrderList>(`/orders/by-ids?ids=${order_id}`)
    expect(byIds.body.items[0]?.receipt, url).toMatchObject(links)
  }
  const { body } = await desk.cashier.get<OrderList>('/orders?tab=has_receipt')
  const listed = body.items.find((order) => order.id === order_id)
  expect(listed?.receipt).toMatchObject({ receipt_url: null, prepayment: { receipt_url: null } })
})
