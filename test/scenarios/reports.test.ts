import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import {
  reportMetrics,
  type AccountantReport,
  type CloseReport,
  type DifferencesReport,
  type ReportRows,
  type SummaryReport,
} from '#/contract/reports.ts'
import type { ReportCharts } from '#/contract/report-charts.ts'
import { usualPaymentLabel } from '#/contract/usual-payment-label.ts'
import { loggedIn } from '#/test/support/people.ts'
import { startMoneyDesk } from '#/test/support/money-desk.ts'

const desk = await startMoneyDesk()
const { cashier, kasyr } = desk
const otherRegister = await desk.addRegister({ name: 'Друга каса', license_key: 'test-other', pin: '2222' })

const today = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Kyiv' }).format(new Date())
const dayAgo = (days: number): string => new Date(Date.parse(today) - days * 86_400_000).toISOString().slice(0, 10)

/** A shop of forty days: every kind of thing that is counted happens on some day. */
async function fillShop(): Promise<void> {
  const states = ['fiscalized', 'fiscalized', 'created', 'cancelled', null, 'attention', 'failed'] as const
  for (let place = 0; place < 42; place += 1) {
    const days = place % 40
    const order = await desk.aPaidOrder(states[place % states.length] ?? null, 10_000 + place * 111)
    await sql`
      update parcels set status_code = ${place % 6 === 5 ? 102 : 9}, status_since = ${`${dayAgo(days)}T09:00:00Z`},
        paid = ${place % 6 !== 5}, received_at = ${place % 6 === 5 ? null : `${dayAgo(days)}T09:00:00Z`}
      where order_id = ${order.id}`.execute(kasyr.db)
    await sql`alter table receipts disable trigger hold_receipt`.execute(kasyr.db)
    await sql`
      update receipts set created_at = ${`${dayAgo(days)}T06:00:00Z`},
        fiscalized_at = case when state = 'fiscalized' then ${`${dayAgo(days)}T09:30:00Z`}::timestamptz end,
        returned_at = case when state = 'fiscalized' and ${place % 13 === 0} then ${`${dayAgo(days)}T12:00:00Z`}::timestamptz end,
        cash_register_id = ${place % 3 === 0 ? otherRegister : desk.registerId}
      where order_id = ${order.id}`.execute(kasyr.db)
    await sql`alter table receipts enable trigger hold_receipt`.execute(kasyr.db)
    if (place % 4 === 0)
      await desk.take(
        desk.aPayoutList(
          [{ ttn: order.ttn, accepted: 10_000 + place * 111 - (place % 8 === 4 ? 7 : 0), commission: 50 }],
          { day: dayAgo(days) },
        ),
      )
  }
  await desk.take(desk.aPayoutList([{ ttn: desk.aTtn(), accepted: 777, commission: 7 }], { day: dayAgo(3) }))
  for (const [place, sold] of [5_000, 0, 7_700].entries())
    await sql`
      insert into z_reports (id, cash_register_id, serial, shift_id, fiscal_code, closed_at, sell_count, return_count, payments, fetched_at)
      values (${`z-${place}`}, ${place === 2 ? otherRegister : desk.registerId}, ${place}, ${`shift-${place}`}, null,
        ${`${dayAgo(44 - (place % 2))}T20:00:00Z`}, 1, 0,
        ${JSON.stringify([{ label: usualPaymentLabel, sell_sum: sold, return_sum: 0 }])}::jsonb, now())`.execute(
      kasyr.db,
    )
}
await fillShop()

const whole = `from=${dayAgo(45)}&to=${today}`
const summary = async (query: string): Promise<SummaryReport> =>
  (await cashier.get<SummaryReport>(`/reports/summary?${query}`)).body

