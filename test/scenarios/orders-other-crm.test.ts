import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { OrderList } from '#/contract/orders.ts'
import { syncOrders } from '#/server/orders/syncing/sync-orders.ts'
import { startTwoCrms, type Process } from '../support/two-crms.ts'

const crms = await startTwoCrms()
const { ours, theirs, db, orders, pass, names, decide, decisions, started, restarted } = crms

/** Both CRMs have an order 1; only a run over everything brings what they have beside it. */
beforeEach(async () => {
  await crms.forget()
  ours.orders.put([anOrder(1, 'наш'), anOrder(3, 'наш')])
  theirs.orders.put([anOrder(1, 'чужий', { updated_at: crms.now() }), anOrder(2, 'чужий')])
})

const anOrder = crms.anOldOrder

/** Our orders are in the queue, and the settings name the other CRM now. */
async function switched(): Promise<Process> {
  const before = await started(ours)
  expect((await before.list()).sync).toMatchObject({ state: 'ok', other_crm: null })
  expect(await names()).toEqual(['1 наш', '3 наш'])
  return restarted(before, theirs)
}

describe('another CRM in the settings', () => {
  test('changes nothing and is told with both addresses, until a person says whose its orders are', async () => {
    const { list, cashier, kasyr } = await switched()
    const before = await orders()
    theirs.log.clear()
    for (const _view of [1, 2]) {
      const { sync, items } = await list()
      expect(sync).toMatchObject({
        state: 'failed',
        finished_at: expect.any(String),
        problem: { kind: 'other_crm' },
        other_crm: { present: { host: theirs.host }, before: { host: ours.host } },
      })
      expect(sync.problem?.detail).toContain(`тепер ${theirs.host}, а замовлення в черзі — з ${ours.host}`)
      expect(sync.problem?.detail).toMatch(/нічого з неї не читав.*нічого не змінено.*поверніть попередні/)
      expect(items).toHaveLength(2)
    }
    expect((await (await cashier()).get<OrderList>('/orders')).body.sync).toMatchObject({
      problem: { kind: 'other_crm' },
    })
    expect(await syncOrders(kasyr.app)).toMatchObject({ added: 0, updated: 0, failure: { kind: 'other_crm' } })
    expect([await orders(), theirs.log.entries()]).toEqual([before, []])
  })

  test('that was a mistake, put right again, asks nothing and has lost nothing', async () => {
    const wrong = await switched()
    await wrong.list()
    await pass(60_000)
    ours.orders.put([anOrder(4, 'наш', { updated_at: crms.now() })])
    const right = await restarted(wrong, ours)
    const { sync } = await right.list()
    expect(sync).toMatchObject({ state: 'ok', problem: null, other_crm: null })
    expect(await names()).toEqual(['1 наш', '3 наш', '4 наш'])
    expect(await decisions()).toEqual([])
  })

  test('is the key too, and not the secret: that is rotated in the same shop', async () => {
    const first = await started(ours)
    await first.list()
    const other_key = await started({ ...ours, key: 'another-key' })
    const { sync } = await other_key.list()
    expect(sync.other_crm).toMatchObject({ present: { host: ours.host }, before: { host: ours.host } })
    expect(sync.problem?.detail).toContain('сервер той самий')
    expect(JSON.stringify(sync)).not.toContain('another-key')
    const other_secret = await started(ours, 'canary-of-a-rotated-secret')
    expect((await other_secret.list()).sync).toMatchObject({ problem: { kind: 'bad_credentials' }, other_crm: null })
  })

  test('before the first order has come is only a mistyped address, and asks nothing', async () => {
    const mistyped = await started({ ...theirs, key: 'mistyped' })
    expect((await mistyped.list()).sync).toMatchObject({ state: 'failed', problem: { kind: 'bad_credentials' } })
    const right = await restarted(mistyped, ours)
    const { sync } = await right.list()
    expect([sync.state, await names()]).toEqual(['ok', ['1 наш', '3 наш']])
  })

  test('after a version that remembered none is that of the first run, and only then another one is asked about', async () => {
    const old = await started(ours)
    await old.list()
    await sql`update order_sources set crm_fingerprint = null, crm_host = null`.execute(db)
    expect((await old.list()).sync).toMatchObject({ state: 'ok', other_crm: null })
    const other = await started(theirs)
    expect((await other.list()).sync).toMatchObject({ other_crm: { before: { host: ours.host } } })
  })
})

