import { reason } from '../actions/people-actions.ts'
import { isLiving } from '../truth.ts'
import { makeWaybill } from '../waybills.ts'
import type { World } from '../world.ts'
import {
  aCreated,
  aDoubt,
  aFailed,
  aFiscal,
  anOrphan,
  aSale,
  aStopped,
  ask,
  makeByHand,
  paid,
  type Sale,
} from './sales.ts'

/** What people and jobs do, each from a sale of its own. `prepare` runs undisturbed; of `act` one passage fails. */
export interface UseCase {
  name: string
  prepare(world: World): Promise<Sale>
  act(world: World, sale: Sale): Promise<unknown>
  /** The parcel is not paid for afterwards: it was refused, or nothing is to be paid. */
  is_unpaid?: true
}

/** A person asks for something, and the jobs have their turn. */
const asking =
  (method: 'POST' | 'PATCH' | 'DELETE', path: (sale: Sale) => string, body?: object | ((sale: Sale) => object)) =>
  async (world: World, sale: Sale) => {
    await ask(world, method, path(sale), typeof body === 'function' ? body(sale) : body)
    await world.round(15_000)
  }

const ofOrder = (verb: string) => (sale: Sale) => `/orders/${sale.order_id}${verb}`
const ofReceipt = (verb: string) => (sale: Sale) => `/receipts/${sale.receipt_id}${verb}`
const firstRegister = (world: World) => `/cash-registers/${world.registers[0]?.id}`

const after =
  (prepare: UseCase['prepare'], then: (world: World, sale: Sale) => unknown): UseCase['prepare'] =>
  async (world) => {
    const sale = await prepare(world)
    await then(world, sale)
    return sale
  }

const inCrm = (world: World, { crm_id }: Sale, changes: object) =>
  void world.outside.crm.orders.put([{ id: crm_id, ...changes }])

const rounds =
  (...seconds: number[]) =>
  async (world: World) => {
    for (const one of seconds) await world.round(one * 1000)
  }

const orders: readonly UseCase[] = [
  {
    name: 'an order of the CRM changes',
    prepare: after(aSale, (world, sale) => inCrm(world, sale, { comment: 'Подзвонити' })),
    act: (world) => world.people.ask('admin', 'GET', '/orders'),
  },
  {
    name: 'an order of the CRM gets another TTN',
    prepare: after(aSale, (world, sale) => {
      sale.ttn = makeWaybill(world, { control: 45_000, lot: 0 })
      inCrm(world, sale, { ttn: sale.ttn })
    }),
    act: async (world) => {
      await world.people.ask('admin', 'GET', '/orders')
      await world.round(15_000)
    },
  },
  {
    name: 'the TTN changes in the CRM beside a receipt',
    prepare: after(aCreated, (world, sale) =>
      inCrm(world, sale, { ttn: makeWaybill(world, { control: 45_000, lot: 0 }) }),
    ),
    act: (world) => world.people.ask('admin', 'GET', '/orders'),
    is_unpaid: true,
  },
  { name: 'an order is edited', prepare: aSale, act: asking('PATCH', ofOrder(''), { notes: 'Подзвонити' }) },
  {
    name: 'a TTN is typed',
    prepare: aSale,
    act: async (world, sale) => {
      const ttn = makeWaybill(world, { control: 45_000, lot: 0 })
      await ask(world, 'PATCH', `/orders/${sale.order_id}`, { ttn })
      await world.round(15_000)
    },
    is_unpaid: true,
  },
  { name: 'an order is hidden', prepare: aSale, act: asking('DELETE', ofOrder('')), is_unpaid: true },
  {
    name: 'an order is restored',
    prepare: after(aSale, (world, sale) => ask(world, 'DELETE', `/orders/${sale.order_id}`)),
    act: asking('POST', ofOrder('/restore')),
  },
  {
    name: 'an order is marked as needing no receipt',
    prepare: aSale,
    act: asking('POST', ofOrder('/receipt-not-needed'), reason),
  },
  {
    name: 'the mark is taken back',
    prepare: after(aSale, (world, sale) => ask(world, 'POST', `/orders/${sale.order_id}/receipt-not-needed`, reason)),
    act: asking('DELETE', ofOrder('/receipt-not-needed')),
  },
  {
    name: 'the TTN of the order is kept',
    prepare: after(aCreated, async (world, sale) => {
      inCrm(world, sale, { ttn: makeWaybill(world, { control: 45_000, lot: 0 }) })
      await world.people.ask('admin', 'GET', '/orders')
    }),
    act: (world, sale) => ask(world, 'POST', `/orders/${sale.order_id}/keep-ttn`, { crm_ttn: world.ttns.at(-1) ?? '' }),
  },
]

const parcels: readonly UseCase[] = [
  { name: 'a parcel is asked about', prepare: aSale, act: asking('POST', ofOrder('/track')) },
  {
    name: 'a parcel is received, and the round sees it',
    prepare: after(aCreated, paid),
    act: rounds(660),
  },
  {
    name: 'a parcel is received before it has a receipt',
    prepare: after(aSale, paid),
    act: rounds(660),
  },
  {
    name: 'a parcel is redirected',
    prepare: after(aCreated, (world, { ttn }) => world.outside.carrier.parcels.redirect(ttn, `2046${ttn.slice(4)}`)),
    act: rounds(660),
    is_unpaid: true,
  },
  {
    name: 'a parcel is refused',
    prepare: after(aCreated, (world, { ttn }) => world.outside.carrier.parcels.put([{ ttn, status_code: 102 }])),
    act: rounds(660),
    is_unpaid: true,
  },
]

