import { z } from 'zod'
import type { Answer } from '../frame/operations.ts'
import { createRandom } from '../frame/random.ts'
import type { CarrierCall } from './call.ts'
import { envelope, ok, refuse } from './envelope.ts'
import type { CarrierKey } from './keys.ts'
import type { Parcel } from './parcel.ts'
import { toRecord, toUnknownRecord, type WireRecord } from './record.ts'
import { type Role, showRecord } from './show-record.ts'
import type { World } from './world.ts'

/** The value the carrier takes today is not proven; `UA` is what clients send. */
const languages = new Set<unknown>([undefined, '', 'UA', 'RU', 'EN'])
const badLanguage = { text: 'Language is not valid', code: '30001401723' }
const mostDocuments = 100
const phoneWarning = 'Please enter a valid phone number from the express invoice to show full information'
const phoneWarningCode = '30001402739'
const invalidItem = { text: 'Documents has an invalid item', code: '30001402439' }

const Documents = z.array(
  z.object({
    DocumentNumber: z.union([z.string(), z.number().transform(String)]).catch(''),
    Phone: z.string().catch(''),
  }),
)
type Asked = z.infer<typeof Documents>[number]

export const documentsOf = ({ properties }: CarrierCall): Asked[] =>
  Documents.safeParse(properties.Documents).data ?? []

/** Fourteen digits; `00…` are refused as well. */
const isNumber = (text: string): boolean => /^(?!00)\d{14}$/.test(text)

/** `key` is undefined for a caller without a key, or with one that is passed over in silence. */
export const getStatusDocuments = (world: World, call: CarrierCall, key: CarrierKey | undefined): Answer => {
  const documents = documentsOf(call)
  if (documents.length === 0) return refuse('bad_number')
  if (documents.length > mostDocuments) return refuse('too_many_documents')

  // A number asked twice comes once.
  const good = new Map<string, Asked>()
  const bad = new Set<string>()
  for (const document of documents) {
    if (isNumber(document.DocumentNumber)) good.set(document.DocumentNumber, document)
    else bad.add(document.DocumentNumber)
  }
  const badOnes = Array.from(bad, (number) => `Invalid DocumentNumber: ${number}`)
  const { mixed_batch, phone_warning_code } = world.settings()
  if (good.size === 0 || (bad.size > 0 && mixed_batch === 'fails')) return refuse('bad_number', badOnes)

  const parcels = [...good.keys()].map((ttn) => world.parcels.find(ttn))
  const whole = parcels.find((parcel) => (parcel?.raw_envelope ?? null) !== null)
  if (whole !== undefined) return ok(whole.raw_envelope)

  const found = [...good.values()].map((document) => look(world, document, key)).filter((one) => one !== null)
  const remarks = [
    ...(bad.size > 0 ? [invalidItem] : []),
    ...(languages.has(call.properties.Language) ? [] : [badLanguage]),
  ]
  const strangers = found.filter(({ role }) => role === 'stranger').map(({ ttn }) => `ID_${ttn}`)
  return ok(
    envelope(
      shuffled(found, world.seed).map(({ record }) => record),
      {
        warnings: [...strangers.map((id) => ({ [id]: phoneWarning })), ...badOnes, ...remarks.map(({ text }) => text)],
        warningCodes: [
          ...(phone_warning_code ? strangers.map((id) => ({ [id]: phoneWarningCode })) : []),
          ...remarks.map(({ code }) => code),
        ],
      },
    ),
  )
}

interface Found {
  ttn: string
  role: Role
  record: WireRecord
}

const look = (world: World, { DocumentNumber: ttn, Phone }: Asked, key: CarrierKey | undefined): Found | null => {
  const parcel = world.parcels.find(ttn)
  if (parcel === undefined) return { ttn, role: 'stranger', record: toUnknownRecord(ttn) }
  if (parcel.left_out) return null
  const state = world.parcels.stateOf(parcel)
  const owner = world.keys.find(parcel.owner_key ?? '')
  const role = state.status_code === 3 ? 'stranger' : roleOf(world, parcel, owner, key, Phone)
  const record = state.status_code === 3 ? toUnknownRecord(ttn) : showRecord(toRecord(parcel, state, owner), role)
  Object.assign(record, parcel.raw)
  for (const field of parcel.without) delete record[field]
  return { ttn, role, record }
}

const roleOf = (
  world: World,
  { owner_key, recipient }: Parcel,
  owner: CarrierKey | undefined,
  key: CarrierKey | undefined,
  phone: string,
): Role => {
  if (key !== undefined && key.key === owner_key) return 'owner'
  if (key?.phones.includes(recipient.phone)) {
    return world.settings().recipient_key_sees_sender ? 'owner' : 'recipient'
  }
  // A phone of the waybill opens it to any caller, which is why it proves nothing.
  if (phone !== '' && owner?.phones.includes(phone)) return 'sender'
  return phone !== '' && phone === recipient.phone ? 'recipient' : 'stranger'
}

/** The order of an answer is not promised: the same for the same seed and length, and never the one of the request. */
const shuffled = <Item>(items: readonly Item[], seed: number): Item[] => {
  const random = createRandom(seed)
  const drawn = items.map((item, index) => ({ item, index, lot: random() }))
  drawn.sort((left, right) => left.lot - right.lot)
  const isAsAsked = drawn.every(({ index }, place) => index === place)
  const order = isAsAsked ? [...drawn.slice(1), ...drawn.slice(0, 1)] : drawn
  return order.map(({ item }) => item)
}
