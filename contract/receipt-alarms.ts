import { z } from 'zod'
import { Id, Instant, Kopiykas } from './common.ts'
import { Recipient } from './orders.ts'
import { receiptKinds, ReceiptProblem } from './receipts.ts'

const NamedRegister = z.strictObject({ id: Id, name: z.string() })

/** One order that a person must act on, and why. */
export const Trouble = z
  .strictObject({
    order_id: Id,
    number: z.string(),
    ttn: z.string().nullable(),
    recipient: Recipient.describe('Одержувач замовлення'),
    receipt_id: Id.nullable().describe('Чек, про який мова; null: чека немає'),
    amount: Kopiykas.describe('Сума чека, а без чека — сума до сплати, у копійках'),
    since: Instant.describe('Відколи так є, наскільки відомо'),
    cash_register: NamedRegister.nullable(),
    detail: z.string().describe('Що сталося й що робити'),
  })
  .meta({ id: 'Trouble' })
export type Trouble = z.infer<typeof Trouble>

const SumTrouble = Trouble.extend({
  control: Kopiykas.nullable().describe('Контроль оплати в Новій пошті'),
  fiscal: Kopiykas.nullable().describe('Сума фіскального чека в Checkbox'),
}).meta({ id: 'SumTrouble' })
export type SumTrouble = z.infer<typeof SumTrouble>

/** A receipt that waits for a person. */
const WaitingReceipt = Trouble.extend({
  receipt_id: Id,
  kind: z.enum(receiptKinds),
  is_test: z.boolean(),
  problem: ReceiptProblem.nullable().describe('Чому чек потребує уваги'),
}).meta({ id: 'WaitingReceipt' })
export type WaitingReceipt = z.infer<typeof WaitingReceipt>

const Orphan = z
  .strictObject({
    provider_id: z.string().nullable(),
    order_id: Id.nullable(),
    at: Instant,
    cash_register: NamedRegister.nullable(),
    number: z.string().nullable().describe('Номер замовлення з тією самою ТТН; null: такого немає'),
    ttn: z.string().nullable().describe('ТТН документа, якщо її відомо'),
    recipient: Recipient.nullable().describe('Одержувач того замовлення'),
    amount: Kopiykas.nullable().describe('Сума документа; null: не відомо'),
  })
  .meta({ id: 'Orphan' })
export type Orphan = z.infer<typeof Orphan>

/** The order keeps its own TTN while the CRM has another. */
const TtnTrouble = Trouble.extend({ crm_ttn: z.string().nullable().describe('ТТН у CRM') }).meta({ id: 'TtnTrouble' })
export type TtnTrouble = z.infer<typeof TtnTrouble>

/** The order of a received parcel without a receipt has another TTN since. */
const LeftSale = Trouble.extend({ left_ttn: z.string().describe('ТТН посилки без чека') }).meta({ id: 'LeftSale' })
export type LeftSale = z.infer<typeof LeftSale>

const ClockTrouble = z
  .strictObject({
    system: z.enum(['fiscal', 'database']).describe('З чиїм годинником порівняно'),
    cash_register: NamedRegister.nullable().describe('Каса, чию відповідь порівняно'),
    ahead_seconds: z.int().describe('На скільки секунд наш годинник попереду; від’ємне: позаду'),
    stops_sending: z.boolean().describe('Чи тому чеки не надсилаються'),
    since: Instant.describe('Коли це помічено'),
    detail: z.string().describe('Що сталося й що робити'),
  })
  .meta({ id: 'ClockTrouble' })
export type ClockTrouble = z.infer<typeof ClockTrouble>

/** Many together may exceed the bound of one sum. */
const Total = z.int().min(0).describe('Копійки')

const counted = <Item extends z.ZodType>(item: Item, about: string) =>
  z
    .strictObject({ count: z.int(), amount: Total, items: z.array(item) })
    .describe(`${about}. count рахує всі, amount — їхня сума, items — найдавніші, не більше 100`)

/** Everything about receipts that a person must act on. */
export const ReceiptAlarms = z
  .strictObject({
    attention: z.int().describe('Чеки, які потребують уваги'),
    waiting: counted(WaitingReceipt, 'Чеки, які потребують уваги'),
    received_without_receipt: z.int().describe('Посилки, отримані чи оплачені без чека'),
    received_amount: Total.nullable().describe('Скільки за них сплачено; null: їх понад 5000, і суму не рахують'),
    received: z.array(Trouble).describe('Замовлення цих посилок, найдавніші спершу, не більше 100'),
    paid_not_fiscal: counted(Trouble, 'Оплачено, а чек не фіскальний'),
    sums_differ: counted(SumTrouble, 'Суми розійшлися'),
    failed: counted(Trouble, 'Чек не створено, а іншого немає'),
    copies_undelivered: counted(Trouble, 'Покупець не отримав копії фіскального чека'),
    ttn_differs: counted(TtnTrouble, 'У CRM інша ТТН, ніж у замовленні'),
    unbound_received: counted(Trouble, 'Посилку отримано чи оплачено, а чия вона, не доведено'),
    not_asked: counted(Trouble, 'Про посилку Нову пошту більше не питаємо'),
    stuck: counted(Trouble, 'Чек надто довго чекає надсилання чи лишається сумнівним'),
    return_due: counted(Trouble, 'Від посилки відмовилися, а чек фіскальний: потрібен чек повернення'),
    fiscal_without_code: counted(Trouble, 'Чек фіскальний, а фіскального номера немає'),
    parcel_deleted: counted(Trouble, 'ТТН видалено в Новій пошті, а чек чекає оплати'),
    sale_left: counted(LeftSale, 'Посилку отримано без чека, а замовлення має вже іншу ТТН'),
    clock: z.strictObject({ count: z.int(), items: z.array(ClockTrouble) }).describe('Годинники розійшлися'),
    registers: z
      .array(NamedRegister.extend({ detail: z.string() }))
      .describe('Каси, які зараз не можуть створювати чеків, і чому'),
    orphans: z
      .array(Orphan)
      .describe('Документи Checkbox, яких не має за собою жоден чек, найдавніші спершу, не більше 100'),
    orphans_count: z.int().describe('Скільки їх усього'),
    orphans_amount: Total.describe('Сума всіх, чию суму відомо'),
  })
  .meta({ id: 'ReceiptAlarms' })
export type ReceiptAlarms = z.infer<typeof ReceiptAlarms>
