import { sql } from 'kysely'
import { prepaymentStays } from '#/contract/receipt-words.ts'
import { instant } from '#/server/platform/database/json.ts'

/** An order as the API shows it, as JSON. */
export type OrderText = string

/** The parcel's own trouble, or that of the register that asks for it, while the parcel is followed. */
const problem = sql`coalesce(p.problem, case when p.due_at is not null then r.carrier_problem end)::text`

const cashRegister = sql`
  case when p.cash_register_id is not null then json_build_object('id', r.id, 'name', r.name)::text end`

/** Sentences are ours and not the database's. A quote inside a text is escaped, so nothing but the receipt's problem is met. */
const stays = sql.lit(`"problem":${JSON.stringify(prepaymentStays)}}`)
const body = sql`case when d.prepayment_stays then replace(d.body, '"problem":null}', ${stays}) else d.body end`

/**
 * The whole text of an order: `d` is its document, which triggers keep (migration 0027); the end changes too often to be kept,
 * or is the register's to say.
 */
export const orderText = sql<OrderText>`${body}
  || case when d.has_parcel then ',"checked_at":' || coalesce('"' || ${instant(sql`p.checked_at`)} || '"', 'null')
    || ',"problem":' || coalesce(${problem}, 'null') || '}' else '' end
  || ',"cash_register":' || coalesce(${cashRegister}, 'null') || ',"revision":' || d.revision || '}'`

/** To be joined after `d`. The default register asks while no register's key is known to be the sender's. */
export const withRegister = sql`
  left join parcels p on p.order_id = d.order_id
  left join cash_registers r on r.id = coalesce(p.cash_register_id, (select id from cash_registers where is_default))`
