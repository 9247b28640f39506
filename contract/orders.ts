import { z } from 'zod'
import { parcelGroups } from './carrier-statuses.ts'
import { Day, Id, Instant, Kopiykas, pageQuery, Quantity } from './common.ts'
import { OtherCrm } from './other-crm.ts'
import { mostCounted, tabs } from './tabs.ts'
import { Person, ReasonRequest, ReceiptPrepayment, ReceiptProblem } from './receipts.ts'
import { receiptStates } from './receipt-states.ts'

export const Goods = z.strictObject({
  code: z.string().trim().max(100),
  name: z.string().trim().min(1).max(500),
  price: Kopiykas,
  quantity: Quantity,
  discount: Kopiykas.default(0),
})
export type Goods = z.infer<typeof Goods>

export const Recipient = z.strictObject({ name: z.string(), phone: z.string() })

/** Why the carrier is not asked, or does not answer, about a parcel. */
export const ParcelProblem = z.strictObject({ kind: z.string(), detail: z.string(), since: Instant })
export type ParcelProblem = z.infer<typeof ParcelProblem>

export const Parcel = z.strictObject({
  status_code: z.int().nullable(),
  status_text: z.string().nullable(),
  group: z.enum(parcelGroups).nullable(),
  own: z.boolean().nullable().describe('Чи належить посилка одній із ваших кас; null: ще не перевірено'),
  cod_amount: Kopiykas.nullable(),
  cod_kind: z.enum(['payment_control', 'money_transfer']).nullable(),
  paid: z.boolean(),
  checked_at: Instant.nullable(),
  received_at: Instant.nullable(),
  final: z.boolean().describe('Нову пошту про посилку більше не питаємо: нічого нового вже не буде'),
  redirected_to: z.string().nullable().describe('Нова ТТН переадресованої посилки; стан і оплата — вже за нею'),
  successor: z
    .strictObject({ ttn: z.string(), kind: z.enum(['return', 'redirect']) })
    .nullable()
    .describe('ТТН, під якою посилка їде далі: повернення чи переадресація'),
  problem: ParcelProblem.nullable().describe('Чому стан посилки може бути застарілим'),
})

/** The last receipt of the order, also one that failed or was cancelled: why there is none is worth knowing too. */
export const OrderReceipt = z.strictObject({
  id: Id,
  state: z.enum(receiptStates),
  amount: Kopiykas,
  prepayment: ReceiptPrepayment.nullable(),
  is_test: z.boolean(),
  cancel_requested: z.boolean(),
  fiscal_code: z.string().nullable(),
  fiscalized_at: Instant.nullable(),
  returned_at: Instant.nullable(),
  receipt_url: z.string().nullable(),
  problem: ReceiptProblem.nullable(),
})

/** A person decided that the order needs no receipt. Another TTN is another sale, and ends it. */
export const ReceiptNotNeeded = z.strictObject({ reason: z.string(), at: Instant, by: Person.nullable() })

/** What the CRM says of an order. */
const SaidByCrm = z.strictObject({
  crm_id: z.string(),
  number: z.string(),
  ordered_at: Instant,
  recipient: Recipient,
  ttn: z.string().nullable(),
  notes: z.string(),
  goods: z.array(Goods),
  total: Kopiykas,
})
export type SaidByCrm = z.infer<typeof SaidByCrm>

export const Order = z
  .strictObject({
    id: Id,
    ...SaidByCrm.shape,
    tab: z.enum(tabs),
    edited_at: Instant.nullable(),
    crm_changed: z.boolean(),
    crm_cancelled: z.boolean().describe('Замовлення скасовано в CRM'),
    version: z.int(),
    revision: z.int().describe('Зростає з кожною зміною замовлення, його посилки чи чека'),
    parcel: Parcel.nullable(),
    cash_register: z.strictObject({ id: Id, name: z.string() }).nullable(),
    receipt: OrderReceipt.nullable(),
    receipt_not_needed: ReceiptNotNeeded.nullable().describe('Хто й чому позначив, що чек не потрібен'),
  })
  .meta({ id: 'Order' })
export type Order = z.infer<typeof Order>

const flag = z.literal('true').transform(() => true as const)

