import type { Order } from '#/contract/orders.ts'
import type { View } from '../view.ts'
import type { World } from '../world.ts'
import { truthOf } from '../truth-words.ts'
import { areClocksRight, isProviderKnown } from './known.ts'
import type { Broken, Law } from './law.ts'
import { alarms, isOrphan } from './words/alarms.ts'
import { problems } from './words/problems.ts'
import { refusals } from './words/refusals.ts'
import { isUsable, type Scene, type Sentences } from './words/scene.ts'

/** No sentence that is shown to a person is false. */
export const everyWordIsTrue: Law = (world, view) => {
  const scenes = new Map(
    [...view.orders, ...view.hidden].map((order): [string, Omit<Scene, 'said'>] => [
      order.id,
      sceneOf(world, view, order),
    ]),
  )
  const judge = (sentences: Sentences, code: string, order_id: string, said: string): Broken[] => {
    const sentence = sentences[code]
    const scene = scenes.get(order_id)
    if (sentence === undefined) return [lie('the words', `nobody knows when «${code}» is true: ${said}`)]
    const isTrue = scene === undefined || typeof sentence !== 'function' ? null : sentence({ ...scene, said })
    if (isTrue !== null) world.count('sentences judged')
    if (scene === undefined || isTrue !== false) return []
    world.count('lies told')
    const about = `the order ${scene.order.crm_id} with ${scene.order.ttn}`
    return [lie(about, `${code}: ${said}; ${truthOf(world, view, scene.order)}`, code)]
  }
  return [
    ...view.refused.flatMap(({ order_id, code, detail }) => judge(refusals, code, order_id, detail)),
    ...receiptsIn(view).flatMap(({ order_id, code, detail }) => judge(problems, code, order_id, detail)),
    ...alarmed(view).flatMap(({ list, order_id, detail }) => judge(alarms, list, order_id, detail)),
    ...orphaned(world, view),
    ...vendors(world, view),
  ]
}

const sceneOf = (world: World, view: View, order: Order): Omit<Scene, 'said'> => ({
  world,
  view,
  order,
  receipt: view.receipts.find(({ id }) => id === order.receipt?.id) ?? null,
})

const lie = (about: string, detail: string, sort = about): Broken => ({
  law: 'every word is true',
  sort,
  about,
  detail,
})

interface Said {
  order_id: string
  detail: string
}

/** The problem of the last receipt of an order: what is said of earlier ones is history. */
const receiptsIn = ({ orders }: View): (Said & { code: string })[] =>
  orders.flatMap(({ id, receipt }) =>
    receipt === null || receipt.problem === null
      ? []
      : [{ order_id: id, code: receipt.problem.code, detail: `${receipt.state}: ${receipt.problem.detail}` }],
  )

const alarmed = ({ alarms: said }: View): (Said & { list: keyof typeof alarms })[] => {
  const named = (list: keyof typeof alarms, items: readonly Said[]) =>
    items.map(({ order_id, detail }) => ({ list, order_id, detail }))
  const { received, orphans: _, registers: __, clock: ___, waiting: ____, copies_undelivered: _____, ...lists } = said
  return [
    ...named('received', received),
    ...named('paid_not_fiscal', lists.paid_not_fiscal.items),
    ...named('sums_differ', lists.sums_differ.items),
    ...named('failed', lists.failed.items),
    ...named('ttn_differs', lists.ttn_differs.items),
    ...named('unbound_received', lists.unbound_received.items),
    ...named('not_asked', lists.not_asked.items),
    ...named('stuck', lists.stuck.items),
    ...named('return_due', lists.return_due.items),
    ...named('fiscal_without_code', lists.fiscal_without_code.items),
    ...named('parcel_deleted', lists.parcel_deleted.items),
    ...named('sale_left', lists.sale_left.items),
  ]
}

function orphaned(world: World, { alarms: { orphans } }: View): Broken[] {
  if (!isProviderKnown(world)) return []
  return orphans.flatMap(({ provider_id, ttn }) =>
    provider_id === null || isOrphan(world, provider_id)
      ? []
      : [lie(`the orphan ${provider_id}`, `a document of ${ttn} is shown that is gone`)],
  )
}

/** What is said of registers, of clocks and of the CRM, once all of them had their time. */
function vendors(world: World, { alarms: { registers, clock }, sync }: View): Broken[] {
  const [first] = clock.items
  const unable = registers.filter(({ id }) => {
    const register = world.registers.find((one) => one.id === id)
    const parcelsAreShown =
      register !== undefined && world.outside.carrier.keys.find(register.stored.carrier_key)?.state === 'ok'
    return register !== undefined && isUsable(world, register) && parcelsAreShown
  })
  return [
    ...unable.map(({ name, detail }) => lie(`the register ${name}`, detail)),
    ...(first === undefined || !areClocksRight(world) ? [] : [lie('the clock', first.detail)]),
    ...(sync.problem === null ? [] : [lie('the CRM', sync.problem.detail)]),
  ]
}
