import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type {
  OneWithdrawnPayout,
  Payout,
  PayoutList,
  WithdrawnPayout,
  WithdrawnPayoutList,
} from '#/contract/payouts.ts'
import type { SummaryReport } from '#/contract/reports.ts'
import { loggedIn } from '#/test/support/people.ts'
import { startMoneyDesk } from '#/test/support/money-desk.ts'

const desk = await startMoneyDesk()
const { cashier, kasyr } = desk

/** Everything that money is counted from, and what a report makes of it. */
async function counted(): Promise<unknown> {
  const { rows } = await sql`
    select (select count(*) from payouts) as payouts, (select count(*) from payout_lines) as lines,
      (select coalesce(sum(transferred), 0) from payout_lines) as transferred`.execute(kasyr.db)
  const { status, body } = await cashier.get<SummaryReport>('/reports/summary?from=2026-03-01&to=2026-03-31&step=all')
  expect(status).toBe(200)
  return { counted: rows[0], report: body }
}

/** Its entry among the withdrawn. */
async function aWithdrawn(): Promise<string> {
  const { id } = await desk.take(desk.aPayoutList([{ ttn: desk.aTtn(), accepted: 100, commission: 1 }]))
  await cashier.delete(`/money/registers/${id}`)
  return (await withdrawnOf(id))[0]?.id ?? ''
}

async function withdrawnOf(payoutId: string): Promise<WithdrawnPayout[]> {
  const { body } = await cashier.get<WithdrawnPayoutList>('/money/registers/withdrawn?limit=200')
  return body.items.filter((item) => item.register_id === payoutId)
}

const one = async (id = ''): Promise<OneWithdrawnPayout> =>
  (await cashier.get<OneWithdrawnPayout>(`/money/registers/withdrawn/${id}`)).body

test('a withdrawn payout list is read with its lines, who withdrew it, when and why, while nothing counts it', async () => {
  const { ttn } = await desk.aPaidOrder()
  const lost = desk.aTtn()
  const before = await counted()
  const taken = await desk.take(
    desk.aPayoutList([
      { ttn, accepted: 100_000, commission: 500 },
      { ttn: lost, accepted: 39_800, commission: 199 },
    ]),
  )
  const line = (await desk.linesOf(taken.id)).find(({ ttn: of }) => of === lost)
  await cashier.post(`/money/lines/${line?.id}/settle`, { reason: 'Продано з рук' })
  expect(await withdrawnOf(taken.id)).toEqual([])
  const earliest = kasyr.app.clock.now().toISOString()
  await cashier.delete(`/money/registers/${taken.id}`, { reason: 'Не наш' })
  const { id: _id, payee, states: _states, open: _open, ...told } = taken
  const [found] = await withdrawnOf(taken.id)
  expect(found).toEqual({
    ...told,
    id: expect.any(String),
    register_id: taken.id,
    payee: payee.name,
    is_corrected: false,
    withdrawn_at: expect.any(String),
    withdrawn_by: taken.imported_by,
    reason: 'Не наш',
  })
  expect(found?.withdrawn_at.localeCompare(earliest)).toBeGreaterThanOrEqual(0)
  const { items, ...rest } = await one(found?.id)
  expect(rest).toEqual(found)
  const kept = { is_withdrawn: true, day: '2026-03-10', operation_id: null, order_ref: null }
  expect(items).toMatchObject([
    { is_withdrawn: true, position: 1, ttn, accepted: 100_000, transferred: 99_500, state: 'matched', settled: null },
    {
      ...kept,
      position: 2,
      ttn: lost,
      state: 'unknown_ttn',
      settled: { reason: 'Продано з рук', by: taken.imported_by },
    },
  ])
  expect(await counted()).toEqual(before)
  const { body: payouts } = await cashier.get<PayoutList>('/money/registers?limit=200')
  expect(payouts.items.map(({ id }) => id)).not.toContain(taken.id)
  expect(await desk.linesOf(taken.id)).toEqual([])
})

