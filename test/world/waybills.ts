import { more, pick } from './actions/action.ts'
import type { World } from './world.ts'

interface Wished {
  /** Kopiykas. */
  control: number
  /** Which sender, with what payment, and how old it is. */
  lot: number
}

const dayMs = 86_400_000
/** Of ten waybills nearly all are made the moment they are given to an order; some lay in a drawer for weeks. */
const agesMs = [0, 0, 0, 0, 0, 0, 0, dayMs, 10 * dayMs, 30 * dayMs]
const kinds = [...Array<'payment_control'>(9).fill('payment_control'), 'money_transfer', 'none'] as const

export const nextTtn = ({ ttns }: Pick<World, 'ttns'>): string => `2045${String(ttns.length + 1).padStart(10, '0')}`

/** A sender of the shop makes a waybill; the recipient pays on delivery, nearly always by payment control. */
export function makeWaybill(world: World, { control, lot }: Wished): string {
  const ttn = nextTtn(world)
  const register = pick(world.registers, lot)
  const kind = pick(kinds, more(lot)) ?? 'payment_control'
  const made_at = world.outside.clock.now() - (pick(agesMs, more(more(lot))) ?? 0)
  world.outside.carrier.parcels.put([
    {
      ttn,
      owner_key: register?.carrier_key ?? null,
      sender_phone: register === undefined ? null : (pick(register.phones, more(lot * 7)) ?? null),
      status_code: 1,
      created_at: new Date(made_at).toISOString(),
      cod: { kind, amount: kind === 'none' ? 0 : control / 100 },
      recipient: { phone: '380671112233' },
    },
  ])
  world.ttns.push(ttn)
  return ttn
}
