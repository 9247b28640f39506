import { z } from 'zod'
import type { ReceiptAlarms } from '#/contract/receipt-alarms.ts'
import { alarmsOf, ask as askFor, orderNow, reason } from './actions/people-actions.ts'
import type { Wanted } from './actions/wanted.ts'
import type { Broken } from './laws/law.ts'
import { documentsOf, isFiscal, isLiving } from './truth.ts'
import { truthOf } from './truth-words.ts'
import { lookAround } from './view.ts'
import type { World } from './world.ts'

const OrderWithReceipt = z.looseObject({ receipt: z.looseObject({ id: z.string() }) })

/** What a person may do about one trouble. */
type Deed = () => Promise<unknown>

interface Told {
  kind: string
  /** The same trouble has the same key as long as it lasts. */
  key: string
  detail: string
  deeds: Deed[]
}

const mostDeeds = 10

/** The vendors are well again, the clocks are right, and the admin has typed what is true today. */
export async function heal(world: World): Promise<void> {
  const { outside, registers, processes, people } = world
  for (const process of processes) process.skew_ms = 0
  world.database_skew_ms = 0
  outside.fiscal.set({
    ...{ receipt_error: null, fiscalised_as: 'DONE', receipt_seconds: 2, list_lag_seconds: 0, made_offline: false },
    ...{ shift_opening: 'opens', deleting: 'works', list_cap: null },
  })
  outside.fiscal.documents.finishReceipts()
  outside.carrier.parcels.put(outside.carrier.parcels.all().map(({ ttn }) => ({ ttn, left_out: false })))
  for (const { id, status } of outside.fiscal.documents.all())
    if (status === 'ON_HOLD') outside.fiscal.documents.setStatus(id, 'CREATED')
  people.anew('admin')
  const change = async (id: string, changes: object) => {
    const answer = await people.ask('admin', 'PATCH', `/cash-registers/${id}`, changes)
    world.said.push(
      `healing: ${Object.keys(changes).join()}: ${answer.status} ${answer.status < 300 ? '' : answer.text}`,
    )
    return answer.status < 300
  }
  for (const register of registers) {
    outside.fiscal.registers.change(register.license_key, { cashier: { blocked: null } })
    outside.carrier.keys.put([{ key: register.carrier_key, state: 'ok' }])
    const { pin, carrier_key } = register
    if (!register.is_active) register.is_active = await change(register.id, { active: true })
    if (register.stored.pin !== pin && (await change(register.id, { pin, confirm: true }))) register.stored.pin = pin
    if (register.stored.carrier_key !== carrier_key && (await change(register.id, { carrier_key })))
      register.stored.carrier_key = carrier_key
    await people.ask('admin', 'POST', `/cash-registers/${register.id}/check`)
  }
}

/** A person who does only what the screen offers comes to the end of every trouble within ten deeds. */
export async function workOff(world: World): Promise<Broken[]> {
  const done = new Map<string, number>()
  for (let turn = 0; turn < 2 * mostDeeds; turn += 1) {
    const alarms = await alarmsOf(world)
    const told = alarms === null ? [] : troublesOf(world, alarms)
    if (told.length === 0) return []
    const stuck = told.filter(({ key }) => (done.get(key) ?? 0) >= mostDeeds)
    if (stuck.length > 0) return stuckOf(world, stuck)
    for (const { key, deeds } of told) {
      const count = done.get(key) ?? 0
      done.set(key, count + 1)
      await deeds[count % deeds.length]?.()
    }
    for (const seconds of [15, 60, 60, 900, 4_000, 60]) await world.round(seconds * 1000)
  }
  return []
}

async function stuckOf(world: World, stuck: readonly Told[]): Promise<Broken[]> {
  const view = await lookAround(world)
  return stuck.map(({ key, kind, detail }) => {
    const order = [...view.orders, ...view.hidden].find(({ id }) => key.includes(id))
    const truth = order === undefined ? '' : `; ${truthOf(world, view, order)}`
    return { law: 'every trouble has an end', sort: kind, about: key, detail: `${detail}${truth}` }
  })
}

