import { constantFields } from './constant-fields.ts'
import type { CarrierKey } from './keys.ts'
import { dayFirstDashed, dayFirstDotted, dayOnly, minuteFirst, yearFirst } from './kyiv-time.ts'
import { isAtBranch, isReceived, isRefused, type ParcelState } from './parcel-state.ts'
import type { Parcel } from './parcel.ts'
import { cityOfSender, statusWords } from './status-words.ts'

export type WireRecord = Record<string, unknown>

const dayMs = 86_400_000
/** Days at the branch before storage costs money, as in every capture. */
const freeStorageDays = 8
/** The carrier's own "no time". */
const noScan = '0001-01-01 00:00:00'

const dated = (at: number | null, write: (at: number) => string): string => (at === null ? '' : write(at))

/** All that is true of a parcel, in the carrier's fields and types; what of it is shown to whom is decided elsewhere. */
export const toRecord = (parcel: Parcel, state: ParcelState, owner: CarrierKey | undefined): WireRecord => ({
  ...constantFields,
  Number: parcel.ttn,
  ...places(parcel, state, owner),
  ...times(parcel, state),
  ...money(parcel, state),
  ...relatives(parcel, state),
  ...possibilities(state),
})

const places = (parcel: Parcel, { status_code, received_at }: ParcelState, owner?: CarrierKey) => {
  const { recipient, order_number, ttn } = parcel
  return {
    StatusCode: String(status_code),
    Status: statusWords(status_code, recipient.city, recipient.branch),
    CitySender: cityOfSender,
    CityRecipient: recipient.city,
    WarehouseRecipient: `Відділення №${recipient.branch}: вул. Тестова, 1`,
    WarehouseRecipientNumber: recipient.branch,
    WarehouseRecipientAddress: `${recipient.city}, Тестова, 1`,
    RecipientAddress: `м. ${recipient.city}, Відділення №${recipient.branch}`,
    // The person that took it; the person that was to take it is in the other field.
    RecipientFullName: received_at === null ? '' : recipient.name,
    RecipientFullNameEW: recipient.name,
    PhoneRecipient: recipient.phone,
    CounterpartyRecipientDescription: 'Приватна особа',
    // The sender is there also when its key is gone.
    PhoneSender: parcel.sender_phone ?? owner?.phones[0] ?? '380500000099',
    SenderFullNameEW: owner?.name ?? 'Незнайомий Відправник Інший',
    CounterpartySenderDescription: owner?.counterparty_name ?? 'Приватна особа',
    CounterpartySenderType: (owner?.counterparty_name ?? null) === null ? 'PrivatePerson' : 'Organization',
    ClientBarcode: order_number,
    RefEW: `00000000-0000-0000-00${ttn.slice(0, 2)}-${ttn.slice(2)}`,
  }
}

const times = (parcel: Parcel, { status_code, since, arrived_at, received_at }: ParcelState) => {
  const createdAt = Date.parse(parcel.created_at)
  const paidStorageAt = arrived_at === null ? null : arrived_at + freeStorageDays * dayMs
  return {
    DateCreated: dayFirstDashed(createdAt),
    ScheduledDeliveryDate: status_code === 1 ? '' : dayFirstDashed(createdAt + dayMs),
    ActualDeliveryDate: dated(arrived_at, yearFirst),
    RecipientDateTime: dated(received_at, dayFirstDotted),
    DateScan: status_code === 1 ? noScan : minuteFirst(since),
    TrackingUpdateDate: yearFirst(since),
    DateFirstDayStorage: dated(paidStorageAt, dayOnly),
    DatePayedKeeping: dated(paidStorageAt, yearFirst),
  }
}

