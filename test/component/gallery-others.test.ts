import { expect, test } from 'vitest'
import { attention } from '#/dashboard/gallery/groups/attention.ts'
import { bulk } from '#/dashboard/gallery/groups/bulk.ts'
import { order } from '#/dashboard/gallery/groups/order.ts'
import { orders } from '#/dashboard/gallery/groups/orders.ts'
import { receipts } from '#/dashboard/gallery/groups/receipts.ts'
import { addressOf, groups } from '#/dashboard/gallery/states.ts'
import { lookAtStates } from './look-at-states.ts'

/** Looked at in the files beside this one. */
const elsewhere = new Set([orders, order, bulk, receipts, attention])

lookAtStates(groups.filter((group) => !elsewhere.has(group)))

test('no two states of the gallery have one address', () => {
  const addresses = groups.flatMap((group) => group.states.map((state) => addressOf(group, state)))
  expect(new Set(addresses).size).toBe(addresses.length)
})
