import { sql, type Generated, type GeneratedAlways, type RawBuilder } from 'kysely'
import {
  finalCodes,
  receivedCodes,
  redirectedCode,
  refusedCodes,
  type ParcelGroup,
} from '#/contract/carrier-statuses.ts'
import type { ParcelProblem } from '#/contract/orders.ts'
import { inactiveRegisterSentence } from '#/contract/order-words.ts'
import { instant } from '#/server/platform/database/json.ts'

declare module '#/server/platform/database/database.ts' {
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

const codes = (list: readonly number[]): RawBuilder<unknown> => sql.raw(list.join(', '))

/** The group of a code in SQL; a test holds it against `parcelGroup`. */
export const parcelGroupSql = (code: RawBuilder<unknown>): RawBuilder<ParcelGroup | null> => sql`
  case when ${code} is null then null
       when ${code} in (${codes(receivedCodes)}) then 'received'
       when ${code} in (${codes(refusedCodes)}) then 'refused'
       when ${code} = 2 then 'deleted'
       when ${code} = 3 then 'unknown'
       when ${code} in (7, 8, 14, 107) then 'waiting'
       when ${code} in (1, 12) then 'created'
       else 'moving' end`

/** Nobody asks about the parcels of a register that is switched off, so they say it. */
const inactive = sql`jsonb_build_object('kind', 'register_inactive', 'detail', ${sql.lit(inactiveRegisterSentence)},
  'since', ${instant(sql`coalesce(r.archived_at, p.checked_at, r.created_at)`)})`

/** The TTN that the parcel `p` goes on under: the one that is followed, or the one it is to be; null: it goes by its own. */
export const redirectedTo = sql`coalesce(p.followed_ttn,
  case when p.status_code = ${sql.lit(redirectedCode)} and p.successor_kind = 'redirect' then p.successor_ttn end)`

/**
 * The parcel of the order `o` as the API shows it. `p` is its joined row (there is none yet in the statement that sets a
 * TTN), `r` the register that asks for it: its own, or the default one while nobody's key is known to be the sender's.
 */
export const parcelJson = sql`
  case when o.ttn is null then null else json_build_object(
    'status_code', p.status_code, 'status_text', p.status_text, 'group', ${parcelGroupSql(sql`p.status_code`)},
    'own', p.own, 'cod_amount', p.cod_amount, 'cod_kind', p.cod_kind, 'paid', coalesce(p.paid, false),
    'checked_at', ${instant(sql`p.checked_at`)}, 'received_at', ${instant(sql`p.received_at`)},
    'redirected_to', ${redirectedTo},
    'final', coalesce(p.status_code in (${codes(finalCodes)}), false),
    'successor', case when p.successor_ttn is not null then json_build_object('ttn', p.successor_ttn, 'kind', p.successor_kind) end,
    'problem', coalesce(p.problem, case when p.due_at is null then null when r.active is not false then r.carrier_problem else ${inactive} end)) end`

export const cashRegisterJson = sql`
  case when p.cash_register_id is not null then json_build_object('id', r.id, 'name', r.name) end`

/** To be joined after `o`. */
export const withParcel = sql`left join parcels p on p.order_id = o.id and p.ttn = o.ttn
  left join cash_registers r on r.id = coalesce(p.cash_register_id, (select id from cash_registers where is_default))`
