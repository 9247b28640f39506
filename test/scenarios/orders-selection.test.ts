import { describe, expect, test } from 'vitest'
import { mostSelected, type OrderSelection } from '#/contract/orders.ts'
import { tabs } from '#/contract/tabs.ts'
import { listAll, matching, startFilteredDesk } from '../support/filtered-orders.ts'
import { loggedIn } from '../support/people.ts'

const desk = await startFilteredDesk('order selection')
const { kasyr, cashier } = desk
const select = async (query: string): Promise<OrderSelection> =>
  (await cashier.get<OrderSelection>(`/orders/selection?${query}`)).body

describe('a file by filter', () => {
  const numbersIn = (csv: string): string[] => [...csv.matchAll(/^(\d+);/gm)].map(([, number = '']) => number)

  test('has what the list shows of the filter, in its order', async () => {
    let found = 0
    for (let turn = 0; turn < 40; turn += 1) {
      const query = new URLSearchParams([['tab', desk.oneOf(tabs)], ...desk.someFilters()]).toString()
      const { text } = await cashier.get(`/orders/export?format=csv&${query}`)
      const listed = await listAll(cashier, query)
      expect(numbersIn(text), query).toEqual(listed.map(({ number }) => number))
      found += listed.length
    }
    expect(found).toBeGreaterThan(20)
  })

  test('has the orders of every tab when none is named', async () => {
    const { text } = await cashier.get('/orders/export?format=csv&attention=true')
    const expected = matching(await desk.everything(), [['attention', 'true']])
    expect(new Set(numbersIn(text))).toEqual(new Set(expected.map(({ number }) => number)))
    expect(new Set(expected.map(({ tab }) => tab)).size).toBeGreaterThan(1)
  })

  test.each([
    ['', 'zamovlennia-usi.xlsx'],
    ['tab=received&attention=true', 'zamovlennia-received-potrebuiut_uvahy.xlsx'],
    [
      'receipt_state=created&parcel_group=waiting&prepaid=true',
      'zamovlennia-usi-chek_created-posylka_waiting-z_peredoplatoiu.xlsx',
    ],
    [
      'from=2026-03-09&sum_from=0&sum_to=12345&edited=true',
      'zamovlennia-usi-2026-03-09-vid_0.00_hrn-do_123.45_hrn-zmineni.xlsx',
    ],
    [
      'not_picked_up=true&cash_register_id=01900000-0000-7000-8000-00000000ABCD',
      'zamovlennia-usi-kasa_abcd-ne_zabrano.xlsx',
    ],
    ['q=Шевченко%0d%0a"+0671112233', 'zamovlennia-usi-poshuk.xlsx'],
  ])('of «%s» is called %s: in ASCII, without what was typed', async (query, name) => {
    const { status, headers } = await cashier.get(`/orders/export?${query}`)
    expect([status, headers.get('content-disposition')]).toEqual([200, `attachment; filename="${name}"`])
  })

  test('has nothing of what is hidden', async () => {
    expect((await desk.admin.get('/orders/export?hidden=true')).status).toBe(400)
  })
})

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
