import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Receipt } from '#/contract/receipts.ts'
import type { ShiftCount, ShiftCountList } from '#/contract/shift-counts.ts'
import { usualPaymentLabel } from '#/contract/usual-payment-label.ts'
import { shiftGauges } from '#/server/money/shifts/gauges.ts'
import { fetchZReports } from '#/server/money/shifts/fetch-z-reports.ts'
import { howOften } from '#/test/support/how-often.ts'
import { loggedIn } from '#/test/support/people.ts'
import { startReceiptShop } from '#/test/support/receipts.ts'
import { seededRandom } from '#/test/support/seeded-random.ts'

const shop = await startReceiptShop({ registers: ['Перша каса', 'Друга каса'] })
const { app, db, fiscal, first, registers, kasyr, aReceipt, send, poll, later } = shop
const { license_key } = first
const day = 24 * 3600

beforeEach(async () => {
  await shop.calm()
  fiscal.set({ shift_seconds: 0, list_scope: 'register' })
  // Every test has a shift of its own, and nothing is told of those before.
  await later(8 * day)
  await db.deleteFrom('z_reports').execute()
})

/** Whoever asks has just logged in: the clock of the shop is moved by days. */
const ask = async <Body>(path: string) => (await loggedIn(kasyr, 'auditor')).get<Body>(path)
const shifts = async (query = ''): Promise<ShiftCount[]> =>
  (await ask<ShiftCountList>(`/money/shifts${query}`)).body.items

const goodsOf = (price: number) => [{ code: 'SKU-101', name: 'Чохол', price, quantity: 1000, discount: 0 }]

/** Receipts of parcels that were paid for, read to the last word. */
async function sold(...sums: number[]): Promise<string[]> {
  const ids: string[] = []
  for (const sum of sums) {
    const { id, ttn } = await aReceipt({ control: sum, order: { goods: goodsOf(sum), total: sum } })
    await send()
    fiscal.documents.payTtn(ttn)
    ids.push(id)
  }
  await later(10)
  await poll()
  await later(10)
  await poll()
  return ids
}

const byHand = (total_sum: number, label: string = usualPaymentLabel) =>
  fiscal.documents.createByHand({ ttn: shop.aTtn(), license_key, total_sum, label, status: 'DONE' })

/** The day ends, and with it the shift; the reports are asked for. */
async function close(): Promise<number> {
  await later(day)
  return fetchZReports(app)
}