test('a payout list whose place a newer file took is told apart, every time that happened', async () => {
  const number = desk.aNumber()
  const [first, second, third] = [10_000, 20_000, 30_000].map((accepted) =>
    desk.aPayoutList([{ ttn: desk.aTtn(), accepted, commission: 50 }], { number }),
  )
  const { id, imported_by } = await desk.take(first ?? '')
  await desk.take(second ?? '', { replaces: id })
  await desk.take(third ?? '', { replaces: id })
  const found = (await withdrawnOf(id)).toSorted((a, b) => a.accepted - b.accepted)
  const replaced = { number, lines: 1, is_corrected: true, reason: null, withdrawn_by: imported_by }
  expect(found).toMatchObject([
    { ...replaced, accepted: 10_000 },
    { ...replaced, accepted: 20_000 },
  ])
  expect((await one(found[0]?.id)).items).toMatchObject([{ accepted: 10_000, commission: 50, transferred: 9_950 }])
  expect((await cashier.get<Payout>(`/money/registers/${id}`)).body).toMatchObject({ accepted: 30_000 })
})

test('a withdrawn payout list shows no decision about an earlier judgement, which held no longer', async () => {
  const { ttn } = await desk.aPaidOrder()
  const taken = await desk.take(desk.aPayoutList([{ ttn, accepted: 60_000, commission: 300 }]))
  const [line] = await desk.linesOf(taken.id)
  await cashier.post(`/money/lines/${line?.id}/settle`, { reason: 'Решту сплачено готівкою' })
  await desk.take(desk.aPayoutList([{ ttn, accepted: 10_000, commission: 50 }]))
  expect((await desk.linesOf(taken.id))[0]).toMatchObject({ state: 'sum_differs', settled: null })
  await cashier.delete(`/money/registers/${taken.id}`)
  const [found] = await withdrawnOf(taken.id)
  expect((await one(found?.id)).items).toMatchObject([{ state: 'sum_differs', settled: null }])
})

test('every withdrawn payout list stands on one page, the newest withdrawn first', async () => {
  for (let more = 0; more < 5; more += 1) await aWithdrawn()
  const whole = (await cashier.get<WithdrawnPayoutList>('/money/registers/withdrawn?limit=200')).body
  expect(whole.items.length).toBeGreaterThanOrEqual(5)
  expect(whole.next_cursor).toBeNull()
  const times = whole.items.map(({ withdrawn_at }) => withdrawn_at)
  expect(times).toEqual(times.toSorted().toReversed())
  const seen: WithdrawnPayout[] = []
  let after: string | null = ''
  while (after !== null) {
    const page: WithdrawnPayoutList = (
      await cashier.get<WithdrawnPayoutList>(`/money/registers/withdrawn?limit=2${after}`)
    ).body
    seen.push(...page.items)
    after = page.next_cursor === null ? null : `&cursor=${page.next_cursor}`
  }
  expect(seen).toEqual(whole.items)
})

test('a withdrawn payout list is not found among those that count, nor one that counts among the withdrawn, and nobody takes it away', async () => {
  const taken = await desk.take(desk.aPayoutList([{ ttn: desk.aTtn(), accepted: 100, commission: 1 }]))
  const { status, text } = await cashier.get(`/money/registers/withdrawn/${taken.id}`)
  expect([status, text]).toEqual([404, expect.stringContaining('money.withdrawn_not_found')])
  const id = await aWithdrawn()
  expect((await cashier.get(`/money/registers/${id}`)).status).toBe(404)
  expect((await cashier.get('/money/registers/withdrawn/x')).status).toBe(400)
  expect((await cashier.delete('/money/registers/withdrawn')).status).toBe(405)
  expect((await cashier.delete(`/money/registers/withdrawn/${id}`)).status).toBe(405)
})

test('an auditor reads withdrawn payout lists as those that count', async () => {
  const auditor = await loggedIn(kasyr, 'auditor')
  const id = await aWithdrawn()
  expect((await auditor.get('/money/registers/withdrawn')).status).toBe(200)
  expect((await auditor.get(`/money/registers/withdrawn/${id}`)).status).toBe(200)
})
