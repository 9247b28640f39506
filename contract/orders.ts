import { z } from 'zod'
import { isReceived, isRefused, parcelGroups } from './carrier-statuses.ts'
import { Day, Id, Instant, pageQuery } from './common.ts'
import { Kopiykas, Quantity } from './money.ts'

/** An order is in exactly one tab. What the carrier says comes first, then whether there is a receipt. */
export const tabs = ['no_receipt', 'has_receipt', 'refused', 'received'] as const
export type Tab = (typeof tabs)[number]

export function tabOf(order: { has_receipt: boolean; status_code: number | null }): Tab {
  if (isRefused(order.status_code)) return 'refused'
  if (isReceived(order.status_code)) return 'received'
  return order.has_receipt ? 'has_receipt' : 'no_receipt'
}

/** May it still be changed? A living receipt must show what was really sold. */
export const orderCan = {
  edit: (order: { receipt: unknown; deleted?: boolean }): boolean => order.receipt === null && !order.deleted,
}

export const Goods = z.strictObject({
  code: z.string().trim().max(100),
  name: z.string().trim().min(1).max(500),
  price: Kopiykas,
  quantity: Quantity,
  discount: Kopiykas.default(0),
})
export type Goods = z.infer<typeof Goods>

export const Recipient = z.strictObject({ name: z.string(), phone: z.string() })

export const Parcel = z.strictObject({
  status_code: z.int().nullable(),
  status_text: z.string().nullable(),
  group: z.enum(parcelGroups).nullable(),
  own: z.boolean().nullable().describe('Чи бачить каса цю ТТН як свою; null: ще не перевірено'),
  cod_amount: Kopiykas.nullable(),
  cod_kind: z.enum(['payment_control', 'money_transfer']).nullable(),
  paid: z.boolean(),
  checked_at: Instant.nullable(),
  received_at: Instant.nullable(),
  final: z.boolean(),
})

export const OrderReceipt = z.strictObject({
  id: Id,
  state: z.string(),
  amount: Kopiykas,
  prepayment: z.unknown().nullable(),
  cancel_requested: z.boolean(),
  fiscal_code: z.string().nullable(),
  fiscalized_at: Instant.nullable(),
  receipt_url: z.string().nullable(),
  problem: z.unknown().nullable(),
})

export const Order = z
  .strictObject({
    id: Id,
    crm_id: z.string(),
    number: z.string(),
    ordered_at: Instant,
    tab: z.enum(tabs),
    recipient: Recipient,
    ttn: z.string().nullable(),
    notes: z.string(),
    goods: z.array(Goods),
    total: Kopiykas,
    edited_at: Instant.nullable(),
    crm_changed: z.boolean(),
    version: z.int(),
    parcel: Parcel.nullable(),
    cash_register: z.strictObject({ id: Id, name: z.string() }).nullable(),
    receipt: OrderReceipt.nullable(),
  })
  .meta({ id: 'Order' })
export type Order = z.infer<typeof Order>

export const OrderListQuery = z.strictObject({
  tab: z.enum(tabs).default('no_receipt'),
  q: z.string().trim().max(200).optional(),
  cash_register_id: Id.optional(),
  ...pageQuery,
})
export type OrderListQuery = z.infer<typeof OrderListQuery>

export const exportFormats = ['xlsx', 'csv'] as const
export const OrderExportQuery = z.strictObject({
  tab: z.enum(tabs).optional(),
  from: Day.optional(),
  to: Day.optional(),
  format: z.enum(exportFormats).default('xlsx'),
})
export type OrderExportQuery = z.infer<typeof OrderExportQuery>
