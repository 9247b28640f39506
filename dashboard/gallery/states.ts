import { account } from './groups/account.ts'
import { attention } from './groups/attention.ts'
import { audit } from './groups/audit.ts'
import { bulk } from './groups/bulk.ts'
import { money } from './groups/money.ts'
import { order } from './groups/order.ts'
import { orders } from './groups/orders.ts'
import { people } from './groups/people.ts'
import { receipts } from './groups/receipts.ts'
import { registers } from './groups/registers.ts'
import { reports } from './groups/reports.ts'
import { shell } from './groups/shell.ts'
import { withdrawn } from './groups/withdrawn.ts'
import type { Group, State } from './state.ts'

export const groups: readonly Group[] = [
  orders,
  order,
  receipts,
  attention,
  bulk,
  money,
  withdrawn,
  reports,
  registers,
  account,
  people,
  audit,
  shell,
]

/** Under the name of its group: «orders/loading». */
export const addressOf = (group: Group, state: State): string => `${group.name}/${state.name}`

export function findState(address: string): State {
  for (const group of groups) for (const state of group.states) if (addressOf(group, state) === address) return state
  throw new Error(`the gallery has no state «${address}»`)
}
