import { z } from 'zod'
import { type ParcelState, stateAt } from './parcel-state.ts'

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

const Parcel = z.strictObject({
  ttn: z.string().regex(/^\d{14}$/),
  /** null: sent by a sender whose key this world does not have. */
  owner_key: z.string().nullable(),
  recipient: Recipient,
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
  /** Put over the record for every caller, so that any nonsense can be served. */
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

const blank = {
  owner_key: '1'.repeat(32),
  recipient: {},
  cod: { kind: 'none', amount: 0 },
  status_code: 1,
  received_at: null,
  paid: null,
  payment_status: null,
  successor: null,
  owner_document: null,
  delivery_cost: 115,
  delivery_paid_online: true,
  announced_price: null,
  order_number: '',
  journey: [],
  raw: {},
  without: [],
  raw_envelope: null,
  left_out: false,
}

/** The carrier's own table of parcels, asked as of now. */
export const createParcels = (now: () => number) => {
  let parcels = new Map<string, Parcel>()

  const put = (changes: readonly ParcelChange[]) => {
    const at = new Date(now()).toISOString()
    for (const change of changes) {
      const known = parcels.get(change.ttn)
      const isMovedByHand = change.status_code !== undefined && change.journey === undefined
      const moved = isMovedByHand
        ? { journey: [], status_at: change.received_at ?? at, received_at: null, paid: null }
        : {}
      const born = { ...blank, created_at: at, status_at: change.created_at ?? at }
      parcels.set(change.ttn, Parcel.parse({ ...born, ...known, ...moved, ...change }))
    }
    return changes.length
  }

  /** The parcel goes on under another TTN, with the same sender, recipient and sum; under the old one nothing happens any more. */
  const redirect = (ttn: string, to: string): Parcel | undefined => {
    const known = parcels.get(ttn)
    if (known === undefined) return undefined
    const { owner_key, recipient, cod, announced_price, order_number } = known
    put([
      { ttn, status_code: 104, successor: { number: to, type: 'Redirecting' } },
      {
        ...{ ttn: to, owner_key, recipient, cod, announced_price, order_number, status_code: 5 },
        owner_document: { number: ttn, type: 'Redirecting' },
      },
    ])
    return parcels.get(to)
  }

  return {
    redirect,
    /** Adds, or changes the given fields of one that is there. A status set by hand ends the journey, and is of now. */
    put,
    all: (): Parcel[] => [...parcels.values()],
    find: (ttn: string): Parcel | undefined => parcels.get(ttn),
    stateOf: (parcel: Parcel): ParcelState => stateAt(parcel, now()),
    remove: (ttn: string) => (parcels.delete(ttn) ? 1 : 0),
    clear: () => {
      const count = parcels.size
      parcels = new Map()
      return count
    },
  }
}

export type Parcels = ReturnType<typeof createParcels>
