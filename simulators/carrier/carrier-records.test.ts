import { expect, test } from 'vitest'
import { z } from 'zod'
import { readSample } from './served-answers.ts'
import { otherKey, ownKey, startCarrier } from './test-carrier.ts'

/** What clients of the carrier live on: every field that is described as needed, and the flags. */
const fields = `Number StatusCode Status PhoneSender PhoneRecipient CounterpartySenderDescription SenderFullNameEW
  AfterpaymentOnGoodsCost Redelivery RedeliverySum RedeliveryPayer RedeliveryNum ExpressWaybillPaymentStatus
  ExpressWaybillAmountToPay LastAmountTransferGM LastTransactionStatusGM LastTransactionDateTimeGM
  LastAmountReceivedCommissionGM CardMaskedNumber RedeliveryPaymentCardRef RedeliveryPaymentCardDescription PaymentStatus
  PaymentStatusDate AmountToPay AmountPaid DocumentCost AnnouncedPrice PayerType PaymentMethod DateCreated
  ScheduledDeliveryDate ActualDeliveryDate RecipientDateTime DateScan TrackingUpdateDate DatePayedKeeping
  DateFirstDayStorage LastCreatedOnTheBasisNumber LastCreatedOnTheBasisDocumentType LastCreatedOnTheBasisDateTime
  LastCreatedOnTheBasisPayerType OwnerDocumentNumber OwnerDocumentType CreatedOnTheBasis LightReturnNumber DateReturnCargo
  UndeliveryReasons UndeliveryReasonsSubtypeDescription UndeliveryReasonsDate ClientBarcode CityRecipient WarehouseRecipient
  WarehouseRecipientNumber RecipientFullName RecipientFullNameEW RefEW PossibilityCreateReturn PossibilityCreateRefusal
  PossibilityChangeEW PossibilityCreateRedirecting PossibilityChangeCash2Card PossibilityChangeDeliveryIntervals
  PossibilityTermExtension PossibilityTrusteeRecipient PossibilityLightReturn PossibilityCreateClaim
  DeliveryTimeframe`.split(/\s+/)

/** A value without what is this parcel's own: type, emptiness, the way a date or an amount is written. */
const shapeOf = (value: unknown): unknown => {
  if (typeof value === 'number') return 'number'
  if (typeof value !== 'string' || value === '') return value
  if (/^[\da-f]{8}-/.test(value)) return 'uuid'
  if (/^\d+(\.\d+)?$/.test(value)) return value.replace(/^\d+/, '9').replaceAll(/\d/g, '9')
  return /^[\d :.-]+$/.test(value) ? value.replaceAll(/\d/g, '9') : 'text'
}

const shapesOf = (record: Record<string, unknown>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, shapeOf(record[name])]))

const Data = z.object({ data: z.array(z.record(z.string(), z.unknown())) })
/** The last one: where there are two, the first is a number nobody knows, or alike. */
const sampleRecord = (name: string) => Data.parse(readSample(name).body).data.at(-1) ?? {}

/** Parcels to which the same has happened as to those of the samples. */
const startLikeSamples = async (at: number) => {
  const carrier = await startCarrier({ at })
  const fee = { delivery_paid_online: false }
  carrier.parcels.put([
    {
      ttn: '20450000000011',
      cod: { kind: 'money_transfer', amount: 2000 },
      created_at: '2022-09-01T14:09:52Z',
      journey: [
        { after_seconds: 64_332, status_code: 7 },
        { after_seconds: 82_704, status_code: 10 },
        { after_seconds: 771_181, status_code: 11 },
      ],
    },
    { ttn: '59000000000012', status_code: 9, ...fee },
    { ttn: '20400000000014', status_code: 9, delivery_cost: 96 },
    { ttn: '59001000000015', status_code: 7, delivery_cost: 55.01, ...fee },
    { ttn: '20450000000016', status_code: 1, recipient: { branch: 0 }, ...fee },
    {
      ttn: '20400000000018',
      status_code: 5,
      cod: { kind: 'money_transfer', amount: 24_200 },
      order_number: '1',
      ...fee,
    },
  ])
  return carrier
}

const sender = '380500000001'
const recipient = '380500000002'
const nextDay = Date.UTC(2022, 8, 2, 14)
const weekLater = Date.UTC(2022, 8, 11)

test.each([
  { sample: '01', asked: '20450000000011', at: nextDay, phone: '' },
  { sample: '02', asked: '20450000000011', at: nextDay, phone: sender },
  { sample: '03', asked: '20450000000011', at: weekLater, phone: sender },
  { sample: '04', asked: '20450000000011', at: weekLater, phone: '' },
  { sample: '05', asked: '59000000000012', at: nextDay, phone: '' },
  { sample: '06', asked: '59000000000012', at: nextDay, phone: recipient },
  { sample: '09', asked: '20400000000014', at: nextDay, phone: sender },
  { sample: '11', asked: '59001000000015', at: nextDay, phone: '' },
  { sample: '12', asked: '20450000000016', at: nextDay, phone: recipient },
])('a parcel like that of sample $sample is told in the same fields, types and ways of writing', async (row) => {
  const { record } = await startLikeSamples(row.at)
  const sample = sampleRecord(row.sample)
  const told = await record('', { number: row.asked, phone: row.phone })
  const known = fields.filter((field) => field in sample)
  expect(known.length).toBeGreaterThan(35)
  expect(shapesOf(told, known)).toEqual(shapesOf(sample, known))
  expect(told).toMatchObject({ StatusCode: sample.StatusCode, Number: row.asked })
  const ofOtherYears = new Set(['OnlineCreditStatus', 'OnlineCreditStatusCode'])
  expect(Object.keys(sample).filter((field) => !(field in told) && !ofOtherYears.has(field))).toEqual([])
})

