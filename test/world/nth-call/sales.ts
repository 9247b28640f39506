import { z } from 'zod'
import { isReceived } from '#/contract/carrier-statuses.ts'
import { alarmsOf, ask as askAs } from '../actions/people-actions.ts'
import type { Wanted } from '../actions/wanted.ts'
import { stateOf } from '../truth.ts'
import { makeWaybill } from '../waybills.ts'
import type { World } from '../world.ts'

/** What one try of a use case is about. */
export interface Sale {
  crm_id: number
  order_id: string
  ttn: string
  receipt_id: string
  provider_id: string
}

const Named = z.looseObject({ items: z.array(z.looseObject({ id: z.string(), version: z.number() })) })
const Made = z.looseObject({ id: z.string() })

export const ask = (world: World, method: Wanted['method'], path: string, body?: object) =>
  askAs(world, 'admin', { method, path, ...(body && { body }) })
const get = async (world: World, path: string) => (await world.people.ask('admin', 'GET', path)).body

/** An order whose parcel is on its way and known to the service. */
export async function aSale(world: World): Promise<Sale> {
  const crm_id = 1001 + world.crm_ids.length
  world.crm_ids.push(crm_id)
  const ttn = makeWaybill(world, { control: 45_000, lot: 0 })
  world.outside.crm.orders.put([
    {
      id: crm_id,
      number: `UA-${crm_id}`,
      created_at: new Date(world.outside.clock.now()).toISOString(),
      status: 'new',
      recipient: { name: 'Покупець', phone: '+380671112233' },
      ttn,
      comment: '',
      total: '450.00',
      goods: [{ sku: 'A-1', name: 'Чохол', price: '450.00', quantity: 1, discount: '0.00' }],
    },
  ])
  const [order] = Named.parse(await get(world, `/orders?q=${ttn}`)).items
  const order_id = order?.id ?? ''
  await ask(world, 'POST', `/orders/${order_id}/track`)
  return { crm_id, order_id, ttn, receipt_id: '', provider_id: '' }
}

export async function aCreated(world: World): Promise<Sale> {
  const sale = await aSale(world)
  const made = await ask(world, 'POST', '/receipts', { order_id: sale.order_id })
  await world.round(15_000)
  return withDocument(world, { ...sale, receipt_id: Made.parse(made.body).id })
}

const withDocument = (world: World, sale: Sale): Sale => ({
  ...sale,
  provider_id: world.outside.fiscal.documents.ofTtn(sale.ttn).find(({ deleted }) => !deleted)?.id ?? '',
})

/** Paid for, and its number has come. */
export async function aFiscal(world: World): Promise<Sale> {
  const sale = await aCreated(world)
  paid(world, sale)
  for (const seconds of [660, 60, 60]) await world.round(seconds * 1000)
  return sale
}

/** A document that another hand made, seen by the sweep. */
export async function anOrphan(world: World): Promise<Sale> {
  const sale = await aSale(world)
  makeByHand(world, sale)
  await world.round(3_700_000)
  const orphan = (await alarmsOf(world))?.orphans.find(({ ttn }) => ttn === sale.ttn)
  return { ...sale, provider_id: orphan?.provider_id ?? '' }
}

export function makeByHand(world: World, { ttn }: Sale, total_sum = 45_000): string {
  const license_key = world.registers[0]?.license_key ?? ''
  return world.outside.fiscal.documents.createByHand({ ttn, license_key, total_sum }).id
}

/** The answer to its creation was lost. */
export async function aDoubt(world: World): Promise<Sale> {
  world.outside.fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'reset_before_answer', effect: true } })
  return aCreated(world)
}

/** It waits for a person: beside it stands a document that another hand made. */
export async function aStopped(world: World, total_sum?: number): Promise<Sale> {
  const sale = await aSale(world)
  const provider_id = makeByHand(world, sale, total_sum)
  const made = await ask(world, 'POST', '/receipts', { order_id: sale.order_id })
  for (const seconds of [15, 60]) await world.round(seconds * 1000)
  return { ...sale, provider_id, receipt_id: Made.parse(made.body).id }
}

/** Paid for, and Checkbox could not make it fiscal. */
export async function aFailed(world: World): Promise<Sale> {
  const sale = await aCreated(world)
  world.outside.fiscal.set({ fiscalised_as: 'RECEIPT_ERROR' })
  paid(world, sale)
  for (const seconds of [660, 60]) await world.round(seconds * 1000)
  world.outside.fiscal.set({ fiscalised_as: 'DONE' })
  return sale
}

/** What was received before is not handed over once more: a return made since would count as one before it. */
export function paid(world: World, { ttn }: Sale): void {
  if (!isReceived(stateOf(world, ttn)?.status_code ?? null))
    world.outside.carrier.parcels.put([{ ttn, status_code: 9 }])
}
