import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { startShop } from '../support/shop.ts'

const { kasyr, client: auditor } = await startShop({ role: 'auditor' })
const linesIn = async (query: string) =>
  (await auditor.get(`/orders/export?format=csv${query}`)).text.trim().split('\n').slice(1)

test('more than 50 000 orders are refused with what to do, and a shorter time of them is given', async () => {
  await sql`
    insert into orders (id, crm_id, number, ordered_at, crm_status, recipient_name, recipient_phone, notes, goods, total, search, crm)
    select gen_random_uuid(), 'many-' || n, n::text,
      case when n = 1 then '2026-03-10T10:00:00Z'::timestamptz else '2025-01-01T10:00:00Z' end, '', '', '', '', '[]', 0, '', '{}'
    from generate_series(1, 50001) n`.execute(kasyr.db)
  expect((await auditor.get('/orders/export?format=csv&from=2025-01-01')).body).toMatchObject({
    code: 'order.export_too_large',
    detail: expect.stringContaining('50'),
  })
  expect(await linesIn('&from=2025-01-01&to=2025-01-01')).toHaveLength(50_000)
})
