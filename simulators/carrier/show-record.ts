import type { WireRecord } from './record.ts'

/**
 * The caller's relation to the parcel. `owner`: the key of the sender, which is shown everything. The other two have
 * given a phone of the waybill (or, the recipient, have a key with it) and are shown their own side and the money.
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

/** What each caller is not shown: present and empty, numbers too. The lists are what differs in captures of one parcel read twice. */
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
