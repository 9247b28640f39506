import { expect, test } from 'vitest'
import { otherKey, ownKey, startCarrier } from './test-carrier.ts'

const ttn = '20450000000041'
const start = async () => {
  const carrier = await startCarrier()
  carrier.parcels.put([{ ttn, status_code: 10, cod: { kind: 'money_transfer', amount: 800.5 } }])
  return carrier
}

/** Present and empty, numbers too. */
const masked = {
  PhoneSender: '',
  PhoneRecipient: '',
  CounterpartySenderDescription: '',
  SenderFullNameEW: '',
  RecipientFullName: '',
  RecipientFullNameEW: '',
  AfterpaymentOnGoodsCost: '',
  RedeliverySum: '',
  RedeliveryPayer: '',
  ExpressWaybillPaymentStatus: '',
  ExpressWaybillAmountToPay: '',
  AnnouncedPrice: '',
  LastTransactionDateTimeGM: '',
  LastCreatedOnTheBasisPayerType: '',
}
/** What any passer-by is told. */
const open = {
  StatusCode: '10',
  Redelivery: 1,
  LastAmountTransferGM: '800.500',
  LastTransactionStatusGM: 'Відправлення',
  PaymentStatus: 'PAYED',
  DocumentCost: '115',
  LastCreatedOnTheBasisDocumentType: 'RedeliveryGM',
}
const warning = { [`ID_${ttn}`]: 'Please enter a valid phone number from the express invoice to show full information' }

test.each([
  ['with the key of somebody else', otherKey],
  ['without a key', ''],
])('a stranger %s is told the way of the parcel, but neither people nor money, and warned', async (_who, key) => {
  const { track } = await start()
  const { data, warnings, warningCodes } = await track(key, ttn)
  expect(data).toMatchObject([{ ...masked, ...open }])
  expect(warnings).toEqual([warning])
  expect(warningCodes).toEqual([])
})

test('the owner is told everything, without a warning', async () => {
  const { track } = await start()
  const { data, warnings } = await track(ownKey, ttn)
  expect(data).toMatchObject([
    { ...open, PhoneSender: '380500000001', PhoneRecipient: '380500000002', RedeliverySum: 800.5 },
  ])
  expect(warnings).toEqual([])
})

test('whoever knows the phone of the sender is shown it, key or no key, so it proves nothing', async () => {
  const { record } = await start()
  const asked = { number: ttn, phone: '380500000001' }
  const shown = { PhoneSender: '380500000001', PhoneRecipient: '', RedeliverySum: 800.5 }
  expect(await record('', asked)).toMatchObject(shown)
  expect(await record(otherKey, asked)).toMatchObject(shown)
  expect(await record('', { number: ttn, phone: '380509999999' })).toMatchObject(masked)
})

test('a key with the phone of the recipient is told the sender’s only where the setting says so', async () => {
  const { keys, record, set } = await start()
  keys.put([{ key: otherKey, phones: ['380500000002'] }])
  expect(await record(otherKey, ttn)).toMatchObject({ PhoneSender: '', PhoneRecipient: '380500000002' })
  set({ recipient_key_sees_sender: true })
  expect(await record(otherKey, ttn)).toMatchObject({ PhoneSender: '380500000001', PhoneRecipient: '380500000002' })
})

test('a parcel of a sender whose key nobody here has is masked for every key', async () => {
  const { parcels, record } = await start()
  parcels.put([{ ttn, owner_key: null }])
  expect(await record(ownKey, ttn)).toMatchObject(masked)
  expect(await record(otherKey, ttn)).toMatchObject(masked)
})

test('the code of the warning is listed where the setting says so', async () => {
  const { set, track } = await start()
  set({ phone_warning_code: true })
  expect(await track('', ttn)).toMatchObject({ warnings: [warning], warningCodes: [{ [`ID_${ttn}`]: '30001402739' }] })
})

test('a record written by hand is served as it is, whoever asks, and fields can be missing or a parcel left out', async () => {
  const { parcels, record, track } = await start()
  parcels.put([{ ttn, raw: { StatusCode: 9, PhoneSender: '  ', Redelivery: null, Junk: [] }, without: ['Status'] }])
  const told = await record('', ttn)
  expect(told).toMatchObject({ Number: ttn, StatusCode: 9, PhoneSender: '  ', Redelivery: null, Junk: [] })
  expect(told).not.toHaveProperty('Status')
  parcels.put([{ ttn, left_out: true }])
  expect(await track(ownKey, ttn)).toMatchObject({ success: true, data: [] })
})
