import { z } from 'zod'
import { parseBody } from '../frame/bad-input.ts'
import type { Route } from '../frame/operations.ts'
import { ok } from './envelope.ts'
import { generateParcels, GenerateParcels } from './generate-parcels.ts'
import { type Parcel, ParcelChange } from './parcel.ts'
import { statusWords } from './status-words.ts'
import type { World } from './world.ts'

const OneOrMore = z.union([z.array(ParcelChange), ParcelChange.transform((parcel) => [parcel])])

const Redirect = z.strictObject({ to: z.string().regex(/^\d{14}$/) })

/** Parcels as they are put, moved and seen from behind the counter. */
export const parcelRoutes = ({ clock, parcels }: World): Route[] => {
  /** As kept, with what is true now in place of what was true at first. */
  const asOfNow = (parcel: Parcel) => {
    const { status_code, since, paid, received_at } = parcels.stateOf(parcel)
    return {
      ...parcel,
      status_code,
      status_text: statusWords(status_code, parcel.recipient.city, parcel.recipient.branch),
      status_at: new Date(since).toISOString(),
      paid,
      received_at: received_at === null ? null : new Date(received_at).toISOString(),
    }
  }
  const ttnOf = ({ params }: { params: Record<string, string> }): string => params.ttn ?? ''

  return [
    { method: 'GET', path: '/parcels', handle: () => ok({ parcels: parcels.all().map(asOfNow) }) },
    {
      method: 'PUT',
      path: '/parcels',
      handle: (request) => {
        const wanted = parseBody(z.array(ParcelChange), request)
        return ok({ removed: parcels.clear(), put: parcels.put(wanted) })
      },
    },
    { method: 'POST', path: '/parcels', handle: (request) => ok({ put: parcels.put(parseBody(OneOrMore, request)) }) },
    { method: 'DELETE', path: '/parcels', handle: () => ok({ removed: parcels.clear() }) },
    {
      method: 'POST',
      path: '/parcels/generate',
      handle: (request) =>
        ok({ put: parcels.put(generateParcels({ ...parseBody(GenerateParcels, request), now: clock.now() })) }),
    },
    {
      method: 'GET',
      path: '/parcels/:ttn',
      handle: (request) => {
        const parcel = parcels.find(ttnOf(request))
        return parcel === undefined ? { status: 404, body: { message: 'no such parcel' } } : ok(asOfNow(parcel))
      },
    },
    {
      method: 'POST',
      path: '/parcels/:ttn/redirect',
      handle: (request) => {
        const made = parcels.redirect(ttnOf(request), parseBody(Redirect, request).to)
        return made === undefined ? { status: 404, body: { message: 'no such parcel' } } : ok(asOfNow(made))
      },
    },
    {
      method: 'PUT',
      path: '/parcels/:ttn',
      handle: (request) => {
        const wanted = parseBody(ParcelChange.omit({ ttn: true }), request)
        return ok({ removed: parcels.remove(ttnOf(request)), put: parcels.put([{ ...wanted, ttn: ttnOf(request) }]) })
      },
    },
    { method: 'DELETE', path: '/parcels/:ttn', handle: (request) => ok({ removed: parcels.remove(ttnOf(request)) }) },
  ]
}
