import { describe, expect, test } from 'vitest'
import { mostSelected, type OrderSelection } from '#/contract/orders.ts'
import { tabs } from '#/contract/tabs.ts'
import { listAll, matching, startFilteredDesk } from '../support/filtered-orders.ts'
import { loggedIn } from '../support/people.ts'

const desk = await startFilteredDesk('order selection')
const { kasyr, cashier } = desk
const select = async (query: string): Promise<OrderSelection> =>
  (await cashier.get<OrderSelection>(`/orders/selection?${query}`)).body

describe('a selection by filter', () => {
  test('is what the list shows of the filter, in its order, with its sum', async () => {
    const all = await desk.everything()
    let found = 0
    for (let turn = 0; turn < 60; turn += 1) {
      const asked = desk.someFilters()
      const tab = desk.oneOf(tabs)
      const query = new URLSearchParams([['tab', tab], ...asked]).toString()
      const listed = await listAll(cashier, query)
      expect(await select(query), query).toEqual({
        ids: listed.map(({ id }) => id),
        count: listed.length,
        total: listed.reduce((sum, { total }) => sum + total, 0),
        more: false,
      })
      expect(listed).toEqual(matching(all, asked).filter((order) => order.tab === tab))
      found += listed.length
    }
    expect(found).toBeGreaterThan(20)
  })

  test('is of the first tab unless another is named, and empty where there is nothing', async () => {
    expect(await select('')).toEqual(await select('tab=no_receipt'))
    expect(await select('q=неіснуюче')).toEqual({ ids: [], count: 0, total: 0, more: false })
  })

  test('costs one statement beside the session, and is open to an auditor', async () => {
    const auditor = await loggedIn(kasyr, 'auditor')
    await auditor.get('/orders/selection')
    const seen: string[] = []
    kasyr.watchStatements((text) => seen.push(String(text)))
    const { status } = await auditor.get('/orders/selection?attention=true&from=2026-03-09')
    kasyr.watchStatements(null)
    expect([status, seen.length]).toEqual([200, 2])
  })

  test('knows neither pages nor what is hidden', async () => {
    for (const query of ['hidden=true', 'limit=10', 'cursor=x', 'prepaid=false'])
      expect((await cashier.get(`/orders/selection?${query}`)).status, query).toBe(400)
  })

  test('ends at five hundred and says that there are more', async () => {
    const q = 'q=переповнення'
    const ids = await desk.orders(mostSelected, (place) => ({
      notes: 'переповнення',
      ordered_at: new Date(Date.UTC(2026, 4, 1, 0, place)).toISOString(),
    }))
    const newestFirst = ids.toReversed()
    const full = { ids: newestFirst, count: mostSelected, total: mostSelected * 120_000 }
    expect(await select(q)).toEqual({ ...full, more: false })
    await desk.order({ notes: 'переповнення', ordered_at: '2026-04-30T00:00:00.000Z' })
    expect(await select(q)).toEqual({ ...full, more: true })
  })
})