describe('the same shop', () => {
  test('goes on with its orders, and all of them are asked for again', async () => {
    const { admin, list } = await switched()
    theirs.orders.put([anOrder(3, 'наш, новіше')])
    expect(await decide({ admin }, await list(), { decision: 'same' })).toMatchObject({ status: 204 })
    const { sync } = await list()
    expect(sync).toMatchObject({ state: 'ok', other_crm: null })
    expect(await names()).toEqual(['1 чужий', '2 чужий', '3 наш, новіше'])
    expect(await decisions()).toEqual([
      {
        actor_login: 'admin',
        details: expect.objectContaining({ decision: 'same', present_host: theirs.host, before_host: ours.host }),
      },
    ])
  })

  test('is not what the old address is any more: it asks as any other would', async () => {
    const moved = await switched()
    await decide(moved, await moved.list(), { decision: 'same' })
    await moved.list()
    const old = await started(ours)
    expect((await old.list()).sync).toMatchObject({ problem: { kind: 'other_crm' } })
  })
})

describe('another shop', () => {
  test('has other orders, whatever their ids; those that are there stay and are touched by none of its', async () => {
    const before = await started(ours)
    await before.list()
    const [first] = await orders()
    await before.admin.patch(`/orders/${first?.id}`, { notes: 'подзвонити' })
    const after = await restarted(before, theirs)
    const kept = await orders()
    expect(await decide(after, await after.list(), { decision: 'new' })).toMatchObject({ status: 204 })
    const { items, sync } = await after.list()
    expect(sync).toMatchObject({ state: 'ok', other_crm: null })
    expect(await names()).toEqual(['1 наш', '3 наш', '1 чужий', '2 чужий'])
    expect((await orders()).slice(0, 2)).toEqual(kept)
    // Two orders with one id of two CRMs are shown, found and edited as what they are.
    expect(items.map(({ crm_id, number }) => `${crm_id} ${number}`).sort()).toEqual(
      ['1 наш-1', '1 чужий-1', '2 чужий-2', '3 наш-3'].sort(),
    )
    const found = (await after.admin.get<OrderList>('/orders?q=наш-1')).body.items
    expect(found).toMatchObject([{ id: first?.id, crm_id: '1', notes: 'подзвонити' }])
    await pass(60_000)
    theirs.orders.put([anOrder(1, 'чужий, новіше', { updated_at: crms.now() })])
    await after.list()
    expect(await names()).toEqual(['1 наш', '3 наш', '1 чужий, новіше', '2 чужий'])
  })

  test('does not show what could not be read of the one before', async () => {
    ours.orders.put([anOrder(5, 'наш', { total: '1.005' })])
    const process = await switched()
    expect(await db.selectFrom('crm_unreadable').select('key').execute()).toHaveLength(1)
    expect((await process.list()).sync.unreadable).toEqual({ count: 0, items: [] })
    await decide(process, await process.list(), { decision: 'new' })
    expect((await process.list()).sync).toMatchObject({ state: 'ok', unreadable: { count: 0, items: [] } })
    const metrics = await (await fetch(`${process.kasyr.url}/metrics`)).text()
    expect(metrics).toMatch(/^kasyr_crm_unreadable_orders 0$/m)
  })

  test('and the one before again in the settings: each goes on with its own orders, and nobody is asked twice', async () => {
    const second = await switched()
    await decide(second, await second.list(), { decision: 'new' })
    await second.list()
    await pass(60_000)
    ours.orders.put([anOrder(3, 'наш, новіше', { updated_at: crms.now() })])
    const first = await started(ours)
    expect((await first.list()).sync).toMatchObject({ state: 'ok', other_crm: null })
    expect(await names()).toEqual(['1 наш', '3 наш, новіше', '1 чужий', '2 чужий'])
  })
})