test('the very values of the captured parcel come back: money, dates and words', async () => {
  const { record } = await startLikeSamples(nextDay)
  const same = `Number StatusCode Status DateCreated ActualDeliveryDate RecipientDateTime DateScan DateFirstDayStorage
    DatePayedKeeping Redelivery RedeliverySum RedeliveryPayer AfterpaymentOnGoodsCost ExpressWaybillPaymentStatus
    ExpressWaybillAmountToPay LastAmountTransferGM LastAmountReceivedCommissionGM LastTransactionStatusGM PaymentStatus
    AmountToPay AmountPaid DocumentCost AnnouncedPrice PhoneSender PhoneRecipient SenderFullNameEW RecipientFullName
    CounterpartySenderDescription LastCreatedOnTheBasisDocumentType WarehouseRecipientNumber`.split(/\s+/)
  const pick = (from: Record<string, unknown>) => Object.fromEntries(same.map((field) => [field, from[field]]))
  const told = await record('', { number: '20450000000011', phone: sender })
  expect(pick(told)).toEqual(pick(sampleRecord('02')))
})

test('the key of the sender is told both phones, as in the only capture made with one', async () => {
  const { record } = await startLikeSamples(nextDay)
  const sample = sampleRecord('13')
  const told = await record(ownKey, '20400000000018')
  // Numbers were taken out of that capture, and of two fields it says what no other does.
  const odd = new Set(['LastCreatedOnTheBasisPayerType', 'CreatedOnTheBasis'])
  const known = fields.filter((field) => (sample[field] ?? null) !== null && !odd.has(field))
  expect(known.length).toBeGreaterThan(30)
  expect(shapesOf(told, known)).toEqual(shapesOf(sample, known))
  expect(told).toMatchObject({
    PhoneSender: sender,
    PhoneRecipient: recipient,
    ExpressWaybillPaymentStatus: 'NeedPayment',
  })
})

test('an unknown number is a short record with code 3 and the warning on phones', async () => {
  const { track } = await startCarrier()
  const { json } = await track(ownKey, '20400000000013')
  const [sample] = Data.parse(readSample('09').body).data
  expect(json).toMatchObject({
    success: true,
    data: [{ ...sample, Status: 'Номер не знайдено' }],
    warnings: [{ ID_20400000000013: expect.stringContaining('valid phone number') }],
  })
  expect(Object.keys(Data.parse(json).data[0] ?? {}).toSorted()).toEqual(Object.keys(sample ?? {}).toSorted())
})

test('payment control: the sum is a number with kopiykas, and the fee for the delivery is paid long before it', async () => {
  const { parcels, record } = await startCarrier()
  const ttn = '20450000000021'
  parcels.put([{ ttn, status_code: 7, cod: { kind: 'payment_control', amount: 1234.56 } }])
  const unpaid = {
    AfterpaymentOnGoodsCost: 1234.56,
    Redelivery: 0,
    RedeliverySum: 0,
    LastAmountTransferGM: '',
    ExpressWaybillPaymentStatus: 'NeedPayment',
    ExpressWaybillAmountToPay: 1234.56,
    PaymentStatus: 'PAYED',
    AmountPaid: '115',
  }
  expect(await record(ownKey, ttn)).toMatchObject(unpaid)
  parcels.put([{ ttn, paid: true }])
  expect(await record(ownKey, ttn)).toMatchObject({
    StatusCode: '7',
    ExpressWaybillPaymentStatus: 'Payed',
    ExpressWaybillAmountToPay: 0,
  })
  parcels.put([{ ttn, status_code: 103 }])
  expect(await record(ownKey, ttn)).toMatchObject({ ExpressWaybillPaymentStatus: 'PaymentNotAvailable' })
})

test('a return and a redirection are told with the number that goes on, and the new parcel points back', async () => {
  const { parcels, record } = await startCarrier()
  parcels.put([
    { ttn: '20450000000031', status_code: 103, successor: { number: '20450000000032', type: 'CargoReturn' } },
    { ttn: '20450000000032', status_code: 5, owner_document: { number: '20450000000031', type: 'CargoReturn' } },
    { ttn: '20450000000033', status_code: 104, successor: { number: '20450000000034', type: 'Redirecting' } },
  ])
  expect(await record(ownKey, '20450000000031')).toMatchObject({
    LastCreatedOnTheBasisNumber: '20450000000032',
    LastCreatedOnTheBasisDocumentType: 'CargoReturn',
  })
  expect(await record(ownKey, '20450000000032')).toMatchObject({ OwnerDocumentNumber: '20450000000031' })
  expect(await record(otherKey, '20450000000033')).toMatchObject({
    LastCreatedOnTheBasisNumber: '20450000000034',
    LastCreatedOnTheBasisDocumentType: 'Redirecting',
    LastCreatedOnTheBasisPayerType: '',
  })
})