describe('the summary', () => {
  test.each(['day', 'week', 'month', 'all'])('by %s adds up to the same totals', async (step) => {
    const [all, stepped] = [await summary(`${whole}&step=all`), await summary(`${whole}&step=${step}`)]
    expect(stepped.total).toEqual(all.total)
    const additive = reportMetrics.filter((metric) => metric !== 'waiting')
    for (const metric of additive) {
      const sum = { count: 0, amount: 0 }
      for (const { figures } of stepped.rows) {
        sum.count += figures[metric].count
        sum.amount += figures[metric].amount
      }
      expect({ metric, ...sum }).toEqual({ metric, ...all.total[metric] })
    }
  })

  test('has something of everything in this shop', async () => {
    const { total } = await summary(`${whole}&step=all`)
    const empty = reportMetrics.filter((metric) => total[metric].count === 0)
    expect(empty).toEqual([])
  })

  test.each(reportMetrics)(
    '%s: the rows behind the number come to it, for every register and payee',
    async (metric) => {
      const report = await summary(`${whole}&step=all`)
      for (const { cash_register, payee, figures } of report.rows) {
        const filters = `cash_register_id=${cash_register?.id ?? 'none'}&payee_id=${payee?.id ?? 'none'}`
        const { body } = await cashier.get<ReportRows>(`/reports/rows?${whole}&${filters}&metric=${metric}&limit=200`)
        expect(body.total).toEqual(figures[metric])
        expect({
          count: body.items.length,
          amount: body.items.reduce((sum, { amount }) => sum + amount, 0),
        }).toEqual(figures[metric])
      }
    },
  )

  test('has at the end of every day what waited then', async () => {
    const { rows } = await summary(`${whole}&step=day`)
    const told = Map.groupBy(rows, ({ to }) => to)
    for (const days of [40, 33, 21, 20, 8, 1, 0]) {
      const { body } = await cashier.get<ReportRows>(
        `/reports/rows?${whole.replace(/to=.*/, `to=${dayAgo(days)}`)}&metric=waiting`,
      )
      const of = told.get(dayAgo(days)) ?? []
      expect({
        days,
        count: of.reduce((sum, { figures }) => sum + figures.waiting.count, 0),
        amount: of.reduce((sum, { figures }) => sum + figures.waiting.amount, 0),
      }).toEqual({ days, ...body.total })
    }
  })

  test('has the Z-reports of the shifts, and what they say beyond our own count', async () => {
    const { total, rows } = await summary(`from=${dayAgo(45)}&to=${dayAgo(42)}&step=day`)
    expect(total.z_report).toEqual({ count: 3, amount: 12_700 })
    expect(total.z_difference).toEqual({ count: 2, amount: 12_700 })
    const told = rows.map(({ from, cash_register, figures }) => [from, cash_register?.id, figures.z_report.amount])
    expect(told).toHaveLength(3)
    expect(told).toEqual(
      expect.arrayContaining([
        [dayAgo(44), desk.registerId, 5_000],
        [dayAgo(43), desk.registerId, 0],
        [dayAgo(44), otherRegister, 7_700],
      ]),
    )
  })

  test('agrees with plain SQL', async () => {
    const { total } = await summary(`${whole}&step=all`)
    const { rows } = await sql<Record<string, number>>`
      select (select sum(amount)::bigint from receipts where state = 'fiscalized') as fiscalized,
        (select sum(amount)::bigint from receipts where returned_at is not null) as returned,
        (select sum(accepted)::bigint from payout_lines) as accepted,
        (select sum(commission)::bigint from payouts) as commission,
        (select sum(transferred)::bigint from payouts) as transferred,
        (select sum(cod_amount)::bigint from orders where paid) as paid,
        (select sum(amount)::bigint from receipts where state not in ('fiscalized', 'cancelled', 'failed')) as waiting`.execute(
      kasyr.db,
    )
    const { fiscalized, returned, accepted, commission, transferred, paid, waiting } = total
    const sums = { fiscalized, returned, accepted, commission, transferred, paid, waiting }
    expect(Object.fromEntries(Object.entries(sums).map(([name, { amount }]) => [name, amount]))).toEqual(rows[0])
  })

  test('as CSV has the same sums as on screen', async () => {
    const { total } = await summary(`${whole}&step=month`)
    const { text, headers } = await cashier.get(`/reports/summary?${whole}&step=month&format=csv`)
    expect(headers.get('content-disposition')).toContain('pidsumok')
    const lines = text
      .trim()
      .split('\r\n')
      .map((line) => line.replaceAll('"', '').split(';'))
    const last = lines.at(-1) ?? []
    const column = (lines[0] ?? []).indexOf('Фіскалізовано, грн')
    expect(last[column]).toBe((total.fiscalized.amount / 100).toFixed(2).replace('.', ','))
  })

  test('as XLSX is a spreadsheet, and the audit log says who took it', async () => {
    const { status, headers } = await cashier.get(`/reports/summary?${whole}&step=month&format=xlsx`)
    expect([status, headers.get('content-type')]).toEqual([200, expect.stringContaining('spreadsheetml')])
    const { rows } = await sql<{ details: unknown }>`
      select details from audit_log where action = 'report.exported' and details ->> 'format' = 'xlsx'`.execute(
      kasyr.db,
    )
    expect(rows).toHaveLength(1)
  })

  test.each([
    ['an end before its beginning', 'from=2026-03-02&to=2026-03-01'],
    ['six years', 'from=2020-01-01&to=2026-03-01&step=month'],
    ['two years of days', 'from=2024-01-01&to=2026-01-01'],
    ['no period', 'step=day'],
    ['a day that is none', 'from=2026-02-30&to=2026-03-01'],
  ])('refuses %s', async (_what, query) => {
    expect((await cashier.get(`/reports/summary?${query}`)).status).toBe(400)
  })
})

