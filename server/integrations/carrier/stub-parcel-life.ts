import { findSent, slots, tellStory } from '../demo-shop/stub-shop.ts'
import { stubRandom, type StubRandom } from '../demo-shop/stub-random.ts'
import type { ParcelStatus } from './carrier-client.ts'

/** All that will happen to a parcel; the clock decides what of it is true already. Times in milliseconds. */
export interface ParcelLife {
  /** From then on it has this code; before the first it is unknown. */
  steps: { at: number; code: number }[]
  cod_kind: ParcelStatus['cod_kind']
  codAmount: (now: number) => number
  /** In the application, before it is taken; null: at the branch as usual. */
  paid_ahead_at: number | null
  returned: { at: number; ttn: string } | null
  city: string
}

const cities = ['Київ', 'Львів', 'Одеса', 'Дніпро', 'Харків', 'Ужгород', 'Кам’янець-Подільський', 'Їжівці'] as const
const dayMs = 24 * 60 * 60_000
/** A TTN that is of no order of the shop lives too, and begins anew after so long, because nothing shows its age. */
const strangeLifeMs = 21 * dayMs

export function inventLife(seed: number, ttn: string, now: number): ParcelLife {
  const random = stubRandom(`parcel:${seed}:${ttn}`)
  const sent = findSent(seed, ttn)
  if (sent !== null) {
    const totalAt = (at: number): number => tellStory(sent.story, at)?.total ?? 0
    return inventSteps({ random, ttn, sent_at: sent.sent_at, ...slots[sent.kind], totalAt })
  }
  const phase = random.upTo(strangeLifeMs)
  const sent_at = now - ((now - phase) % strangeLifeMs)
  const total = 10_000 + random.upTo(3000) * 50
  return inventSteps({ random, ttn, sent_at, ...slots.past, totalAt: () => total })
}

interface Sent {
  random: StubRandom
  ttn: string
  sent_at: number
  /** An hour for the orders of the past, two minutes for those that come while the demo is open. */
  unitMs: number
  /** How many units it waits to be taken. */
  waits: { least: number; most: number }
  totalAt: (at: number) => number
}

function inventSteps({ random, ttn, sent_at, unitMs, waits, totalAt }: Sent): ParcelLife {
  let at = sent_at
  const later = (least: number, most: number): number => (at += Math.floor(random.between(least, most) * unitMs))
  const cod_kind = inventKind(random)
  const city = random.pick(cities)
  const difference = random.chance(0.02) ? random.pick([-5000, 5000]) : 0
  const known = { at: later(0.3, 1), code: 1 }
  // Some waybills are deleted before they set out, and some numbers were mistyped and are never found.
  const fate = random.chance(0.03) ? 'deleted' : random.chance(0.02) ? 'unknown' : 'travels'
  const deleted = { at: known.at + 5 * unitMs, code: 2 }
  const moving = [4, 5, 6].map((code) => ({ at: later(6, 20), code }))
  const arrived = { at: later(4, 12), code: random.pick([7, 7, 8, 8, 101]) }
  const isRefused = random.chance(0.13)
  const end = {
    at: later(waits.least, waits.most),
    code: isRefused ? random.pick([102, 103]) : receivedCode(random, cod_kind),
  }
  // Only a transfer is paid out, some days later.
  const paidOut = end.code === 10 ? [{ at: later(24, 200), code: 11 }] : []
  const aheadAt = arrived.at + Math.floor((end.at - arrived.at) * random.between(0.1, 0.5))
  const isAhead = cod_kind !== null && !isRefused && random.chance(0.15)
  return {
    steps: { travels: [known, ...moving, arrived, end, ...paidOut], deleted: [known, deleted], unknown: [] }[fate],
    cod_kind,
    // The shop corrects the waybill together with the order, until the parcel is gone.
    codAmount: (now) => (cod_kind === null ? 0 : totalAt(Math.min(now, end.at)) + difference),
    paid_ahead_at: isAhead && fate === 'travels' ? aheadAt : null,
    returned: isRefused && fate === 'travels' ? { at: later(12, 36), ttn: `59${ttn.slice(2)}` } : null,
    city,
  }
}

function inventKind(random: StubRandom): ParcelStatus['cod_kind'] {
  if (random.chance(0.08)) return null
  return random.chance(0.12) ? 'money_transfer' : 'payment_control'
}

function receivedCode(random: StubRandom, cod_kind: ParcelStatus['cod_kind']): number {
  if (cod_kind === 'money_transfer') return 10
  return cod_kind === 'payment_control' && random.chance(0.12) ? 106 : 9
}
