import { z } from 'zod'
import type { Settings } from './settings.ts'

/** What the carrier knows of a TTN, as far as a receipt depends on it. */
export const Waybill = z.strictObject({
  ttn: z.string().min(1),
  /** Payment control in kopiykas; null: none. */
  control: z.int().min(0).nullable().default(null),
  /** The carrier key of the sender; null: not said. */
  owner_key: z.string().nullable().default(null),
  paid: z.boolean().default(false),
  recipient_phone: z.string().default(''),
})
export type Waybill = z.output<typeof Waybill>
export type WaybillInput = z.input<typeof Waybill>

/** `unchecked`: this world has no waybills, so any will do. */
export type Looked = { kind: 'found'; waybill: Waybill } | { kind: 'unknown' | 'unchecked' | 'unreachable' }

/** As `GET /_control/parcels/:ttn` of the carrier simulator tells it. */
const Parcel = z.looseObject({
  ttn: z.string(),
  owner_key: z.string().nullable(),
  cod: z.looseObject({ kind: z.string(), amount: z.number() }),
  paid: z.boolean(),
  recipient: z.looseObject({ phone: z.string() }),
})
const Parcels = z.object({ parcels: z.array(Parcel) })

/** Above this many, all parcels at once are cheaper than each by itself. */
const mostOneByOne = 20

/** Where Checkbox learns of waybills: the carrier simulator, or a table put by hand. */
export const createWaybills = (settings: () => Settings) => {
  let known: Map<string, Waybill> | null = null

  const put = (given: readonly WaybillInput[]): number => {
    const wanted = given.map((waybill) => Waybill.parse(waybill))
    known ??= new Map()
    for (const waybill of wanted) known.set(waybill.ttn, waybill)
    return wanted.length
  }

  const lookInTable = (ttn: string): Looked => {
    if (known === null) return { kind: 'unchecked' }
    const waybill = known.get(ttn)
    return waybill === undefined ? { kind: 'unknown' } : { kind: 'found', waybill }
  }

  const look = async (ttn: string): Promise<Looked> => {
    const { carrier_control_url: url } = settings()
    if (url === null) return lookInTable(ttn)
    const answer = await ask(`${url}/parcels/${encodeURIComponent(ttn)}`)
    if (answer === null) return { kind: 'unreachable' }
    if (answer.status === 404) return { kind: 'unknown' }
    return { kind: 'found', waybill: toWaybill(Parcel.parse(answer.json)) }
  }

  const lookAtMany = async (ttns: readonly string[]): Promise<Looked[]> => {
    const { carrier_control_url: url } = settings()
    if (url === null || ttns.length <= mostOneByOne) return Promise.all(ttns.map(look))
    const answer = await ask(`${url}/parcels`)
    if (answer === null) return []
    const { parcels } = Parcels.parse(answer.json)
    return parcels.map((parcel) => ({ kind: 'found', waybill: toWaybill(parcel) }))
  }

  return {
    look,
    /** Which of these parcels are paid by now. */
    paidAmong: async (ttns: readonly string[]): Promise<Set<string>> => {
      const looked = await lookAtMany(ttns)
      return new Set(looked.flatMap((one) => (one.kind === 'found' && one.waybill.paid ? [one.waybill.ttn] : [])))
    },
    put,
    all: (): Waybill[] => [...(known?.values() ?? [])],
    /** These and no others: whatever is not among them is unknown to the carrier. */
    replaceAll: (given: readonly WaybillInput[]): number => {
      const wanted = given.map((waybill) => Waybill.parse(waybill))
      known = new Map()
      return put(wanted)
    },
    /** Any TTN will do again. */
    forget: () => (known = null),
  }
}

export type Waybills = ReturnType<typeof createWaybills>

const toWaybill = ({ ttn, owner_key, cod, paid, recipient }: z.output<typeof Parcel>): Waybill => ({
  ttn,
  owner_key,
  control: cod.kind === 'payment_control' ? Math.round(cod.amount * 100) : null,
  paid,
  recipient_phone: recipient.phone,
})

const ask = async (url: string): Promise<{ status: number; json: unknown } | null> => {
  try {
    const answer = await fetch(url)
    return { status: answer.status, json: await answer.json() }
  } catch {
    return null
  }
}
