import { createHash } from 'node:crypto'
import { z } from 'zod'
import type { Answer } from '../frame/operations.ts'
import type { CarrierCall } from './call.ts'
import { envelope, ok } from './envelope.ts'
import type { CarrierKey } from './keys.ts'
import { dayDotted, yearFirst } from './kyiv-time.ts'
import type { Parcel } from './parcel.ts'
import { cityOfSender, statusWords } from './status-words.ts'
import type { World } from './world.ts'

/** What only the owner of a key may ask, in the shapes of samples 18, 20 and 21. */

const toRef = (text: string): string =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5')

const rowsPerPage = 100

/** One page of a list, which says how many rows there are on all of them. */
const paged = (rows: readonly unknown[], { properties }: CarrierCall): Answer => {
  const { Page } = Wanted.parse(properties)
  const page = rows.slice((Page - 1) * rowsPerPage, Page * rowsPerPage)
  return ok(envelope(page, { info: { totalCount: rows.length } }))
}

const sendersOf = ({ key, counterparty_name, phones, more_senders }: CarrierKey) => [
  { ref: toRef(key), counterparty_name, phones },
  ...more_senders.map((sender, index) => ({ ref: toRef(`${key} ${index}`), ...sender })),
]

/** Private persons are all called alike: whose key it is, only the contact person tells. */
export const getCounterparties = (key: CarrierKey, call: CarrierCall): Answer =>
  paged(
    sendersOf(key).map(({ ref, counterparty_name }) => {
      const isFirm = counterparty_name !== null
      return {
        Ref: ref,
        City: '00000000-0000-0000-0000-000000000000',
        EDRPOU: '',
        LastName: '',
        FirstName: isFirm ? '' : 'Приватна особа',
        MiddleName: '',
        Description: counterparty_name ?? 'Приватна особа',
        Counterparty: null,
        CityDescription: '',
        CounterpartyType: isFirm ? 'Organization' : 'PrivatePerson',
        OwnershipFormRef: '',
        CounterpartyFullName: counterparty_name ?? '',
        OwnershipFormDescription: isFirm ? 'ФОП' : '',
      }
    }),
    call,
  )

/** One person a phone. */
export const getContactPersons = (key: CarrierKey, call: CarrierCall): Answer => {
  const [LastName = '', FirstName = '', MiddleName = null] = key.name.split(' ')
  const phones = sendersOf(key).find(({ ref }) => ref === call.properties.Ref)?.phones ?? []
  const persons = phones.map((phone) => ({
    Ref: toRef(key.key + phone),
    Description: key.name,
    LastName,
    FirstName,
    MiddleName,
    Phones: phone,
    Email: '',
  }))
  return paged(persons, call)
}

export const getCargoTypes = (): Answer =>
  ok(
    envelope([
      { Ref: 'Parcel', Description: 'Посилка' },
      { Ref: 'Cargo', Description: 'Вантаж' },
      { Ref: 'Documents', Description: 'Документи' },
      { Ref: 'TiresWheels', Description: 'Шини-диски' },
      { Ref: 'Pallet', Description: 'Палети' },
    ]),
  )

const day = z.string().regex(/^\d\d\.\d\d\.\d{4}$/)
const Wanted = z.object({
  IntDocNumber: z.string().optional().catch(undefined),
  DateTime: day.optional().catch(undefined),
  DateTimeFrom: day.optional().catch(undefined),
  DateTimeTo: day.optional().catch(undefined),
  GetFullList: z.coerce.string().catch('0'),
  Page: z.coerce.number().int().min(1).catch(1),
})

const sortable = (dotted: string): string => dotted.split('.').toReversed().join('-')

/** Waybills made in the cabinet of this key; those made at a counter (59…) are not in it. Without a day: today's. */
export const getDocumentList = (world: World, { key, name }: CarrierKey, { properties }: CarrierCall): Answer => {
  const wanted = Wanted.parse(properties)
  const today = dayDotted(world.clock.now())
  const from = sortable(wanted.DateTimeFrom ?? wanted.DateTime ?? today)
  const to = sortable(wanted.DateTimeTo ?? wanted.DateTime ?? today)
  const isWanted = ({ ttn, created_at }: Parcel): boolean => {
    if (wanted.IntDocNumber !== undefined) return ttn === wanted.IntDocNumber
    const made = sortable(dayDotted(Date.parse(created_at)))
    return from <= made && made <= to
  }
  const own = world.parcels.all().filter(({ owner_key, ttn }) => owner_key === key && !ttn.startsWith('59'))
  const rows = own.filter(isWanted)
  const start = wanted.GetFullList === '1' ? 0 : (wanted.Page - 1) * rowsPerPage
  const page = wanted.GetFullList === '1' ? rows : rows.slice(start, start + rowsPerPage)
  return ok(envelope(page.map((parcel) => toRow(world, parcel, name))))
}

const toRow = (world: World, parcel: Parcel, sender: string) => {
  const { status_code } = world.parcels.stateOf(parcel)
  const { ttn, cod, recipient, created_at } = parcel
  const createdAt = Date.parse(created_at)
  return {
    Ref: toRef(ttn),
    IntDocNumber: ttn,
    DateTime: yearFirst(createdAt),
    CreateTime: yearFirst(createdAt),
    EWDateCreated: yearFirst(createdAt),
    StateId: String(status_code),
    StateName: statusWords(status_code, recipient.city, recipient.branch),
    Cost: String(parcel.announced_price ?? cod.amount),
    CostOnSite: String(parcel.delivery_cost),
    AfterpaymentOnGoodsCost: cod.kind === 'payment_control' ? String(cod.amount) : '0',
    BackwardDeliveryMoney: cod.kind === 'money_transfer' ? String(cod.amount) : '0',
    RecipientContactPerson: recipient.name,
    RecipientsPhone: recipient.phone,
    RecipientContactPhone: recipient.phone,
    CityRecipientDescription: recipient.city,
    CitySenderDescription: cityOfSender,
    RecipientAddressDescription: `Відділення №${recipient.branch}`,
    SenderDescription: sender,
    PayerType: 'Sender',
    PaymentMethod: 'Cash',
    SeatsAmount: '1',
    RejectionReason: '',
    DeletionMark: status_code === 2 ? '1' : '0',
  }
}