/** Digits only: an empty text would be read as zero. */
const TypedKopiykas = z
  .string()
  .regex(/^\d{1,12}$/, { error: 'Очікується ціле число копійок.' })
  .transform(Number)
  .pipe(Kopiykas)

/** What narrows a list; the same words in the address of the dashboard. */
const orderFilters = {
  q: z.string().trim().max(200).optional(),
  cash_register_id: Id.optional(),
  receipt_state: z.enum(receiptStates).optional().describe('Стан останнього чека замовлення'),
  parcel_group: z.enum(parcelGroups).optional(),
  from: Day.optional().describe('Замовлено не раніше цього дня, за Києвом'),
  to: Day.optional().describe('Замовлено не пізніше цього дня, за Києвом'),
  sum_from: TypedKopiykas.optional().describe('Сума замовлення не менша, у копійках'),
  sum_to: TypedKopiykas.optional().describe('Сума замовлення не більша, у копійках'),
  prepaid: flag.optional().describe('Лише з чеком передоплати, який не скасовано'),
  edited: flag.optional().describe('Лише змінені касиром'),
  attention: flag
    .optional()
    .describe(
      'Лише ті, що потребують уваги: чек потребує рішення або не створений, посилку оплачено без чека чи без фіскального чека, суми розійшлися, у Checkbox є зайвий документ',
    ),
  not_picked_up: flag.optional().describe('Лише ті, з яких складається підсумок «Не забрано»'),
}

export const OrderListQuery = z.strictObject({
  tab: z.enum(tabs).optional().describe('Без неї — no_receipt, а з attention=true — усі вкладки разом'),
  ...orderFilters,
  hidden: flag.optional().describe('Приховані замовлення замість черги; лише для адміністратора'),
  ...pageQuery,
})
export type OrderListQuery = z.infer<typeof OrderListQuery>

/** A bulk takes no more than this many orders. */
export const mostSelected = 500

export const OrderSelectionQuery = z.strictObject({ tab: z.enum(tabs).default('no_receipt'), ...orderFilters })
export type OrderSelectionQuery = z.infer<typeof OrderSelectionQuery>
export type OrderFilters = Omit<OrderSelectionQuery, 'tab'>

/** All orders of a filter at this moment, to be acted on together; `count` and `total` are of these `ids`. */
export const OrderSelection = z
  .strictObject({
    ids: z.array(Id).max(mostSelected),
    count: z.int(),
    // Of five hundred orders: more than one order may be.
    total: z.int().min(0).describe('Копійки'),
    more: z.boolean().describe('Є ще, але більше за раз не можна'),
  })
  .meta({ id: 'OrderSelection' })
export type OrderSelection = z.infer<typeof OrderSelection>

export const exportFormats = ['xlsx', 'csv'] as const
/** «What I see» as a file; without a tab, of all of them. */
export const OrderExportQuery = z.strictObject({
  tab: z.enum(tabs).optional(),
  ...orderFilters,
  format: z.enum(exportFormats).default('xlsx'),
})
export type OrderExportQuery = z.infer<typeof OrderExportQuery>

export const syncStates = ['ok', 'running', 'stale', 'failed'] as const

/** An order of the CRM that cannot be read; it arrives once it is corrected there. */
export const UnreadableOrder = z.strictObject({
  crm_id: z.string().nullable().describe('null: навіть ідентифікатор не прочитано'),
  number: z.string().nullable(),
  field: z.string().describe('Поле, наприклад goods/0/price'),
  detail: z.string().describe('Що з ним не так'),
})
export type UnreadableOrder = z.infer<typeof UnreadableOrder>

/** How fresh the list is. `finished_at`: the last time the CRM answered. */
export const SyncReport = z.strictObject({
  state: z.enum(syncStates),
  finished_at: Instant.nullable(),
  problem: z.strictObject({ kind: z.string(), detail: z.string() }).nullable(),
  unreadable: z
    .strictObject({ count: z.int(), items: z.array(UnreadableOrder).max(100) })
    .describe('Замовлення CRM, які не вдалося прочитати: усього і перші 100'),
  other_crm: OtherCrm.nullable().describe(
    'У налаштуваннях інша CRM, і нічого з неї не читаємо, доки не вирішено (POST /crm/decision)',
  ),
})
export type SyncReport = z.infer<typeof SyncReport>

