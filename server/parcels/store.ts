import { sql, type Generated, type RawBuilder } from 'kysely'
import { finalCodes, receivedCodes, refusedCodes, type ParcelGroup } from '#/contract/carrier-statuses.ts'
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

/** The parcel of the order `o` as the API shows it. `p` is its joined row; there is none yet in the statement that sets a TTN. */
export const parcelJson = sql`
  case when o.ttn is null then null else json_build_object(
    'status_code', p.status_code, 'status_text', p.status_text, 'group', ${parcelGroupSql(sql`p.status_code`)},
    'own', p.own, 'cod_amount', p.cod_amount, 'cod_kind', p.cod_kind, 'paid', coalesce(p.paid, false),
    'checked_at', ${instant(sql`p.checked_at`)}, 'received_at', ${instant(sql`p.received_at`)},
    'final', coalesce(p.status_code in (${codes(finalCodes)}), false)) end`