test('the accountant’s days add up to the payout lists and the receipts', async () => {
  const { body } = await cashier.get<AccountantReport>(`/reports/accountant?${whole}`)
  const { total } = await summary(`${whole}&step=all`)
  expect(body.total).toMatchObject({
    receipts: total.fiscalized.amount,
    returned: total.returned.amount,
    accepted: total.accepted.amount,
    commission: total.commission.amount,
    transferred: total.transferred.amount,
    income_by_receipts: total.fiscalized.amount - total.returned.amount,
    income_by_transfers: total.accepted.amount,
  })
  expect(body.rows.reduce((sum, { receipts }) => sum + receipts, 0)).toBe(body.total.receipts)
  expect(body.rows.every(({ accepted, commission, transferred }) => accepted - commission === transferred)).toBe(true)
})

test('the differences are what is open, and each says what differs', async () => {
  const { body } = await cashier.get<DifferencesReport>(`/reports/differences?${whole}`)
  const { rows } = await sql<{ count: number }>`select count(*) as count from payout_lines where is_open`.execute(
    kasyr.db,
  )
  expect(body.items.filter(({ kind }) => kind === 'line')).toHaveLength(rows[0]?.count ?? -1)
  expect(body.items.some(({ state }) => state === 'unknown_ttn')).toBe(true)
  expect(body.items.some(({ kind, state }) => kind === 'parcel' && state === 'late')).toBe(true)
  const { text } = await cashier.get(`/reports/differences?${whole}&format=csv`)
  expect(text.trim().split('\r\n')).toHaveLength(body.count + 1)
})

test('the charts show the same sums as the table', async () => {
  const { body } = await cashier.get<ReportCharts>(`/reports/pictures?${whole}`)
  const { total } = await summary(`${whole}&step=all`)
  const sum = (bars: readonly { count: number; amount: number }[]) => ({
    count: bars.reduce((all, { count }) => all + count, 0),
    amount: bars.reduce((all, { amount }) => all + amount, 0),
  })
  expect(body.days).toHaveLength(46)
  expect(sum(body.days.map(({ receipts }) => receipts))).toEqual(total.fiscalized)
  expect(sum(body.days.map(({ accepted }) => accepted))).toEqual(total.accepted)
  expect(sum(body.cash_registers)).toEqual(total.fiscalized)
  expect(sum(body.waiting)).toEqual(total.waiting)
  expect(body.weeks.reduce((all, { refused }) => all + refused, 0)).toBe(total.refused.count)
})

describe('the close of a day', () => {
  test('says what is not settled, oldest first', async () => {
    const { body } = await cashier.get<CloseReport>('/reports/close')
    expect(body).toMatchObject({ day: dayAgo(1), settled: false })
    expect(body.open.map(({ oldest }) => oldest)).toEqual(body.open.map(({ oldest }) => oldest).toSorted())
    expect(body.open.map(({ kind }) => kind)).toContain('transfer_unknown_ttn')
    expect(body.open.map(({ kind }) => kind)).toContain('received_without_receipt')
  })

  test('of a day before anything happened is settled', async () => {
    const { body } = await cashier.get<CloseReport>(`/reports/close?day=${dayAgo(90)}`)
    expect(body).toMatchObject({ day: dayAgo(90), settled: true, open: [] })
  })
})

test('an auditor reads and exports', async () => {
  const auditor = await loggedIn(kasyr, 'auditor')
  expect((await auditor.get(`/reports/summary?${whole}&step=month&format=xlsx`)).status).toBe(200)
  expect((await auditor.get(`/reports/accountant?${whole}&format=csv`)).status).toBe(200)
})