describe('a decision', () => {
  test('is the admin’s alone', async () => {
    const { cashier, list } = await switched()
    expect(await decide({ admin: await cashier() }, await list(), { decision: 'same' })).toMatchObject({ status: 403 })
    expect((await list()).sync.problem?.kind).toBe('other_crm')
  })

  test('given twice is given once; to the contrary it is refused', async () => {
    const process = await switched()
    const asked = await process.list()
    for (const _time of [1, 2]) expect((await decide(process, asked, { decision: 'new' })).status).toBe(204)
    expect((await decide(process, asked, { decision: 'same' })).body).toMatchObject({
      code: 'crm.nothing_to_decide',
      status: 409,
    })
    expect(await decisions()).toHaveLength(1)
    await process.list()
    expect((await decide(process, asked, { decision: 'new' })).status).toBe(204)
    expect(await names()).toEqual(['1 наш', '3 наш', '1 чужий', '2 чужий'])
  })

  test('about one CRM is not taken for one about a third', async () => {
    const process = await switched()
    const asked = await process.list()
    const third = await started({ ...theirs, key: 'a-third-key' })
    for (const decision of ['same', 'new'] as const)
      expect((await decide(third, asked, { decision })).body).toMatchObject({
        code: 'crm.other_meanwhile',
        status: 409,
      })
    expect((await decide(process, asked, { decision: 'same', before: '0123456789abcdef' })).body).toMatchObject({
      code: 'crm.other_meanwhile',
    })
    expect(await decisions()).toEqual([])
  })

  test('is refused where nobody asked', async () => {
    const process = await started(ours)
    await process.list()
    const { crm } = process.kasyr.app
    const about = { present: crm.identity?.fingerprint ?? '', before: crm.identity?.fingerprint ?? '' }
    for (const decision of ['same', 'new'])
      expect((await process.admin.post('/crm/decision', { decision, ...about })).body).toMatchObject({
        code: 'crm.nothing_to_decide',
        status: 409,
      })
  })

  test('of two people at once is one', async () => {
    const process = await switched()
    const asked = await process.list()
    const answers = await Promise.all(
      (['same', 'new'] as const).map((decision) => decide(process, asked, { decision })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204, 409]))
    expect(await decisions()).toHaveLength(1)
  })
})

describe('two processes with different settings at once', () => {
  test('neither touches what the other has brought, nor what is said of its runs', async () => {
    const one = await started(ours)
    await one.list()
    const two = await started(theirs)
    for (const _round of [1, 2]) {
      expect((await two.list()).sync).toMatchObject({ state: 'failed', problem: { kind: 'other_crm' } })
      expect((await one.list()).sync).toMatchObject({ state: 'ok', other_crm: null })
    }
    expect(await names()).toEqual(['1 наш', '3 наш'])
    await decide(two, await two.list(), { decision: 'new' })
    await two.list()
    await one.list()
    expect((await two.list()).sync).toMatchObject({ state: 'ok', other_crm: null })
    expect(await names()).toEqual(['1 наш', '3 наш', '1 чужий', '2 чужий'])
  })

  test('a run that is under way when the shop is said to be at another address stores no more', async () => {
    const one = await started(ours)
    await one.list()
    const two = await started(theirs)
    const asked = await two.list()
    await pass(60_000)
    ours.orders.put([anOrder(4, 'наш', { updated_at: crms.now() })])
    const run = Promise.withResolvers<void>()
    const { crm } = one.kasyr.app
    const reading = syncOrders({
      ...one.kasyr.app,
      crm: { ...crm, listOrders: (request) => run.promise.then(() => crm.listOrders(request)) },
    })
    expect((await decide(two, asked, { decision: 'same' })).status).toBe(204)
    run.resolve()
    expect(await reading).toMatchObject({ added: 0, failure: { kind: 'other_crm' } })
    expect(await names()).toEqual(['1 наш', '3 наш'])
    await two.list()
    expect(await names()).toEqual(['1 чужий', '2 чужий', '3 наш'])
  })
})
