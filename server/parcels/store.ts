import { sql, type Generated, type GeneratedAlways } from 'kysely'
import { redirectedCode } from '#/contract/carrier-statuses.ts'
import type { ParcelProblem } from '#/contract/orders.ts'

declare module '#/server/platform/database/db.ts' {
  interface Tables {
    parcels: {
      order_id: string
      ttn: string
      active: boolean
      cash_register_id: string | null
      status_code: number | null
      status_text: string | null
      own: boolean | null
      cod_amount: number | null
      cod_kind: 'payment_control' | 'money_transfer' | null
      paid: Generated<boolean>
      checked_at: string | null
      received_at: string | null
      paid_at: string | null
      cod_changed_at: string | null
      due_at: Generated<string | null>
      status_since: string | null
      missing_since: string | null
      times_missing: Generated<number>
      foreign_rounds: Generated<number>
      successor_ttn: string | null
      successor_kind: 'return' | 'redirect' | null
      problem: ParcelProblem | null
      followed_ttn: string | null
      passed_ttns: Generated<string[]>
      asked_ttn: string | null
    }
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
