import { parcelGroup } from '#/contract/carrier-statuses.ts'
import type { Order } from '#/contract/orders.ts'
import { tabs } from '#/contract/tabs.ts'
import { parcelOf } from '../truth.ts'
import { truthOf } from '../truth-words.ts'
import type { View } from '../view.ts'
import type { World } from '../world.ts'
import { isCarrierKnown } from './known.ts'
import type { Law } from './law.ts'

/** Tabs, counts and the summary say what is true. */
export const countsAreTrue: Law = (world, view) =>
  [...tabsOf(view), ...listsOf(view), ...(isCarrierKnown(world) ? parcelsOf(world, view) : [])].map((detail) => ({
    law: 'counts are true',
    about: 'the queue',
    detail,
  }))

function tabsOf(view: View): string[] {
  return tabs.flatMap((tab) => {
    const listed = view.orders.filter((order) => order.tab === tab).length
    return view.counts[tab] === listed ? [] : [`the tab ${tab} counts ${view.counts[tab]} and lists ${listed}`]
  })
}

/** What an alarm names needs attention, and each list counts what it has. */
function listsOf({ attention, named, alarms, hidden }: View): string[] {
  const { received_without_receipt, received, ...lists } = alarms
  const hiddenIds = new Set(hidden.map(({ id }) => id))
  const unlisted = [...named].filter(([id]) => !attention.has(id) && !hiddenIds.has(id))
  const miscounted = Object.entries(lists).flatMap(([name, list]) =>
    typeof list === 'object' && list !== null && 'items' in list && !agree(list.count, list.items) ? [name] : [],
  )
  return [
    ...unlisted.map(([id, name]) => `the alarm ${name} names the order ${id}, and attention=true does not list it`),
    ...miscounted.map((name) => `the alarm ${name} counts others than it lists`),
    ...(agree(received_without_receipt, received) ? [] : ['the alarm received counts others than it lists']),
  ]
}

/** A list has the first hundred of what is counted. */
const mostListed = 100
const agree = (count: number, { length }: readonly unknown[]): boolean => Math.min(count, mostListed) === length

function parcelsOf(world: World, view: View): string[] {
  const { orders, summary, awaited: listed } = view
  const wrong: string[] = []
  const awaited = new Map<string, number>()
  const others: Order[] = []
  for (const order of orders) {
    const { crm_id, ttn, tab, parcel } = order
    const truth = ttn === null || parcel === null ? null : parcelOf(world, ttn)
    if (ttn === null || truth === null) continue
    const isRedirectionDeleted = truth.status_code === 2 && truth.ttn !== ttn
    if (truth.status_code === 3 || truth.is_left_out || isRedirectionDeleted) {
      // A number that is unknown all of a sudden, or not mentioned, keeps what was known of it. A parcel whose redirection was
      // deleted stands where it was: what comes of it is not known.
      if (listed.has(order.id)) awaited.set(ttn, parcel?.cod_amount ?? 0)
      continue
    }
    const group = parcelGroup(truth.status_code)
    const isWrong = (group === 'received') !== (tab === 'received') || (group === 'refused') !== (tab === 'refused')
    if (isWrong && parcel?.problem === null)
      wrong.push(
        `the order ${crm_id} is in ${tab} while its parcel is ${truth.status_code}; ${truthOf(world, view, order)}`,
      )
    const isAwaited = group === 'created' || group === 'moving' || group === 'waiting'
    const counts = isAwaited && !truth.paid && truth.sum > 0 && truth.owner !== null
    if (counts) awaited.set(ttn, truth.sum)
    if (counts !== listed.has(order.id)) others.push(order)
  }
  const sum = [...awaited.values()].reduce((total, one) => total + one, 0)
  if (awaited.size !== summary.count || sum !== summary.cod_total)
    wrong.push(
      `the summary says ${summary.count} parcels and ${summary.cod_total}, there are ${awaited.size} and ${sum}; ${others.map((order) => truthOf(world, view, order)).join(' and ')}`,
    )
  return wrong
}
