import type { LineState } from '#/contract/payouts.ts'
import type { ReceiptState } from '#/contract/receipt-states.ts'

/**
 * A month of a shop, made up by chance, as facts: parcels with their orders and receipts, and what the payout lists say. What
 * each transfer means is worked out here a second time, from the rules in words and not from the SQL.
 */
export interface MonthReceipt {
  state: ReceiptState
  amount: number
  is_returned: boolean
  /** Which of the cash registers, by its place; each belongs to a payee, the last one to none we know. */
  register: number
}

export interface MonthOrder {
  is_live: boolean
  is_not_needed: boolean
  /** The order has another TTN, and the parcel went on under the one of the transfer. */
  is_redirected: boolean
  /** In the order they were made; at most the last one lives. */
  receipts: MonthReceipt[]
}

export interface MonthTransfer {
  /** Which parcel. */
  parcel: number
  accepted: number
  commission: number
  operation_id: string | null
}

export interface MonthPayout {
  payee: number
  day: string
  transfers: MonthTransfer[]
}

export interface Month {
  /** The orders that have the TTN of each parcel; none: it is unknown. */
  parcels: MonthOrder[][]
  payouts: MonthPayout[]
}

type Random = () => number
const upTo = (random: Random, most: number): number => Math.floor(random() * most)
const pick = <Item>(random: Random, items: readonly Item[], otherwise: Item): Item =>
  items[upTo(random, items.length)] ?? otherwise

const living: readonly ReceiptState[] = [
  'fiscalized',
  'fiscalized',
  'fiscalized',
  'fiscalized',
  'created',
  'queued',
  'unknown',
  'attention',
]
const dead: readonly ReceiptState[] = ['cancelled', 'failed']

function aReceiptChain(random: Random, amount: number): MonthReceipt[] {
  const register = upTo(random, 3)
  const receipts: MonthReceipt[] = []
  if (random() < 0.15) receipts.push({ state: pick(random, dead, 'failed'), amount, is_returned: false, register })
  if (random() < 0.85) {
    const state = pick(random, living, 'fiscalized')
    receipts.push({ state, amount, is_returned: state === 'fiscalized' && random() < 0.06, register })
  }
  return receipts
}

function someOrders(random: Random, amount: number): MonthOrder[] {
  const count = random() < 0.06 ? 0 : random() < 0.08 ? 2 : 1
  return Array.from({ length: count }, () => ({
    is_live: random() < 0.93,
    is_not_needed: random() < 0.04,
    is_redirected: count === 1 && random() < 0.08,
    receipts: aReceiptChain(random, amount),
  }))
}

export function aMonth(random: Random, parcelCount: number): Month {
  const amounts = Array.from({ length: parcelCount }, () => 5_000 + upTo(random, 400_000))
  const transfers: MonthTransfer[] = amounts.flatMap((amount, parcel) => transfersOf(random, parcel, amount))
  const payouts: MonthPayout[] = []
  for (let from = 0; from < transfers.length;) {
    const size = 1 + upTo(random, 12)
    const day = `2026-04-${String(1 + upTo(random, 28)).padStart(2, '0')}`
    payouts.push({ payee: random() < 0.85 ? 0 : 1, day, transfers: transfers.slice(from, from + size) })
    from += size
  }
  return { parcels: amounts.map((amount) => someOrders(random, amount)), payouts }
}

let operations = 1_000_000_000

function transfersOf(random: Random, parcel: number, amount: number): MonthTransfer[] {
  const one = (accepted: number): MonthTransfer => ({
    parcel,
    accepted,
    commission: accepted > 0 ? Math.round(accepted * 0.005) : 0,
    operation_id: random() < 0.6 ? String((operations += 1)) : null,
  })
  const chance = random()
  if (chance < 0.1) return []
  if (chance < 0.16) return [one(amount - 100 - upTo(random, 500))]
  const half = Math.floor(amount / 2)
  if (chance < 0.22) return [one(half), one(amount - half)]
  const whole = one(amount)
  if (chance < 0.28) return [whole, { ...whole }]
  if (chance < 0.33) return [whole, one(-amount)]
  return [whole]
}

/** A transfer by its place: which payout, which line of it. */
export interface Place {
  payout: number
  line: number
}

const deadStates: ReadonlySet<ReceiptState> = new Set(dead)

/** The payee of each cash register; that of the last one is not set. */
const payeeOfRegister = [0, 1, null] as const

/** What every transfer of the month means. The numbers of the payouts grow with their place. */
export function judgeMonth(month: Month): { place: Place; state: LineState }[] {
  const places = month.payouts.flatMap((payout, at) =>
    payout.transfers.map((_transfer, line) => ({ payout: at, line })),
  )
  return places.map((place) => ({ place, state: stateOf(month, places, place) }))
}

const transferAt = ({ payouts }: Month, { payout, line }: Place): MonthTransfer => {
  const found = payouts[payout]?.transfers[line]
  if (found === undefined) throw new Error('no such transfer')
  return found
}

function isBefore({ payouts }: Month, one: Place, other: Place): boolean {
  const [a, b] = [payouts[one.payout]?.day ?? '', payouts[other.payout]?.day ?? '']
  if (a !== b) return a < b
  return one.payout === other.payout ? one.line < other.line : one.payout < other.payout
}

function isRepetition(month: Month, places: readonly Place[], place: Place): boolean {
  const mine = transferAt(month, place)
  return places.some((other) => {
    if (!isBefore(month, other, place)) return false
    const theirs = transferAt(month, other)
    if (mine.operation_id !== null && theirs.operation_id !== null) return mine.operation_id === theirs.operation_id
    return theirs.parcel === mine.parcel && theirs.accepted === mine.accepted && other.payout !== place.payout
  })
}

function orderOf({ parcels }: Month, parcel: number): MonthOrder | null {
  const orders = parcels[parcel] ?? []
  const live = orders.filter(({ is_live }) => is_live)
  if (orders.length === 1) return orders[0] ?? null
  return live.length === 1 ? (live[0] ?? null) : null
}

function stateOf(month: Month, places: readonly Place[], place: Place): LineState {
  const transfer = transferAt(month, place)
  if (isRepetition(month, places, place)) return 'duplicate'
  const order = orderOf(month, transfer.parcel)
  const receipt = order?.receipts.at(-1)
  const isFiscal = receipt?.state === 'fiscalized'
  if (transfer.accepted < 0 || (isFiscal && receipt.is_returned)) return 'returned'
  if (order === null) return 'unknown_ttn'
  const lives = receipt !== undefined && !deadStates.has(receipt.state)
  const payee = lives ? (payeeOfRegister[receipt.register] ?? null) : null
  if (payee !== null && payee !== month.payouts[place.payout]?.payee) return 'other_payee'
  if (!isFiscal) return 'no_receipt'
  const paid = places
    .filter((other) => transferAt(month, other).parcel === transfer.parcel && !isRepetition(month, places, other))
    .reduce((sum, other) => sum + transferAt(month, other).accepted, 0)
  return paid === receipt.amount ? 'matched' : 'sum_differs'
}