const money = (parcel: Parcel, { status_code, paid, received_at }: ParcelState) => {
  const { kind, amount } = parcel.cod
  const transferred = kind === 'money_transfer' ? amount : 0
  const isPaid = paid || kind === 'none' || amount === 0
  const ofWaybill = isPaid ? 'Payed' : isRefused(status_code) ? 'PaymentNotAvailable' : 'NeedPayment'
  const isSent = transferred > 0 && received_at !== null
  const deliveryCost = String(parcel.delivery_cost)
  const isFeePaid = parcel.delivery_paid_online
  return {
    AfterpaymentOnGoodsCost: kind === 'payment_control' ? amount : 0,
    Redelivery: transferred > 0 ? 1 : 0,
    RedeliverySum: transferred,
    RedeliveryPayer: transferred > 0 ? 'Recipient' : '',
    ExpressWaybillPaymentStatus: parcel.payment_status ?? ofWaybill,
    ExpressWaybillAmountToPay: isPaid ? 0 : amount,
    AnnouncedPrice: parcel.announced_price ?? Math.max(amount, 200),
    LastAmountTransferGM: transferred > 0 ? transferred.toFixed(3) : '',
    LastAmountReceivedCommissionGM: transferred > 0 ? Math.round(20 + transferred * 0.02) : 0,
    LastTransactionStatusGM: isSent ? (status_code === 11 ? 'Видача' : 'Відправлення') : '',
    LastTransactionDateTimeGM: isSent ? dated(received_at, yearFirst) : '',
    DocumentCost: deliveryCost,
    SumBeforeCheckWeight: parcel.delivery_cost,
    // The delivery fee, which the sender paid when making the waybill: a client must not take it for the buyer's money.
    AmountToPay: isFeePaid ? deliveryCost : '',
    AmountPaid: isFeePaid ? deliveryCost : '',
    PaymentStatus: isFeePaid ? 'PAYED' : '',
    PaymentStatusDate: isFeePaid ? yearFirst(Date.parse(parcel.created_at)) : '',
  }
}

const relatives = (parcel: Parcel, state: ParcelState) => {
  const { received_at, since } = state
  const hasTransfer = parcel.cod.kind === 'money_transfer' && parcel.cod.amount > 0 && received_at !== null
  const transfer = hasTransfer ? { number: `102-${parcel.ttn.slice(4)}`, type: 'RedeliveryGM' } : null
  const newest = state.successor ?? transfer
  return {
    LastCreatedOnTheBasisNumber: newest?.number ?? '',
    LastCreatedOnTheBasisDocumentType: newest?.type ?? '',
    LastCreatedOnTheBasisDateTime: newest === null ? '' : yearFirst(since),
    LastCreatedOnTheBasisPayerType: newest === null ? '' : 'Sender',
    OwnerDocumentNumber: parcel.owner_document?.number ?? '',
    OwnerDocumentType: parcel.owner_document?.type ?? '',
  }
}

const possibilities = ({ status_code }: ParcelState) => {
  const isOnItsWay = !isReceived(status_code) && !isRefused(status_code) && ![1, 2, 104].includes(status_code)
  return {
    PossibilityCreateRedirecting: isOnItsWay,
    PossibilityCreateReturn: isOnItsWay,
    PossibilityCreateRefusal: isOnItsWay,
    PossibilityChangeEW: isOnItsWay,
    PossibilityTermExtension: isAtBranch(status_code),
  }
}

/** A number without a waybill, or not yet: short, and without a single date. */
export const toUnknownRecord = (ttn: string): WireRecord => ({
  Number: ttn,
  StatusCode: '3',
  Status: statusWords(3, '', 0),
  PossibilityCreateRedirecting: false,
  PossibilityCreateReturn: false,
  PossibilityCreateRefusal: false,
  PossibilityChangeEW: false,
  PossibilityChangeCash2Card: false,
  PossibilityChangeDeliveryIntervals: false,
  PossibilityTermExtension: false,
  PossibilityTrusteeRecipient: false,
  TrusteeRecipientPhone: '',
  PossibilityLightReturn: false,
  LightReturnNumber: '',
  SecurePayment: false,
  RecipientFullName: '',
  CargoDescriptionString: '',
  RedeliverySum: '',
  RedeliveryPayer: '',
  AfterpaymentOnGoodsCost: '',
  LastCreatedOnTheBasisPayerType: '',
  LastTransactionDateTimeGM: '',
  CounterpartySenderDescription: '',
  CounterpartyRecipientDescription: '',
  SenderAddress: '',
  RecipientAddress: '',
  AnnouncedPrice: '',
  RedeliveryPaymentCardRef: '',
  RedeliveryPaymentCardDescription: '',
  CreatedOnTheBasis: '',
  ExpressWaybillPaymentStatus: '',
  ExpressWaybillAmountToPay: '',
})