function troublesOf(world: World, alarms: ReceiptAlarms): Told[] {
  const { outside } = world
  const ask = (method: Wanted['method'], path: string, body?: object) => () =>
    askFor(world, 'admin', { method, path, ...(body && { body }) })
  const ofTtn = (ttn: string | null) => (ttn === null ? [] : documentsOf(world, ttn).filter(isLiving))
  const create =
    (order_id: string): Deed =>
    async () => {
      const version = (await orderNow(world, 'admin', order_id))?.version
      await ask('POST', '/receipts', { order_id, version })()
    }
  const notNeeded = (order_id: string) => ask('POST', `/orders/${order_id}/receipt-not-needed`, reason)
  const adopt =
    (ttn: string | null): Deed =>
    async () => {
      for (const { id } of ofTtn(ttn))
        await ask('POST', '/receipts/adopt', { documents: [{ provider_id: id, ...reason }] })()
    }
  const attach =
    (id: string, ttn: string | null): Deed =>
    async () => {
      for (const document of ofTtn(ttn))
        await ask('POST', `/receipts/${id}/attach`, { provider_id: document.id, ...reason })()
    }
  /** All but one: what is fiscal stays. */
  const removeOthers =
    (ttn: string | null): Deed =>
    async () => {
      const documents = ofTtn(ttn).toSorted(
        (one, other) => Number(other.status === 'CREATED') - Number(one.status === 'CREATED'),
      )
      for (const { id, status } of documents.slice(0, -1))
        if (status === 'CREATED') outside.fiscal.documents.deleteByHand(id)
        else outside.fiscal.documents.setStatus(id, 'RETURNED')
    }
  const both =
    (one: Deed, other: Deed): Deed =>
    async () => {
      await one()
      await other()
    }
  const named = (
    kind: string,
    items: readonly { order_id: string; receipt_id: string | null; ttn: string | null; detail: string }[],
    deedsOf: (item: { order_id: string; receipt_id: string; ttn: string | null }) => Deed[],
  ): Told[] =>
    items.map(({ detail, ...item }) => ({
      kind,
      key: `${kind} of the order ${item.order_id}`,
      detail,
      deeds: deedsOf({ ...item, receipt_id: item.receipt_id ?? '' }),
    }))
  const cancel = (id: string) => ask('POST', `/receipts/${id}/cancel`)
  const cancelOf =
    (order_id: string): Deed =>
    async () => {
      const { body } = await world.people.ask('admin', 'GET', `/orders/${order_id}`)
      const { data } = OrderWithReceipt.safeParse(body)
      if (data !== undefined) await cancel(data.receipt.id)()
    }
  /** As the words ask: what stands in the cabinet is removed before, or, if it is fiscal, counts as the receipt of the order. */
  const giveUp =
    (id: string, order_id: string, ttn: string | null): Deed =>
    async () => {
      const standing = ofTtn(ttn)
      for (const document of standing)
        if (document.status === 'CREATED') outside.fiscal.documents.deleteByHand(document.id)
      await ask('POST', `/receipts/${id}/give-up`, reason)()
      if (standing.some(isFiscal)) await notNeeded(order_id)()
    }
  const returned =
    (ttn: string | null): Deed =>
    async () => {
      for (const { id, status } of ofTtn(ttn))
        if (status.startsWith('DONE')) outside.fiscal.documents.setStatus(id, 'RETURNED')
    }
  return [
    ...named('received', alarms.received, ({ order_id, ttn }) => [create(order_id), adopt(ttn), notNeeded(order_id)]),
    ...named('paid_not_fiscal', alarms.paid_not_fiscal.items, ({ receipt_id, ttn }) => [
      ask('POST', `/receipts/${receipt_id}/fiscalize`),
      async () => void outside.fiscal.documents.payTtn(ttn ?? ''),
      ask('POST', `/receipts/${receipt_id}/recheck`),
      cancel(receipt_id),
    ]),
    ...named('sums_differ', alarms.sums_differ.items, ({ receipt_id }) => [
      ask('POST', `/receipts/${receipt_id}/accept-sums`, reason),
    ]),
    ...named('failed', alarms.failed.items, ({ order_id, ttn }) => [create(order_id), adopt(ttn), notNeeded(order_id)]),
    ...named('waiting', alarms.waiting.items, ({ order_id, receipt_id, ttn }) => [
      ask('POST', `/receipts/${receipt_id}/recheck`),
      attach(receipt_id, ttn),
      both(removeOthers(ttn), ask('POST', `/receipts/${receipt_id}/recheck`)),
      giveUp(receipt_id, order_id, ttn),
      cancel(receipt_id),
      ask('POST', `/receipts/${receipt_id}/fiscalize`),
    ]),
    ...alarms.ttn_differs.items.map(({ order_id, receipt_id, crm_ttn, detail }) => ({
      kind: 'ttn_differs',
      key: `ttn_differs of the order ${order_id}`,
      detail,
      deeds: [
        ...(receipt_id === null ? [] : [cancel(receipt_id)]),
        ask('PATCH', `/orders/${order_id}`, { ttn: crm_ttn }),
        ask('POST', `/orders/${order_id}/keep-ttn`, { crm_ttn }),
      ],
    })),
    ...named('unbound_received', alarms.unbound_received.items, ({ order_id }) => [
      ask('POST', `/orders/${order_id}/track`),
      create(order_id),
      notNeeded(order_id),
    ]),
    ...named('not_asked', alarms.not_asked.items, ({ order_id }) => [
      ask('POST', `/orders/${order_id}/track`),
      cancelOf(order_id),
      notNeeded(order_id),
      ask('DELETE', `/orders/${order_id}`),
    ]),
    ...named('stuck', alarms.stuck.items, ({ order_id, receipt_id, ttn }) => [
      ask('POST', `/receipts/${receipt_id}/recheck`),
      cancel(receipt_id),
      giveUp(receipt_id, order_id, ttn),
    ]),
    ...named('return_due', alarms.return_due.items, ({ ttn }) => [returned(ttn)]),
    ...named('fiscal_without_code', alarms.fiscal_without_code.items, ({ ttn }) => [
      async () => {
        for (const { receipt_id } of ofTtn(ttn))
          if (receipt_id !== null) outside.fiscal.documents.setReceiptError(receipt_id, null)
        for (const chain of outside.fiscal.documents.receipts())
          if (chain.status === 'ERROR') outside.fiscal.documents.setReceiptError(chain.id, null)
      },
    ]),
    ...alarms.sale_left.items.map(({ order_id, left_ttn, detail }) => ({
      kind: 'sale_left',
      key: `sale_left of ${order_id} with ${left_ttn}`,
      detail,
      deeds: [ask('POST', `/orders/${order_id}/left-sale`, { ttn: left_ttn, ...reason })],
    })),
    ...alarms.orphans.map(({ provider_id, ttn }) => ({
      kind: 'orphan',
      key: `the orphan ${provider_id}`,
      detail: `a document of ${ttn} without a receipt`,
      deeds: [
        ask('POST', '/receipts/adopt', { documents: [{ provider_id, ...reason }] }),
        ask('POST', `/receipts/orphans/${provider_id}/dismiss`, reason),
      ],
    })),
    ...alarms.registers.map(({ id, name, detail }) => ({
      kind: 'register',
      key: `the register ${name}`,
      detail,
      deeds: [ask('POST', `/cash-registers/${id}/check`)],
    })),
    ...alarms.clock.items.map(({ detail }) => ({
      kind: 'clock',
      key: 'the clock',
      detail,
      deeds: [async () => undefined],
    })),
  ]
}
