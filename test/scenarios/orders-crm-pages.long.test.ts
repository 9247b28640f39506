import fc from 'fast-check'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Listing, Meanwhile } from '#/simulators/crm/orders.ts'
import { hourMs, startCrmShop, upTo } from '../support/crm-shop.ts'
import { howOften } from '../support/how-often.ts'

const { simulator, kasyr, now, pass, sync, fill, forget, arrived, order, syncedTo, report } = await startCrmShop()
beforeEach(forget)

describe('every order of the CRM arrives, or the run says that it failed', () => {
  test.each<[string, Partial<Listing>, 'orders' | 'pages']>([
    ['a CRM that gives 100 at once and tells how many there are', { page_cap: 100 }, 'orders'],
    ['one that gives 100 at once and does not tell', { page_cap: 100, tells_total: false }, 'orders'],
    ['one that counts pages', { counts: 'pages' }, 'pages'],
    ['one that counts pages of 100 at most', { counts: 'pages', page_cap: 100 }, 'pages'],
    ['one that counts such pages and tells no total', { counts: 'pages', page_cap: 100, tells_total: false }, 'pages'],
  ])('%s: all 450 arrive', async (_name, listing, paging) => {
    fill(450)
    simulator.list(listing)
    expect(await sync(paging)).toEqual({ added: 450, updated: 0, held: 0, failure: null })
    expect(await arrived()).toEqual(upTo(450))
  })

  test.each<[string, Partial<Listing>, 'orders' | 'pages', RegExp]>([
    ['ignores the offset', { counts: 'none', page_cap: 100 }, 'orders', /ту саму сторінку/],
    ['repeats page 1 for ever', { counts: 'none', page_cap: 100, tells_total: false }, 'pages', /ту саму сторінку/],
    [
      'takes the offset for the number of a page',
      { counts: 'offset_as_page', page_cap: 100 },
      'orders',
      /не продовжують/,
    ],
  ])('one that %s: the run ends, says why, and does not pass for done', async (_name, listing, paging, sentence) => {
    fill(450)
    simulator.list(listing)
    expect((await sync(paging)).failure?.detail).toMatch(sentence)
    expect(await syncedTo()).toBeNull()
    expect((await arrived()).length).toBeGreaterThanOrEqual(100)
    expect(await report()).toMatchObject({ state: 'failed', problem: { kind: 'bad_answer' } })
  })

  test.each<[string, Meanwhile]>([
    ['touched', { touch: [3] }],
    ['removed', { remove: [3] }],
    ['touched by the hundred', { touch: upTo(120) }],
  ])('an order %s between two pages loses none of the others', async (_name, step) => {
    fill(1000)
    simulator.orders.meanwhile([step])
    expect((await sync()).failure).toBeNull()
    expect(await arrived()).toEqual(upTo(1000))
  })

  test('the last order of a page removed before the next one is asked for', async () => {
    fill(1000)
    simulator.list({ tells_total: false })
    simulator.orders.meanwhile([{ remove: [500, 499, 498] }])
    expect((await sync()).failure).toBeNull()
    expect(await arrived()).toEqual(upTo(1000))
  })

  test('a run that was cut off half-way is begun anew, and nothing is missing', async () => {
    fill(1000)
    simulator.faults.arm({ operation: 'get_orders', fault: { kind: 'unauthorized' }, after: 1 })
    expect((await sync()).failure?.kind).toBe('bad_credentials')
    simulator.faults.disarm()
    expect(await syncedTo()).toBeNull()
    simulator.orders.put([{ id: 1, comment: 'змінено, поки нас не було' }])
    expect((await sync()).failure).toBeNull()
    expect(await arrived()).toEqual(upTo(1000))
    expect((await order('1')).notes).toBe('змінено, поки нас не було')
  })

  test('an order touched in the very moment of the run, on a page that was read already, comes with the next run', async () => {
    fill(1000)
    simulator.list({ sort: 'changed_last' })
    simulator.orders.meanwhile([{ put: [{ id: 5, created_at: '2026-01-05T10:00:00Z', total: '1.00' }] }])
    await sync()
    expect(Date.parse((await syncedTo()) ?? '')).toBeLessThanOrEqual(now())
    expect((await sync()).failure).toBeNull()
    expect((await order('5')).total).toBe(100)
  })

  test.each([-3 * hourMs, -4 * 60_000, 0, 4 * 60_000, 3 * hourMs])(
    'a CRM whose clock is %i ms beside ours: a change made after a run comes with the next one',
    async (skew) => {
      const dated = (id: number) => ({
        id,
        created_at: '2026-01-05T10:00:00Z',
        updated_at: new Date(now() + skew).toISOString(),
        total: '1.00',
      })
      for (let id = 1; id <= 5; id += 1) {
        simulator.orders.put([dated(id)])
        expect((await sync()).failure).toBeNull()
        expect(await arrived()).toEqual(upTo(id))
        await pass(20 * 60_000)
      }
    },
  )

  test('whatever the order of touches, the page sizes and the caps: every readable order arrives', async () => {
    const id = fc.integer({ min: 1, max: 14 })
    const wishes = fc.record({
      count: fc.integer({ min: 1, max: 14 }),
      page_cap: fc.constantFrom(1, 2, 3, 5, null),
      tells_total: fc.boolean(),
      sort: fc.constantFrom('changed', 'changed_last', 'id'),
      counts: fc.constantFrom('orders', 'pages'),
      bad: fc.array(id, { maxLength: 2 }),
      steps: fc.array(
        fc.array(id, { maxLength: 3 }).map((touch): Meanwhile => ({ touch })),
        { maxLength: 12 },
      ),
    })
    const property = fc.asyncProperty(wishes, async ({ count, bad, steps, counts, ...listing }) => {
      await forget()
      fill(count)
      const isBad = ({ id: one }: { id: unknown }) => bad.includes(Number(one))
      for (const order of simulator.orders.all().filter(isBad)) simulator.orders.put([{ ...order, total: '1.234' }])
      simulator.list({ ...listing, counts })
      simulator.orders.meanwhile(steps)
      await sync(counts)
      simulator.orders.meanwhile([])
      await pass(60_000)
      expect((await sync(counts)).failure).toBeNull()
      expect(await arrived()).toEqual(upTo(count).filter((one) => !bad.includes(one)))
      const aside = await kasyr.db.selectFrom('crm_unreadable').select('crm_id').execute()
      expect(new Set(aside.map(({ crm_id }) => Number(crm_id)))).toEqual(new Set(bad.filter((one) => one <= count)))
    })
    await fc.assert(property, { numRuns: howOften({ usually: 6, long: 200 }), verbose: 1 })
  })
})
