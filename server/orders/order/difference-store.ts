import { Order } from '#/contract/orders.ts'
import type { Db } from '#/server/platform/database/db.ts'
import { prepare, runPrepared, textOf } from '#/server/platform/database/prepared.ts'
import { orderText, withRegister, type OrderText } from './order-document.ts'
import { differences, headDifferences, toContent, type CrmHead, type Differences, type OrderContent } from './rules.ts'

interface WithCrm {
  item: OrderText
  crm: (OrderContent & CrmHead & { ours: string }) | null
}

const withCrm = (which: string) =>
  prepare<WithCrm>(`
  select ${textOf(orderText)} as item,
    case when d.crm_changed then (select o.crm || jsonb_build_object('ours', o.crm_status) from orders o where o.id = d.order_id) end as crm
  from order_documents d ${textOf(withRegister)} where d.order_id = ${which} and not d.hidden`)
const oneWithCrm = withCrm('$1')
/** A list of unknown length is planned anew each time, so what asks for one order has a statement of its own. */
const allWithCrm = withCrm('any($1::uuid[])')

/** With what the CRM now has otherwise, when a person took the order into their own hands. */
export const findWithDifference = async (db: Db, id: string): Promise<OrderText | undefined> =>
  (await runPrepared(db, oneWithCrm, [id])).map(addDifference)[0]

export const listWithDifference = async (db: Db, ids: readonly string[]): Promise<OrderText[]> =>
  (await runPrepared(db, allWithCrm, [ids])).map(addDifference)

function addDifference({ item, crm }: WithCrm): OrderText {
  const difference = crm === null ? null : differenceFrom(item, crm, crm.ours)
  return `${item.slice(0, -1)},"crm_difference":${JSON.stringify(difference)}}`
}

function differenceFrom(item: OrderText, crm: OrderContent & CrmHead, crm_status: string): Differences {
  const order = Order.parse(JSON.parse(item))
  const ours = { number: order.number, ordered_at: order.ordered_at, status: crm_status }
  return { ...headDifferences(ours, crm), ...differences(toContent(order), crm) }
}
