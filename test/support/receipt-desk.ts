import { sql } from 'kysely'
import type { Order } from '#/contract/orders.ts'
import type { Receipt } from '#/contract/receipts.ts'
import type { ReceiptState } from '#/contract/receipt-states.ts'
import type { CrmOrder } from '#/server/integrations/crm-order.ts'
import type { ReceiptEvent } from '#/server/receipts/machine/facts.ts'
import { moveReceipt } from '#/server/receipts/machine/move-receipt.ts'
import { markMode } from '#/server/status/mode-store.ts'
import type { ApiClient } from './api-client.ts'
import { aCrmOrder } from './orders.ts'
import { loggedIn } from './people.ts'
import { aRegister } from './registers.ts'
import { bring } from './scripted-crm.ts'
import { startShop } from './shop.ts'

export interface ParcelFacts {
  own: boolean | null
  status_code: number
  cod_amount: number
  cod_kind: 'payment_control' | 'money_transfer' | null
  cash_register_id: string | null
}

/**
 * The service with a register, a cashier and orders with parcels as the carrier would describe them. No worker runs:
 * the test moves a receipt to its state through the machine itself.
 */
export async function startReceiptDesk() {
  const { kasyr, app, db, crm, client: cashier } = await startShop()
  // Its registers are those of the stub, whose receipts count only in a demo.
  await markMode(kasyr.db, 'demo')
  const admin = await loggedIn(kasyr, 'admin')

  async function addRegister(changes: Parameters<typeof aRegister>[0] = {}): Promise<string> {
    const { status, body, text } = await admin.post<{ id: string }>('/cash-registers', aRegister(changes))
    if (status !== 201) throw new Error(`adding a register answered ${status}: ${text}`)
    return body.id
  }
  const registerId = await addRegister()

  /** What the carrier would say of the parcels of these orders; the sum is the order's unless said otherwise. */
  async function tellParcels(ids: readonly string[], facts: Partial<ParcelFacts> = {}): Promise<void> {
    const { own = true, status_code = 5, cod_kind = 'payment_control', cash_register_id = registerId } = facts
    await sql`
      update parcels set own = ${own}, status_code = ${status_code}, cod_kind = ${cod_kind}, cash_register_id = ${cash_register_id},
        cod_amount = ${facts.cod_amount ?? sql`(select total from orders where orders.id = parcels.order_id)`}
      where order_id = any(${ids})`.execute(db)
  }

  /** Orders that may get a receipt, but for what is said of them; their ids, in the order they were made. */
  async function orders(
    count: number,
    changes: Partial<CrmOrder> | ((place: number) => Partial<CrmOrder>) = {},
    facts: Partial<ParcelFacts> = {},
  ): Promise<string[]> {
    const made = Array.from({ length: count }, (_, place) =>
      aCrmOrder(typeof changes === 'function' ? changes(place) : changes),
    )
    await bring(app, crm, made)
    const { rows } = await sql<{ id: string }>`
      select id from orders where crm_id = any(${made.map(({ crm_id }) => crm_id)}) order by crm_id::bigint`.execute(db)
    const ids = rows.map(({ id }) => id)
    await tellParcels(ids, facts)
    return ids
  }

  const order = async (changes?: Partial<CrmOrder>, facts?: Partial<ParcelFacts>): Promise<string> =>
    (await orders(1, changes, facts))[0] ?? ''

  const ask = (order_id: string, headers?: Record<string, string>, client: ApiClient = cashier) =>
    client.post<Receipt>('/receipts', { order_id }, headers)

  /** A receipt that was accepted. */
  async function receipt(order_id?: string): Promise<Receipt> {
    const { status, body, text } = await ask(order_id ?? (await order()))
    if (status !== 202) throw new Error(`creating a receipt answered ${status}: ${text}`)
    return body
  }

  /** A chain that was accepted: a prepayment of a quarter, and the rest. */
  async function chain(): Promise<{ rest: Receipt; prepayment_id: string }> {
    const order_id = await order({}, { cod_amount: 90_000 })
    const asked = { order_id, amount: 30_000, payment: 'cashless' }
    const { status, body: rest, text } = await cashier.post<Receipt>('/receipts/prepayment', asked)
    if (status !== 202) throw new Error(`creating a chain answered ${status}: ${text}`)
    const row = await rowOf(rest.id)
    return { rest, prepayment_id: row.prepayment_id ?? '' }
  }

  /** Lets the machine have these, one after another; each must count. */
  async function drive(id: string, ...events: ReceiptEvent[]): Promise<void> {
    for (const event of events) {
      const moved = await moveReceipt(app, id, { event })
      if (moved === null) throw new Error(`${event.type} came to nothing`)
    }
  }

  const rowOf = (id: string) => db.selectFrom('receipts').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const read = async (id: string): Promise<Receipt> => (await cashier.get<Receipt>(`/receipts/${id}`)).body
  const readOrder = async (id: string): Promise<Order> => (await cashier.get<Order>(`/orders/${id}`)).body
  const receiptsOf = (order_id: string) =>
    db.selectFrom('receipts').select(['id', 'kind', 'state']).where('order_id', '=', order_id).execute()
  /** Which jobs wait that did not before. */
  async function jobsOf(work: () => Promise<unknown>): Promise<string[]> {
    await sql`delete from pgboss.job`.execute(db)
    await work()
    const { rows } = await sql<{
      name: string
    }>`select name from pgboss.job where state = 'created' order by name`.execute(db)
    return rows.map(({ name }) => name)
  }

  return {
    kasyr,
    admin,
    cashier,
    crm,
    registerId,
    addRegister,
    tellParcels,
    orders,
    order,
    ask,
    receipt,
    chain,
    drive,
    rowOf,
    read,
    readOrder,
    receiptsOf,
    jobsOf,
  }
}

let documents = 0
export const aDocumentId = (): string => `document-${(documents += 1)}`
const problem = { code: 'fiscal.failed', detail: 'Так сказав Checkbox.' }

/** What leads from `queued` to each state. */
export function wayTo(state: ReceiptState): ReceiptEvent[] {
  const provider_id = aDocumentId()
  const created: ReceiptEvent[] = [{ type: 'claimed' }, { type: 'sent_positive', attempt: 1, provider_id }]
  const unknown: ReceiptEvent[] = [{ type: 'claimed' }, { type: 'sent_ambiguous', attempt: 1, problem }]
  const cancelling: ReceiptEvent[] = [...created, { type: 'cancel_asked' }, { type: 'cancel_claimed' }]
  const ways: Record<ReceiptState, ReceiptEvent[]> = {
    queued: [],
    sending: [{ type: 'claimed' }],
    unknown,
    attention: [...unknown, { type: 'silent_too_long', problem }],
    created,
    cancelling,
    cancel_unknown: [...cancelling, { type: 'remove_ambiguous', removal: 1 }],
    fiscalized: [...created, { type: 'found_fiscal', provider_id }],
    cancelled: [{ type: 'cancel_asked' }],
    failed: [{ type: 'claimed' }, { type: 'sent_refused', attempt: 1, problem }],
  }
  return ways[state]
}
