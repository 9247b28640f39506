import { z } from 'zod'

const instant = z.iso.datetime({ offset: true })
const hryvnias = z.number().min(0).multipleOf(0.01)

const Recipient = z.strictObject({
  name: z.string().default('Тестовий Одержувач Перший'),
  phone: z.string().default('380500000002'),
  city: z.string().default('Київ'),
  branch: z.int().min(0).default(25),
})

/** From `after_seconds` past the making of the waybill on, the parcel is there; `paid` says so of the money, else unchanged. */
const Step = z.strictObject({
  after_seconds: z.number().min(0),
  status_code: z.int(),
  paid: z.boolean().optional(),
})

export const Parcel = z.strictObject({
  ttn: z.string().regex(/^\d{14}$/),
  /** null: the key of its sender is unknown here. */
  owner_key: z.string().nullable(),
  recipient: Recipient,
  /** On the waybill; null: the first of the owner's phones. */
  sender_phone: z.string().nullable(),
  cod: z.strictObject({ kind: z.enum(['payment_control', 'money_transfer', 'none']), amount: hryvnias }),
  /** Before the first step of the journey, or for good when there is none. */
  status_code: z.int(),
  created_at: instant,
  /** When `status_code` was set. */
  status_at: instant,
  /** null: when it came to a code that means received. */
  received_at: instant.nullable(),
  /** null: paid when received. */
  paid: z.boolean().nullable(),
  /** null: follows from what is paid. */
  payment_status: z.enum(['Payed', 'NeedPayment', 'PaymentNotAvailable', '']).nullable(),
  successor: z
    .strictObject({
      number: z.string(),
      type: z.enum(['CargoReturn', 'Redirecting', 'RedeliveryGM']),
      after_seconds: z.number().min(0).default(0),
    })
    .nullable(),
  /** The parcel this one was made from. */
  owner_document: z.strictObject({ number: z.string(), type: z.string() }).nullable(),
  delivery_cost: hryvnias,
  /** The fee for the delivery, by the sender's card; it has nothing to do with what the buyer pays. */
  delivery_paid_online: z.boolean(),
  announced_price: hryvnias.nullable(),
  order_number: z.string(),
  journey: z
    .array(Step)
    .transform((steps) => steps.toSorted((left, right) => left.after_seconds - right.after_seconds)),
  /** Put over the record for every key, so that any nonsense can be served. */
  raw: z.record(z.string(), z.unknown()),
  /** Keys the record has not. */
  without: z.array(z.string()),
  /** The whole answer to any call that asks for this parcel. */
  raw_envelope: z.unknown(),
  /** The answer does not mention it, as if it had not been asked. */
  left_out: z.boolean(),
})
export type Parcel = z.infer<typeof Parcel>

export const ParcelChange = Parcel.partial().required({ ttn: true })
export type ParcelChange = z.input<typeof ParcelChange>