async function moneyEvents(): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from events where type = 'money'`.execute(db)
  return rows[0]?.count ?? 0
}

async function lost(id: string): Promise<void> {
  const { fiscal_receipt_id } = await shop.row(id)
  fiscal.documents.leaveOutOfReports(fiscal_receipt_id ?? '')
}

describe('a shift', () => {
  test('at a register that only Касир uses is equal, to the kopiyka', async () => {
    await sold(120_000, 45_500)
    expect(await close()).toBe(1)
    const [shift, ...more] = await shifts()
    expect(more).toEqual([])
    expect(shift).toEqual({
      id: expect.any(String),
      cash_register: { id: first.id, name: 'Перша каса' },
      shift_id: expect.any(String),
      serial: expect.any(Number),
      fiscal_code: expect.stringMatching(/^Z/),
      closed_at: expect.stringMatching(/T(21:59|20:59):59\.000Z$/),
      sell_count: 2,
      return_count: 0,
      our_count: 2,
      our_sum: 165_500,
      z_sum: 165_500,
      state: 'equal',
      difference: 0,
      labels: [
        {
          label: usualPaymentLabel,
          z_sum: 165_500,
          z_returned: 0,
          our_count: 2,
          our_sum: 165_500,
          difference: 0,
          is_compared: true,
        },
      ],
    })
  })

  test('in which somebody made a receipt by hand says so, with its sum', async () => {
    await sold(120_000)
    byHand(30_050)
    byHand(700, 'Готівка')
    await close()
    expect(await shifts()).toMatchObject([
      { state: 'made_elsewhere', difference: 30_050, sell_count: 3, our_count: 1, z_sum: 150_050 },
    ])
    expect(await shifts('?only=equal')).toEqual([])
  })

  test('whose Z lacks a receipt of ours is an alarm, also when it has more than enough of others', async () => {
    const [, missed = ''] = await sold(120_000, 45_500)
    byHand(900_000, 'Готівка')
    await lost(missed)
    await close()
    const [alarm] = await shifts('?only=less_than_ours')
    expect(alarm).toMatchObject({ state: 'less_than_ours', difference: -45_500, our_sum: 165_500, z_sum: 120_000 })
    const [gauge] = shiftGauges(app)
    expect(await gauge?.read()).toBe(1)
  })

  test('has an advance and its rest under their own labels', async () => {
    const { id: order_id, ttn } = await shop.anOrder({ control: 90_000 })
    const asked = { order_id, amount: 30_000, payment: 'cashless' }
    const { status } = await (await loggedIn(kasyr)).post<Receipt>('/receipts/prepayment', asked)
    expect(status).toBe(202)
    await send()
    await later(10)
    await poll()
    await send()
    fiscal.documents.payTtn(ttn)
    await later(10)
    await poll()
    await later(10)
    await poll()
    await close()
    const [shift] = await shifts()
    expect(shift).toMatchObject({ state: 'equal', our_count: 2, our_sum: 120_000, z_sum: 120_000 })
    expect(shift?.labels.map(({ our_sum, z_sum }) => [our_sum, z_sum]).toSorted()).toEqual([
      [30_000, 30_000],
      [90_000, 90_000],
    ])
  })

  test('keeps what was sold in it after the money was given back in another one', async () => {
    const [id = ''] = await sold(120_000)
    await close()
    fiscal.documents.setStatus((await shop.row(id)).provider_id ?? '', 'RETURNED')
    await later(3600)
    await shop.sweep()
    await close()
    expect(await shifts()).toMatchObject([
      { state: 'equal', difference: 0, return_count: 1, our_count: 0 },
      { state: 'equal', difference: 0, return_count: 0, our_count: 1, our_sum: 120_000 },
    ])
  })

  test('with a receipt that was read before shifts were kept is unknown, and never an alarm', async () => {
    const [old = '', missed = ''] = await sold(120_000, 45_500)
    await lost(missed)
    await sql`update receipts set shift_id = null, payment_label = null where id = ${old}`.execute(db)
    await close()
    await sold(50_000)
    await close()
    expect(await shifts()).toMatchObject([
      { state: 'equal', difference: 0 },
      { state: 'unknown', difference: null },
    ])
    expect(await shifts('?only=less_than_ours&limit=200')).toEqual([])
  })

  test('with a receipt whose fiscal receipt was not read yet is unknown until it is', async () => {
    const { ttn } = await aReceipt()
    await send()
    fiscal.faults.arm({ operation: 'get_receipt', fault: { kind: 'status', status: 503, body: {} }, times: 'always' })
    fiscal.documents.payTtn(ttn)
    await later(10)
    await poll()
    await close()
    expect(await shifts()).toMatchObject([{ state: 'unknown' }])
    fiscal.faults.disarm()
    await later(120)
    await poll()
    expect(await shifts()).toMatchObject([{ state: 'equal', our_count: 1 }])
  })
})

describe('the reports', () => {
  test('that come twice stand there once, and announce nothing the second time', async () => {
    await sold(120_000)
    expect(await close()).toBe(1)
    const before = await shifts()
    const told = await moneyEvents()
    expect(await fetchZReports(app)).toBe(0)
    expect(await Promise.all([fetchZReports(app), fetchZReports(app)])).toEqual([0, 0])
    expect(await shifts()).toEqual(before)
    expect(await db.selectFrom('z_reports').select('id').execute()).toHaveLength(1)
    expect(await moneyEvents()).toBe(told)
  })

  test('of a provider that is down change nothing, and the next run brings them', async () => {
    await sold(120_000)
    await close()
    await sold(45_500)
    const before = await shifts()
    fiscal.faults.arm({
      operation: 'search_reports',
      fault: { kind: 'status', status: 503, body: {} },
      times: 'always',
    })
    expect(await close()).toBe(0)
    expect(await shifts()).toEqual(before)
    fiscal.faults.disarm()
    fiscal.faults.arm({ operation: 'search_reports', fault: { kind: 'null_body' } })
    await later(3600)
    expect(await fetchZReports(app)).toBe(0)
    expect(await shifts()).toEqual(before)
    await later(30 * day)
    expect(await fetchZReports(app)).toBe(1)
    expect(await shifts()).toMatchObject([{ state: 'equal', our_sum: 45_500 }, { our_sum: 120_000 }])
  })

  test('are of their own register, also when the search gives those of all', async () => {
    const [, second] = registers
    await sold(120_000)
    fiscal.documents.createByHand({
      ttn: shop.aTtn(),
      license_key: second?.license_key ?? '',
      total_sum: 700,
      label: usualPaymentLabel,
      status: 'DONE',
    })
    fiscal.set({ list_scope: 'all' })
    expect(await close()).toBe(2)
    expect(await shifts(`?cash_register_id=${first.id}`)).toMatchObject([{ state: 'equal', our_sum: 120_000 }])
    expect(await shifts(`?cash_register_id=${second?.id}`)).toMatchObject([
      { state: 'made_elsewhere', difference: 700 },
    ])
  })

  test('are not asked for at a register that is switched off, or is a test one', async () => {
    await sold(120_000)
    const asked = () => shop.calls('search_reports').length
    const before = asked()
    const set = (active: boolean, is_test: boolean) =>
      db.updateTable('cash_registers').set({ active, is_test }).where('is_default', '=', false).execute()
    await set(false, false)
    await close()
    await set(true, true)
    await fetchZReports(app)
    await set(true, false)
    expect(asked() - before).toBe(2)
  })

  test('are listed by day in Kyiv and page by page, the newest first', async () => {
    for (const sum of [100_00, 200_00, 300_00]) {
      await sold(sum)
      await close()
    }
    const all = await shifts()
    expect(all.map(({ our_sum }) => our_sum)).toEqual([300_00, 200_00, 100_00])
    const { body: page } = await ask<ShiftCountList>('/money/shifts?limit=2&only=equal')
    expect(page.items).toEqual(all.slice(0, 2))
    const { body: rest } = await ask<ShiftCountList>(`/money/shifts?limit=2&only=equal&cursor=${page.next_cursor}`)
    expect(rest).toEqual({ items: all.slice(2), next_cursor: null })
    const middle = (all[1]?.closed_at ?? '').slice(0, 10)
    expect(await shifts(`?from=${middle}&to=${middle}`)).toEqual([all[1]])
  })
})

test('law 12: over shifts of chance, ours is never more than the Z, and where a Z lacks one of ours, that is told', async () => {
  const random = seededRandom('shifts')
  const upTo = (most: number): number => Math.floor(random() * (most + 1))
  const faults = ['none', 'made_elsewhere', 'lost'] as const
  const expected: { state: string; difference: number }[] = []
  for (let shift = 0; shift < howOften({ usually: 6, long: 200 }); shift += 1) {
    const sums = Array.from({ length: 1 + upTo(2) }, () => 1_000 + 100 * upTo(5_000))
    const [fault, elsewhere] = [faults[shift % 3], 1 + upTo(90_000)]
    const ids = await sold(...sums)
    for (let other = upTo(2); other > 0; other -= 1) byHand(1 + upTo(90_000), 'Готівка')
    const at = upTo(sums.length - 1)
    if (fault === 'made_elsewhere') byHand(elsewhere)
    if (fault === 'lost') await lost(ids[at] ?? '')
    const outcomes = {
      none: { state: 'equal', difference: 0 },
      made_elsewhere: { state: 'made_elsewhere', difference: elsewhere },
      lost: { state: 'less_than_ours', difference: -(sums[at] ?? 0) },
    }
    expected.unshift(outcomes[fault ?? 'none'])
    await close()
  }
  const found = await shifts('?limit=200')
  expect(found.map(({ state, difference }) => ({ state, difference }))).toEqual(expected)
  expect(await shifts('?only=less_than_ours&limit=200')).toEqual(
    found.filter(({ state }) => state === 'less_than_ours'),
  )
  expect(found.every(({ our_sum, z_sum, difference }) => z_sum - our_sum === difference)).toBe(true)
})
