import type { WireRecord } from './record.ts'

/**
 * As whom the caller is known. `owner`: the key of the sender, who is told everything. The other two have given a phone of the
 * waybill (or, the recipient, have a key with it) and are told their own side and the money.
 */
export type Role = 'owner' | 'sender' | 'recipient' | 'stranger'

const ofSender = ['PhoneSender', 'SenderFullNameEW', 'SenderAddress', 'CounterpartySenderDescription']
const ofRecipient = ['PhoneRecipient', 'RecipientFullNameEW', 'CounterpartyRecipientDescription']
const ofBoth = [
  'RecipientFullName',
  'RecipientAddress',
  'CargoDescriptionString',
  'AnnouncedPrice',
  'AfterpaymentOnGoodsCost',
  'RedeliverySum',
  'RedeliveryPayer',
  'ExpressWaybillPaymentStatus',
  'ExpressWaybillAmountToPay',
  'LastTransactionDateTimeGM',
  'LastCreatedOnTheBasisPayerType',
  'CardMaskedNumber',
  'RedeliveryPaymentCardRef',
  'RedeliveryPaymentCardDescription',
]

/** What each is not told: present and empty, numbers too. The lists are what differs in captures of one parcel asked twice. */
const hidden: Record<Role, readonly string[]> = {
  owner: [],
  sender: ofRecipient,
  recipient: ofSender,
  stranger: [...ofSender, ...ofRecipient, ...ofBoth],
}

export const showRecord = (record: WireRecord, role: Role): WireRecord => {
  const shown = { ...record }
  for (const field of hidden[role]) shown[field] = ''
  return shown
}