const receipts: readonly UseCase[] = [
  {
    name: 'a receipt is created and sent',
    prepare: aSale,
    act: asking(
      'POST',
      () => '/receipts',
      ({ order_id }) => ({ order_id }),
    ),
  },
  {
    name: 'receipts are created together',
    prepare: aSale,
    act: asking(
      'POST',
      () => '/receipts/bulk',
      ({ order_id }) => ({ order_ids: [order_id] }),
    ),
  },
  {
    name: 'an advance and its rest are created',
    prepare: aSale,
    act: async (world, { order_id }) => {
      await ask(world, 'POST', '/receipts/prepayment', { order_id, amount: 10_000, payment: 'cashless' })
      await rounds(15, 60)(world)
    },
  },
  { name: 'a lost answer is looked up', prepare: aDoubt, act: rounds(60) },
  { name: 'a receipt is cancelled', prepare: aCreated, act: asking('POST', ofReceipt('/cancel')) },
  {
    name: 'a lost removal is looked up',
    prepare: after(aCreated, async (world, sale) => {
      const fault = { kind: 'reset_before_answer', effect: true } as const
      world.outside.fiscal.faults.arm({ operation: 'delete_ettn', fault })
      await ask(world, 'POST', `/receipts/${sale.receipt_id}/cancel`)
      await world.round(15_000)
    }),
    act: rounds(60, 60),
  },
  { name: 'a receipt is rechecked', prepare: aStopped, act: asking('POST', ofReceipt('/recheck')) },
  {
    name: 'a document is attached',
    prepare: (world) => aStopped(world, 46_000),
    act: asking('POST', ofReceipt('/attach'), ({ provider_id }) => ({ provider_id, ...reason })),
  },
  {
    name: 'a receipt is given up',
    prepare: after(aStopped, (world, { provider_id }) => world.outside.fiscal.documents.deleteByHand(provider_id)),
    act: asking('POST', ofReceipt('/give-up'), reason),
  },
  { name: 'a receipt is made fiscal again', prepare: aFailed, act: asking('POST', ofReceipt('/fiscalize')) },
  {
    name: 'a document disappears, and the poll sees it',
    prepare: after(aCreated, (world, { provider_id }) => world.outside.fiscal.documents.deleteByHand(provider_id)),
    act: rounds(60, 120),
  },
  {
    name: 'a receipt is returned, and the poll sees it',
    prepare: after(aFiscal, (world, { ttn }) => {
      const living = world.outside.fiscal.documents.ofTtn(ttn).filter(isLiving)
      for (const { id, status } of living)
        if (status === 'DONE') world.outside.fiscal.documents.setStatus(id, 'RETURNED')
    }),
    act: rounds(3_700),
  },
  {
    name: 'sums are accepted',
    prepare: after(aCreated, async (world, sale) => {
      world.outside.carrier.parcels.put([{ ttn: sale.ttn, cod: { kind: 'payment_control', amount: 460 } }])
      await ask(world, 'POST', `/orders/${sale.order_id}/track`)
    }),
    act: asking('POST', ofReceipt('/accept-sums'), { ...reason, control: 46_000, fiscal: null }),
  },
  {
    name: 'a copy is sent',
    prepare: aFiscal,
    act: asking('POST', ofReceipt('/send-copy'), { email: 'olena@example.com' }),
  },
  {
    name: 'a document is adopted',
    prepare: anOrphan,
    act: asking(
      'POST',
      () => '/receipts/adopt',
      ({ provider_id }) => ({ documents: [{ provider_id, ...reason }] }),
    ),
  },
  {
    name: 'a document is marked as not ours',
    prepare: anOrphan,
    act: asking('POST', ({ provider_id }) => `/receipts/orphans/${provider_id}/dismiss`, reason),
  },
  { name: 'the sweep runs', prepare: after(aSale, makeByHand), act: rounds(3_700) },
]

const machine: readonly UseCase[] = [
  {
    name: 'a register is checked',
    prepare: aSale,
    act: (world) => ask(world, 'POST', `${firstRegister(world)}/check`),
  },
  {
    name: 'a register is switched off and on',
    prepare: aSale,
    act: async (world) => {
      world.people.anew('admin')
      await ask(world, 'PATCH', firstRegister(world), { active: false })
      await ask(world, 'PATCH', firstRegister(world), { active: true })
    },
  },
  {
    name: 'a PIN is typed',
    prepare: aSale,
    act: async (world) => {
      world.people.anew('admin')
      await ask(world, 'PATCH', firstRegister(world), { pin: world.registers[0]?.pin ?? '' })
    },
  },
  { name: 'a day passes', prepare: aCreated, act: rounds(86_400) },
  { name: 'a backup is made', prepare: aCreated, act: (world) => world.backUp() },
]

export const useCases: readonly UseCase[] = [...orders, ...parcels, ...receipts, ...machine]
