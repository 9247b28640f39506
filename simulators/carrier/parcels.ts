import { Parcel, type ParcelChange } from './parcel.ts'
import { type ParcelState, stateAt } from './parcel-state.ts'

const blank = {
  owner_key: '1'.repeat(32),
  recipient: {},
  sender_phone: null,
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
    const { owner_key, recipient, cod, announced_price, order_number, paid } = known
    put([
      { ttn, status_code: 104, successor: { number: to, type: 'Redirecting' } },
      {
        ...{ ttn: to, owner_key, recipient, cod, announced_price, order_number, status_code: 5 },
        // What was paid ahead is paid, under whichever number it arrives.
        paid,
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
