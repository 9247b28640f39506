import type { Generated, GeneratedAlways } from 'kysely'
import type { ParcelGroup } from '#/contract/carrier-statuses.ts'
import type { Tab } from '#/contract/tabs.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { prepare, runPrepared, textOf } from '#/server/platform/database/prepared.ts'
import { orderText, withRegister, type OrderText } from './order-document.ts'
import type { OrderContent } from './rules.ts'

declare module '#/server/platform/database/db.ts' {
  interface Tables {
    orders: {
      id: string
      /** Of which CRM it is (`order_sources`): another one may give the same id to another order. */
      source: Generated<number>
      crm_id: string
      number: string
      ordered_at: string
      crm_status: string
      recipient_name: string
      recipient_phone: string
      ttn: string | null
      notes: string
      goods: unknown
      total: number
      search: string
      search_key: GeneratedAlways<string>
      crm: unknown
      crm_changed: Generated<boolean>
      crm_cancelled: Generated<boolean>
      created_at: Generated<string>
      edited_at: string | null
      deleted_at: string | null
      version: Generated<number>
      has_receipt: Generated<boolean>
      advance_only: Generated<boolean>
      advance_amount: number | null
      parcel_group: ParcelGroup | null
      tab: GeneratedAlways<Tab>
      stands_first: GeneratedAlways<boolean>
      not_needed_reason: string | null
      not_needed_at: string | null
      not_needed_by: string | null
      not_needed_by_login: string | null
      cod_amount: number | null
      paid: Generated<boolean>
      taken_at: string | null
      ettn_state: 'open' | 'fiscal' | null
      ettn_amount: number | null
      accepted_control: number | null
      last_failed: Generated<boolean>
      /** What the CRM said when a person last decided on the TTN; '': none. null: no person has. */
      crm_ttn_seen: string | null
      crm_ttn_at: string | null
      ttn_differs: GeneratedAlways<boolean>
      behind_crm: GeneratedAlways<boolean>
      lacks_receipt: GeneratedAlways<boolean>
      awaits_fiscal: GeneratedAlways<boolean>
      control_differs: GeneratedAlways<boolean>
      has_failed: GeneratedAlways<boolean>
      return_due: GeneratedAlways<boolean>
    }
  }
}

const shownOrder = prepare<{ item: OrderText }>(`
  select ${textOf(orderText)} as item from order_documents d ${textOf(withRegister)} where d.order_id = $1 and not d.hidden`)

export const findOrder = async (db: Db | Tx, id: string): Promise<OrderText | undefined> =>
  (await runPrepared(db, shownOrder, [id]))[0]?.item

interface FoundOrder extends Omit<OrderContent, 'goods'> {
  id: string
  number: string
  goods: unknown
  version: number
  has_receipt: boolean
  /** The receipts that live are fiscal advances. */
  advance_only: boolean
  deleted_at: string | null
  not_needed_reason: string | null
  crm_ttn: string | null
}

const locking = prepare<FoundOrder>(`
  select id, number, recipient_name, recipient_phone, ttn, notes, goods, total, version, has_receipt, advance_only, deleted_at, not_needed_reason,
    crm ->> 'ttn' as crm_ttn
  from orders where id = $1 for update`)

/** What a change needs to know, locked so that no other transaction decides meanwhile. */
export const lockOrder = async (tx: Tx, id: string): Promise<FoundOrder | undefined> =>
  (await runPrepared(tx, locking, [id]))[0]
