import { sql, type Generated, type GeneratedAlways } from 'kysely'
import { redirectedCode } from '#/contract/carrier-statuses.ts'
import type { ParcelProblem } from '#/contract/orders.ts'

/** Times are instants with Z. */
export interface Parcels {
  order_id: string
  /** As the order has it; a receipt is made for this one. */
  ttn: string
  active: boolean
  /** The TTN after a redirection; all below is about this one. null: its own. */
  followed_ttn: string | null
  /** The TTNs it went by before, the order's first. */
  passed_ttns: Generated<string[]>
  /** The TTN of the next question, when that is not the followed one: its successor. */
  asked_ttn: string | null
  /** The register whose key sees the parcel as its own. */
  cash_register_id: string | null
  status_code: number | null
  status_text: string | null
  status_since: string | null
  /** null: not every key could be used yet. */
  own: boolean | null
  cod_amount: number | null
  cod_kind: 'payment_control' | 'money_transfer' | null
  /** When the carrier's sum, or kind of payment, last changed. */
  cod_changed_at: string | null
  paid: Generated<boolean>
  /** When it was first seen paid. */
  paid_at: string | null
  received_at: string | null
  /** When the waybill of `ttn` was made; null: no answer had it. */
  waybill_made_at: string | null
  successor_ttn: string | null
  successor_kind: 'return' | 'redirect' | null
  checked_at: string | null
  /** Since when the order has this TTN; null: since before version 0.10. */
  added_at: Generated<string | null>
  due_at: Generated<string | null>
  /** Since when, and how often in a row, the carrier says that it does not know the TTN. */
  missing_since: string | null
  times_missing: Generated<number>
  /** How often in a row all keys were asked and none was the sender's. */
  foreign_rounds: Generated<number>
  /** Taken or paid, and it is not known whose parcel it is. */
  unproven: GeneratedAlways<boolean>
  /** The carrier takes the TTN for no number, or does not know it. */
  unfindable: GeneratedAlways<boolean>
  /** Why nothing new will be known of it, when that is the parcel's own fault. */
  problem: ParcelProblem | null
}

declare module '#/server/platform/database/db.ts' {
  interface Tables {
    parcels: Parcels
    parcel_steps: {
      id: GeneratedAlways<number>
      order_id: string
      ttn: string
      at: string
      status_code: number | null
      status_text: string | null
      details: unknown
    }
  }
}

/** The TTN that the parcel `p` continues under: the one that is followed, or the next one; null: it goes by its own. */
export const redirectedTo = sql`coalesce(p.followed_ttn,
  case when p.status_code = ${sql.lit(redirectedCode)} and p.successor_kind = 'redirect' then p.successor_ttn end)`
