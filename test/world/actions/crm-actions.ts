import { crmOrders, documentsOf, isLiving, isUnderWay, type KnownOrder } from '../truth.ts'
import { noteUncovered } from '../note-uncovered.ts'
import { makeWaybill } from '../waybills.ts'
import type { World } from '../world.ts'
import { actionsOf, between, more, pick, pickLate, usual, type Action, type Lots } from './action.ts'

const byCrm = actionsOf('crm')

const sums = [45_000, 120_000, 89_990, 250_050, 99_900]
const totalOf = ({ total }: KnownOrder): number => Math.round(Number(total) * 100)

/** One or two lines; their sum is the total, or the rest of it is a discount. */
export function goodsOf(total: number, lot: number) {
  const line = (name: string, price: number, quantity = 1) => ({
    sku: 'A-1',
    name,
    price: (price / 100).toFixed(2),
    quantity,
    discount: '0.00',
  })
  const name = pick(['Чохол «Обкладинка»', 'Ноутбук 15,6″', 'Лампа настільна'], lot) ?? ''
  if (more(lot) < 0.6) return [line(name, total)]
  if (more(lot) < 0.8) return [line(name, total - 10_000), line('Доставка', 10_000)]
  return [line(name, total + 5_000)]
}

interface NewOrder {
  total: number
  ttn: string | null
  lot: number
}

function addOrder(world: World, { total, ttn, lot }: NewOrder): number {
  const id = 1001 + world.crm_ids.length
  world.crm_ids.push(id)
  world.outside.crm.orders.put([
    {
      id,
      number: `UA-${id}`,
      created_at: new Date(world.outside.clock.now()).toISOString(),
      status: 'new',
      recipient: { name: `Покупець ${id}`, phone: '+380671112233' },
      ttn,
      comment: '',
      total: (total / 100).toFixed(2),
      goods: goodsOf(total, lot),
    },
  ])
  return id
}

/** What the CRM does to an order it has; `only`: to one that is such. */
const toOrder = (
  name: string,
  weight: number,
  act: (world: World, order: KnownOrder, lots: Lots) => string | Promise<string>,
  only: (order: KnownOrder) => boolean = () => true,
): Action =>
  byCrm(name, weight, (world, lots) => {
    const order = pickLate(crmOrders(world).filter(only), lots[0])
    return order === undefined ? null : act(world, order, lots)
  })

const put = ({ outside }: World, changes: { id: number; [field: string]: unknown }): void =>
  void outside.crm.orders.put([changes])

const hasTtn = ({ ttn }: KnownOrder): boolean => typeof ttn === 'string'