const countPerTab = z.strictObject({ no_receipt: z.int(), has_receipt: z.int(), refused: z.int(), received: z.int() })

export const OrderList = z.strictObject({
  items: z.array(Order),
  next_cursor: z.string().nullable(),
  counts: countPerTab.describe(
    `Замовлень у вкладці; з пошуком чи фільтрами — лише знайдених, не більше ${mostCounted}`,
  ),
  counted_in_part: z.array(z.enum(tabs)).describe('Вкладки, де знайдено більше, ніж названо в counts'),
  as_of: z
    .int()
    .describe('Скільки змін бази містить відповідь: із двох відповідей на той самий запит новіша та, де більше'),
  sync: SyncReport,
})
export type OrderList = z.infer<typeof OrderList>

export const OrderSummary = z
  .strictObject({
    count: z.int().describe('Посилки, які ще не забрали'),
    cod_total: Kopiykas.describe('Сума післяплати за них'),
    received_without_receipt: z.int().describe('Отримано без чека: потребує уваги'),
  })
  .meta({ id: 'OrderSummary' })

/** With what the CRM says otherwise. */
export const OneOrder = Order.extend({
  crm_difference: z
    .record(z.string(), z.strictObject({ before: z.unknown(), after: z.unknown() }))
    .nullable()
    .describe('Що в CRM тепер інакше: before — у нас, after — у CRM'),
})

const uuid = '[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}'

/** A screen reads the rows that have changed again, all in one call. */
export const OrdersByIdsQuery = z.strictObject({
  ids: z
    .string()
    .regex(new RegExp(`^${uuid}(?:,${uuid}){0,99}$`), { error: 'Очікується від 1 до 100 ідентифікаторів через кому.' })
    .transform((text) => text.split(','))
    .describe('Через кому, не більше 100'),
})
export const OrdersByIds = z.strictObject({ items: z.array(OneOrder).describe('Прихованих серед них немає') })

/** Digits only, as on the parcel; spaces and dashes that people paste are removed. */
const TypedTtn = z
  .string()
  .transform((typed) => typed.replace(/[\s-]/g, ''))
  .pipe(z.string().regex(/^\d{11,20}$/, { error: 'ТТН складається лише з цифр (зазвичай 14).' }))
  .nullable()

const TypedPhone = z
  .string()
  .transform((typed) =>
    typed
      .replace(/[\s()+-]/g, '')
      .replace(/^0(\d{9})$/, '380$1')
      .replace(/^80(\d{9})$/, '380$1'),
  )
  .pipe(z.string().regex(/^\d{0,15}$/, { error: 'Неправильний телефон: очікується, наприклад, +380 67 123 45 67.' }))

export const EditOrderRequest = z
  .strictObject({
    recipient: z.strictObject({ name: z.string().trim().min(1).max(200), phone: TypedPhone }).optional(),
    ttn: TypedTtn.optional(),
    notes: z.string().max(5_000).optional(),
    goods: z.array(Goods).min(1).max(200).optional(),
    total: Kopiykas.optional(),
  })
  .refine((changes) => Object.keys(changes).length > 0, { error: 'Вкажіть хоча б одне поле, яке треба змінити.' })
export type EditOrderRequest = z.infer<typeof EditOrderRequest>

/** The TTN of the order is right, whatever the CRM says; but it still says this one. */
export const KeepTtnRequest = z.strictObject({
  crm_ttn: z.string().min(1).max(200).describe('ТТН, яку зараз називає CRM'),
})

/** Why an order needs no receipt. */
export const NotNeededRequest = ReasonRequest

/** Why the parcel that the order had before needs no receipt. */
export const LeftSaleRequest = ReasonRequest.extend({ ttn: z.string().max(50).describe('ТТН тієї посилки') })

export const OrderHistory = z.strictObject({
  items: z.array(
    z.strictObject({
      at: Instant,
      actor: z.strictObject({ id: Id, login: z.string() }).nullable(),
      text: z.string(),
      details: z.record(z.string(), z.unknown()),
    }),
  ),
})
