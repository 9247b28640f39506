import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { DifferencesReport, ReportRows, SummaryReport } from '#/contract/reports.ts'
import { startMoneyDesk } from '#/test/support/money-desk.ts'

const desk = await startMoneyDesk()
const { cashier, kasyr } = desk

const period = 'from=2026-10-01&to=2026-11-30'

async function aPaidParcel(state: 'fiscalized' | null, amount: number): Promise<string> {
  const { id, ttn } = await desk.aPaidOrder(state, amount)
  await sql`
    update parcels set status_code = 9, paid = true, received_at = '2026-11-01T10:00:00Z', paid_at = '2026-11-01T10:00:00Z'
    where order_id = ${id}`.execute(kasyr.db)
  return ttn
}

async function told() {
  const { body: summary } = await cashier.get<SummaryReport>(`/reports/summary?${period}&step=all`)
  const { body: rows } = await cashier.get<ReportRows>(`/reports/rows?${period}&metric=no_receipt`)
  const { body: differences } = await cashier.get<DifferencesReport>(`/reports/differences?${period}&open=true`)
  const { paid, no_receipt, late } = summary.total
  return {
    paid,
    no_receipt,
    late,
    behind: rows.items.map(({ ttn }) => ttn),
    differences: differences.items.map(({ ttn, state }) => [ttn, state]),
  }
}

test('a shop without payout lists still sees what was paid and what has no receipt, before the first and after the last', async () => {
  await aPaidParcel('fiscalized', 30_000)
  const ttn = await aPaidParcel(null, 20_000)
  const expected = {
    paid: { count: 2, amount: 50_000 },
    no_receipt: { count: 1, amount: 20_000 },
    late: { count: 0, amount: 0 },
    behind: [ttn],
    differences: [[ttn, 'no_receipt']],
  }
  expect(await told()).toEqual(expected)

  const payout = await desk.take(desk.aPayoutList([{ ttn: desk.aTtn(), accepted: 500, commission: 5 }]))
  expect(await told()).toMatchObject({ paid: expected.paid, no_receipt: expected.no_receipt, behind: [ttn] })

  expect((await cashier.delete(`/money/registers/${payout.id}`)).status).toBe(204)
  const later = await aPaidParcel(null, 7_000)
  expect(await told()).toEqual({
    paid: { count: 3, amount: 57_000 },
    no_receipt: { count: 2, amount: 27_000 },
    late: { count: 0, amount: 0 },
    behind: expect.arrayContaining([ttn, later]),
    differences: expect.arrayContaining([
      [ttn, 'no_receipt'],
      [later, 'no_receipt'],
    ]),
  })
})
