import { lineSum } from '#/contract/money.ts'
import type { CrmOrder } from '../crm-order.ts'
import { inventGoods } from './stub-catalogue.ts'
import { inventPerson } from './stub-people.ts'
import { stubRandom } from './stub-random.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs

/**
 * Every slot of time, counted from 1970, brings one order, so an order depends on nothing but the seed and its slot:
 * two processes and a restarted one know the same shop. The past is slow (about 200 orders in three weeks); once the
 * demo is open, orders come every three minutes. Parcels of the past wait to be taken for longer than in life: half of
 * them are still to be taken, so that there is work for a bulk.
 */
export const slots = {
  past: { lengthMs: 21 * 24 * hourMs * 0.005, prefix: 'demo', unitMs: hourMs, waits: { least: 36, most: 420 } },
  live: { lengthMs: 3 * minuteMs, prefix: 'live', unitMs: 2 * minuteMs, waits: { least: 8, most: 150 } },
} as const
/** The crm_id of every order of this shop, as a pattern of PostgreSQL. */
export const demoCrmId = '^(demo|live)-[0-9]+$'
export type SlotKind = keyof typeof slots

/** An order is sent so many units of its slots after it was placed. */
const sentAfter = { least: 2, most: 20 }
/** So many slots in a row have TTNs with different ends, which is more than are sent within one minute. */
const slotsKept = 50

/** An order with all that will happen to it; the clock decides what of that is true already. */
export interface Story {
  order: CrmOrder
  ordered_at: number
  changes: { at: number; change: Partial<CrmOrder> }[]
}

const notes = [
  'Подзвонити перед відправленням',
  'Не дзвонити, писати у Viber',
  'Подарункове пакування, будь ласка',
  'Постійна покупчиня, знижка 5 %',
  'Об’єднати з попереднім замовленням',
  'Відправити після 18:00',
] as const

export function inventStory(seed: number, kind: SlotKind, slot: number): Story {
  const random = stubRandom(`${seed}:${kind}:${slot}`)
  const { lengthMs, prefix, unitMs } = slots[kind]
  const ordered_at = Math.floor(slot * lengthMs + random.between(0, 0.9) * lengthMs)
  const goods = inventGoods(random)
  const order: CrmOrder = {
    crm_id: `${prefix}-${slot}`,
    number: String(slot),
    ordered_at: new Date(ordered_at).toISOString(),
    updated_at: new Date(ordered_at).toISOString(),
    status: 'Нове',
    recipient: inventPerson(random),
    ttn: null,
    notes: random.chance(0.25) ? random.pick(notes) : '',
    goods,
    total: sumOf(goods),
  }
  const changes: Story['changes'] = []
  const later = (least: number, most: number) => ordered_at + Math.floor(random.between(least, most) * unitMs)
  // One in ten is collected from the shop and never gets a TTN.
  const sentAt = later(sentAfter.least, sentAfter.most)
  if (random.chance(0.9))
    changes.push({ at: sentAt, change: { status: 'Відправлено', ttn: ttnOf(sentAt, slot, kind) } })
  const editedAt = later(1, 40)
  if (random.chance(0.08)) changes.push({ at: editedAt, change: { notes: random.pick(notes), ...oneMore(goods) } })
  return { order, ordered_at, changes: changes.sort((left, right) => left.at - right.at) }
}

/**
 * Whose TTN it is; null: of no order of this shop. The TTN holds the minute of handing over and the last digits of the
 * slot, so one slot at most comes into question.
 */
export function findSent(seed: number, ttn: string): { story: Story; kind: SlotKind; sent_at: number } | null {
  const [, minute = '', place = ''] = /^2045(\d{8})(\d\d)$/.exec(ttn) ?? []
  if (place === '') return null
  const kind: SlotKind = Number(place) < slotsKept ? 'past' : 'live'
  const { lengthMs, unitMs } = slots[kind]
  const handedOver = Number(minute) * minuteMs
  const last = Math.floor((handedOver + minuteMs) / lengthMs)
  const first = Math.max(0, Math.floor((handedOver - sentAfter.most * unitMs) / lengthMs) - 1)
  for (let slot = first; slot <= last; slot += 1) {
    if (slot % slotsKept !== Number(place) % slotsKept) continue
    const story = inventStory(seed, kind, slot)
    const sent = story.changes.find(({ change }) => change.ttn === ttn)
    if (sent !== undefined) return { story, kind, sent_at: sent.at }
  }
  return null
}

/** The order as it is at that moment; `null` when it is not placed yet. */
export function tellStory({ order, ordered_at, changes }: Story, now: number): CrmOrder | null {
  if (now < ordered_at) return null
  const known = { ...order }
  for (const { at, change } of changes) {
    if (at <= now) Object.assign(known, change, { updated_at: new Date(at).toISOString() })
  }
  return known
}

/**
 * 14 digits as the carrier's: 2045, then the minute of handing over since 1970 in eight, then two that keep orders of one
 * minute apart. The stub of the carrier can so tell how long a parcel has been on its way.
 */
const ttnOf = (sentAt: number, slot: number, kind: SlotKind): string =>
  `2045${String(Math.floor(sentAt / minuteMs)).padStart(8, '0')}${String((slot % slotsKept) + (kind === 'live' ? slotsKept : 0)).padStart(2, '0')}`

function oneMore(goods: CrmOrder['goods']): Pick<CrmOrder, 'goods' | 'total'> {
  const more = goods.map((line, index) => (index === 0 ? { ...line, quantity: line.quantity + 1000 } : line))
  return { goods: more, total: sumOf(more) }
}

const sumOf = (goods: CrmOrder['goods']): number => goods.reduce((sum, line) => sum + lineSum(line), 0)