export const crmActions: readonly Action[] = [
  usual(
    byCrm('a new order', 10, (world, [a, b, c]) => {
      const total = pick(sums, a) ?? 0
      const ttn = b < 0.7 ? makeWaybill(world, { control: total, lot: c }) : null
      const id = addOrder(world, { total, ttn, lot: c })
      return `the CRM has the new order ${id} ${ttn === null ? 'without a TTN' : `with ${ttn}`}`
    }),
  ),
  byCrm('an order for a waybill that was there before', 3, (world, [a, b, c]) => {
    const used = new Set(crmOrders(world).map(({ ttn }) => ttn))
    const free = world.ttns.filter((known) => !used.has(known))
    // Mostly one for which a colleague has made a document already.
    const sold = free.filter((known) => documentsOf(world, known).some(isLiving))
    const ttn = pick(c < 0.7 && sold.length > 0 ? sold : free, a)
    if (ttn === undefined) return null
    const control = world.outside.carrier.parcels.find(ttn)?.cod.amount ?? 0
    const total = control > 0 ? Math.round(control * 100) : (pick(sums, b) ?? 0)
    return `the CRM has the new order ${addOrder(world, { total, ttn, lot: c })} with the older ${ttn}`
  }),
  byCrm('another order for the same waybill', 1, (world, [a, b, c]) => {
    const ttn = pickLate(crmOrders(world).filter(hasTtn), a)?.ttn ?? null
    if (ttn === null) return null
    const total = pick(sums, b) ?? 0
    return `the CRM has the new order ${addOrder(world, { total, ttn, lot: c })} with ${ttn} of another one`
  }),
  usual(
    toOrder(
      'a TTN is given to an order',
      6,
      (world, { id, ...order }, [, , c]) => {
        const ttn = makeWaybill(world, { control: totalOf({ id, ...order }), lot: c })
        put(world, { id, ttn })
        return `the CRM gives the order ${id} ${ttn}`
      },
      ({ ttn }) => ttn === null,
    ),
  ),
  toOrder(
    'another TTN is given to an order',
    4,
    async (world, order, [, b, c]) => {
      await noteUncovered(world)
      const before = order.ttn ?? ''
      const ttn = makeWaybill(world, { control: totalOf(order), lot: c })
      put(world, { id: order.id, ttn })
      const isDeleted = isUnderWay(world, before)
      if (isDeleted) world.outside.carrier.parcels.put([{ ttn: before, status_code: b < 0.7 ? 2 : 102 }])
      return `the CRM gives the order ${order.id} ${ttn} instead of ${before}${isDeleted ? ', which is over' : ''}`
    },
    hasTtn,
  ),
  toOrder(
    'the TTN of an order is mistyped',
    1,
    (world, { id, ttn = '' }, [, b]) => {
      const mistyped = pick([`${ttn}, ${ttn}`, (ttn ?? '').replace('0', 'О'), '20450000099999'], b) ?? ''
      put(world, { id, ttn: mistyped })
      return `the CRM gives the order ${id} the mistyped «${mistyped}»`
    },
    hasTtn,
  ),
  toOrder(
    'the TTN of an order is removed',
    1,
    async (world, { id, ttn }) => {
      await noteUncovered(world)
      put(world, { id, ttn: null })
      if (ttn !== undefined && ttn !== null && isUnderWay(world, ttn))
        world.outside.carrier.parcels.put([{ ttn, status_code: 2 }])
      return `the CRM takes ${ttn} from the order ${id}`
    },
    hasTtn,
  ),
  toOrder('goods of an order change', 2, (world, order, [, , c]) => {
    put(world, { id: order.id, goods: goodsOf(totalOf(order), c) })
    return `the CRM changes the goods of ${order.id}`
  }),
  toOrder('the total of an order changes', 1, (world, { id }, [, b, c]) => {
    const total = pick(sums, b) ?? 0
    put(world, { id, total: (total / 100).toFixed(2), goods: goodsOf(total, c) })
    return `the CRM changes the total of ${id} to ${total}`
  }),
  toOrder('the recipient of an order changes', 1, (world, { id }, [, b]) => {
    put(world, { id, recipient: { name: `Інший покупець ${between(1, 99, b)}`, phone: '+380502223344' } })
    return `the CRM changes the recipient of ${id}`
  }),
  toOrder('the comment of an order changes', 1, (world, { id }, [, b]) => {
    put(world, { id, comment: `Подзвонити о ${between(9, 18, b)}` })
    return `the CRM changes the comment of ${id}`
  }),
  toOrder('an order is cancelled', 1, (world, { id }, [, b]) => {
    const status = b < 0.7 ? 'Скасовано' : 'new'
    put(world, { id, status })
    return `the order ${id} is now «${status}» in the CRM`
  }),
  toOrder('an order is deleted in the CRM', 1, (world, { id }) => {
    world.outside.crm.orders.remove(String(id))
    return `the CRM deletes the order ${id}`
  }),
  toOrder('an order cannot be read', 1, (world, { id }, [, b]) => {
    const isMended = b < 0.5
    put(world, isMended ? { id, total: '450.00', goods: goodsOf(45_000, b) } : { id, goods: 'нема' })
    return `the CRM ${isMended ? 'mends' : 'spoils'} ${id}`
  }),
  byCrm('the CRM lists its orders otherwise', 1, ({ outside }, [a, b]) => {
    const page_cap = pick([null, 1, 2, 5], a) ?? null
    const sort = pick(['changed', 'changed_last', 'id'] as const, b) ?? 'changed'
    outside.crm.list({ page_cap, sort, tells_total: more(b) < 0.7 })
    return `the CRM gives at most ${page_cap ?? 'all'} at once, by ${sort}`
  }),
  toOrder('the CRM changes while it is read', 1, ({ outside }, { id }, [, b]) => {
    outside.crm.orders.meanwhile([b < 0.8 ? { touch: [id] } : { remove: [id] }])
    return `the CRM ${b < 0.8 ? 'touches' : 'removes'} ${id} between two pages`
  }),
  byCrm('the CRM is out of order', 1, ({ outside }, [a, b]) => {
    const fault = pick(
      [
        { kind: 'status', status: 500 },
        { kind: 'html' },
        { kind: 'junk' },
        { kind: 'reset_before_answer' },
        { kind: 'null_body' },
      ] as const,
      a,
    )
    if (fault === undefined) return null
    outside.crm.faults.arm({ operation: '*', fault, times: between(1, 6, b) })
    return `the CRM fails (${fault.kind})`
  }),
]
