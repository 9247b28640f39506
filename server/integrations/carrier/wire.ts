import { isReceived } from '#/contract/carrier-statuses.ts'
import { toPhone } from '../phone.ts'
import type { ParcelStatus } from './carrier-client.ts'
import { cutTo, fieldOf, readCode, readInstant, readMoney, readText } from './read-fields.ts'

/** What is called, and with what; the key is added where it is sent. */
export interface CarrierCall {
  modelName: string
  calledMethod: string
  methodProperties: object
}

/** `Phone` stays empty: with the sender's phone the carrier shows `PhoneSender` to any caller, and then it proves nothing. */
export const trackingCall = (ttns: readonly string[], language: string | null): CarrierCall => ({
  modelName: 'TrackingDocument',
  calledMethod: 'getStatusDocuments',
  methodProperties: {
    Documents: ttns.map((ttn) => ({ DocumentNumber: ttn, Phone: '' })),
    ...(language === null ? {} : { Language: language }),
  },
})

export const sendersCall = (page: number): CarrierCall => ({
  modelName: 'Counterparty',
  calledMethod: 'getCounterparties',
  methodProperties: { CounterpartyProperty: 'Sender', Page: String(page) },
})

export const contactsCall = (ref: string, page: number): CarrierCall => ({
  modelName: 'Counterparty',
  calledMethod: 'getCounterpartyContactPersons',
  methodProperties: { Ref: ref, Page: String(page) },
})

export const longestStatusText = 300

/** null: it does not name its parcel. */
export function fromRecord(record: unknown): ParcelStatus | null {
  const at = (name: string) => fieldOf(record, name)
  const ttn = readText(at('Number'))
  if (ttn === '') return null
  const status_code = readCode(at('StatusCode'))
  const cod = readCod(at('AfterpaymentOnGoodsCost'), at('RedeliverySum'))
  const shownPhone = readText(at('PhoneSender'))
  // A word such as `false` is no phone; a receipt of the wrong register would be the price of believing it.
  const isShown = /[1-9]/.test(shownPhone)
  const isPaidAhead = /^(payed|paid)$/i.test(readText(at('ExpressWaybillPaymentStatus')))
  return {
    ttn,
    status_code,
    status_text: cutTo(longestStatusText, readText(at('Status'))),
    own: isShown,
    sender_phone: isShown ? toPhone(shownPhone) : null,
    ...cod,
    // A branch hands nothing over unpaid. `PaymentStatus` and `AmountPaid` are about the fee of delivery, not about this.
    paid: (cod.cod_amount ?? 0) > 0 && (isReceived(status_code) || isPaidAhead),
    received_at: readReceivedAt(record, status_code),
    made_at: readInstant(at('DateCreated')),
    successor: readSuccessor(record, ttn),
  }
}

/** A waybill has the one or the other; they are never added up. */
function readCod(paymentControl: unknown, moneyTransfer: unknown): Pick<ParcelStatus, 'cod_amount' | 'cod_kind'> {
  const [control, transfer] = [readMoney(paymentControl), readMoney(moneyTransfer)]
  if (control !== null && control > 0) return { cod_amount: control, cod_kind: 'payment_control' }
  if (transfer !== null && transfer > 0) return { cod_amount: transfer, cod_kind: 'money_transfer' }
  return { cod_amount: control === 0 && transfer === 0 ? 0 : null, cod_kind: null }
}

/** Received, and the transfer paid out to the shop, which happens days later and moves the other times along. */
const paidOutCode = 11

function readReceivedAt(record: unknown, code: number | null): string | null {
  if (!isReceived(code)) return null
  const handedOver = readInstant(fieldOf(record, 'RecipientDateTime'))
  if (handedOver !== null || code === paidOutCode) return handedOver
  return readInstant(fieldOf(record, 'DateScan')) ?? readInstant(fieldOf(record, 'TrackingUpdateDate'))
}

/** `RedeliveryGM` is the document of the money: it has a number too, but is no parcel. */
const successors = new Map<string, 'return' | 'redirect'>([
  ['cargoreturn', 'return'],
  ['redirecting', 'redirect'],
])

function readSuccessor(record: unknown, own: string): ParcelStatus['successor'] {
  const ttn = readText(fieldOf(record, 'LastCreatedOnTheBasisNumber'))
  const type = readText(fieldOf(record, 'LastCreatedOnTheBasisDocumentType')).toLowerCase()
  const kind = successors.get(type)
  return kind !== undefined && /^\d{14}$/.test(ttn) && ttn !== own ? { ttn, kind } : null
}
