import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ParcelStatus } from './carrier-client.ts'
import { cutTo, readCode, readFlag, readInstant, readMoney, readText } from './read-fields.ts'
import { contactsCall, fromRecord, longestStatusText, sendersCall, trackingCall } from './wire.ts'

const ttn = '20450000000011'
const decode = (record: object): Partial<ParcelStatus> => fromRecord({ Number: ttn, ...record }) ?? {}

test('the calls are the carrier’s, word for word, and never carry a phone', () => {
  expect(trackingCall([ttn, '59000000000012'], 'UA')).toEqual({
    modelName: 'TrackingDocument',
    calledMethod: 'getStatusDocuments',
    methodProperties: {
      Documents: [
        { DocumentNumber: ttn, Phone: '' },
        { DocumentNumber: '59000000000012', Phone: '' },
      ],
      Language: 'UA',
    },
  })
  expect(JSON.stringify(trackingCall([ttn], null))).not.toContain('Language')
  expect(sendersCall(1)).toEqual({
    modelName: 'Counterparty',
    calledMethod: 'getCounterparties',
    methodProperties: { CounterpartyProperty: 'Sender', Page: '1' },
  })
  expect(contactsCall('d1', 2).methodProperties).toEqual({ Ref: 'd1', Page: '2' })
})

describe('money is whole kopiykas, and what was not told is not zero', () => {
  test.each([
    [2000, 200_000],
    ['2000', 200_000],
    ['2000.000', 200_000],
    ['1250,5', 125_050],
    ['55.01', 5501],
    ['1250,500', 125_050],
    [0.1 + 0.2, 30],
    [0, 0],
    ['0', 0],
    ['0.00', 0],
    ['', null],
    [' ', null],
    [null, null],
    [undefined, null],
    [[], null],
    [{}, null],
    [true, null],
    ['багато', null],
    [-5, null],
    ['12.345', null],
    [1e12, null],
  ])('%j is %s', (given, kopiykas) => {
    expect(readMoney(given)).toBe(kopiykas)
  })
})

describe('times are Kyiv’s, in every way the carrier writes them', () => {
  test.each([
    ['2022-09-02 16:08:33', '2022-09-02T13:08:33.000Z'],
    ['02-09-2022 16:08:33', '2022-09-02T13:08:33.000Z'],
    ['02.09.2022 16:08:16', '2022-09-02T13:08:16.000Z'],
    ['16:08 02.09.2022', '2022-09-02T13:08:00.000Z'],
    ['2022-09-10', '2022-09-09T21:00:00.000Z'],
    ['10-12-2022', '2022-12-09T22:00:00.000Z'],
    ['10.12.2022', '2022-12-09T22:00:00.000Z'],
    // The clocks of 2026 change at 03:00 on 29 March and at 04:00 on 25 October.
    ['02:59 29.03.2026', '2026-03-29T00:59:00.000Z'],
    ['29.03.2026 04:00:00', '2026-03-29T01:00:00.000Z'],
    ['29-03-2026 03:30:00', '2026-03-29T01:30:00.000Z'],
    ['2026-10-25 02:59:59', '2026-10-24T23:59:59.000Z'],
    ['2026-10-25 03:30:00', '2026-10-25T00:30:00.000Z'],
    ['25.10.2026 04:00:00', '2026-10-25T02:00:00.000Z'],
  ])('%s', (given, instant) => {
    expect(readInstant(given)).toBe(instant)
  })

  test.each([[''], ['0001-01-01 00:00:00'], ['0001-01-01'], ['31.02.2022 10:00:00'], ['2022-13-01'], ['учора']])(
    '«%s» is no time',
    (given) => {
      expect(readInstant(given)).toBeNull()
    },
  )

  test.each([[null], [undefined], [[]], [{}], [1_662_134_896], ['1662134896'], ['2022-09-02T16:08:33Z']])(
    '%j is no time of this carrier',
    (given) => {
      expect(readInstant(given)).toBeNull()
    },
  )
})

test.each([
  ['9', 9],
  [9, 9],
  [' 106 ', 106],
  ['777', 777],
  ['', null],
  ['-1', null],
  ['9.5', null],
  ['дев’ять', null],
  [null, null],
  [['9'], null],
  ['9'.repeat(30), null],
])('the code %j is %s', (given, code) => {
  expect(readCode(given)).toBe(code)
})

test.each([
  [true, true],
  ['true', true],
  [1, true],
  ['1', true],
  [false, false],
  ['false', false],
  [0, false],
  ['', false],
  [null, false],
  [[true], false],
])('the flag %j is %s', (given, flag) => {
  expect(readFlag(given)).toBe(flag)
})

describe('a text of the carrier fits a page and a column', () => {
  test('nothing unseen is left in it, and it is cut between letters', () => {
    expect(readText('Прибув\0 у\u{202e}відділення\r\n\t\u{d800} ')).toBe('Прибув у відділення \u{fffd}')
    const text = decode({ Status: '😀'.repeat(400) }).status_text ?? ''
    expect(Array.from(text)).toHaveLength(longestStatusText)
    expect(text.isWellFormed()).toBe(true)
    expect(cutTo(3, 'їжак')).toBe('їжа')
  })

  test('any text at all comes out clean', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 700 }), (given) => {
        const text = decode({ Status: given }).status_text ?? '?'
        expect(text.isWellFormed()).toBe(true)
        expect(/[\p{Cc}\p{Cf}]/u.test(text)).toBe(false)
        expect(Array.from(text).length).toBeLessThanOrEqual(longestStatusText)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('the parcel is ours when the sender’s phone is shown', () => {
  test.each([
    ['380500000001', true],
    [' 380500000001 ', true],
    [380_500_000_001, true],
    ['38050***0001', true],
    ['', false],
    ['  ', false],
    [null, false],
    [undefined, false],
    [false, false],
    ['false', false],
    [0, false],
    [[], false],
    [['380500000001'], false],
    [{ phone: '380500000001' }, false],
  ])('%j: %s', (PhoneSender, own) => {
    expect(decode({ PhoneSender }).own).toBe(own)
  })

  test('without the field it is not', () => {
    expect(decode({}).own).toBe(false)
  })
})

describe('what is to be paid', () => {
  test.each([
    [1250, 0, 125_000, 'payment_control'],
    ['1250.50', '', 125_050, 'payment_control'],
    [1250, 2000, 125_000, 'payment_control'],
    [0, 2000, 200_000, 'money_transfer'],
    ['', '2000', 200_000, 'money_transfer'],
    [0, 0, 0, null],
    ['0', '0', 0, null],
    ['', '', null, null],
    [0, '', null, null],
    ['', 0, null, null],
    [null, undefined, null, null],
    ['12.345', 0, null, null],
  ])('payment control %j and transfer %j: %s %s', (control, transfer, cod_amount, cod_kind) => {
    const record = { AfterpaymentOnGoodsCost: control, RedeliverySum: transfer }
    expect(decode(record)).toMatchObject({ cod_amount, cod_kind })
  })
})

describe('paid', () => {
  const withCod = { AfterpaymentOnGoodsCost: 100 }
  test.each([
    ['9', { ...withCod }, true],
    ['10', { RedeliverySum: 100 }, true],
    ['11', { ...withCod }, true],
    ['106', { ...withCod }, true],
    ['7', { ...withCod }, false],
    ['7', { ...withCod, ExpressWaybillPaymentStatus: 'Payed' }, true],
    ['7', { ...withCod, ExpressWaybillPaymentStatus: 'PAID' }, true],
    ['5', { ...withCod, ExpressWaybillPaymentStatus: 'NeedPayment' }, false],
    ['5', { ...withCod, ExpressWaybillPaymentStatus: 'PaymentNotAvailable' }, false],
    // The fee of the delivery was paid, not the goods.
    ['7', { ...withCod, PaymentStatus: 'PAYED', AmountPaid: '115', AmountToPay: '115' }, false],
    ['9', { AfterpaymentOnGoodsCost: 0, RedeliverySum: 0, ExpressWaybillPaymentStatus: 'Payed' }, false],
    ['9', { AfterpaymentOnGoodsCost: '', RedeliverySum: '' }, false],
    ['103', { ...withCod }, false],
  ])('code %s, %j: %s', (StatusCode, record, paid) => {
    expect(decode({ StatusCode, ...record }).paid).toBe(paid)
  })
})

describe('received at', () => {
  const times = {
    RecipientDateTime: '02.09.2022 16:08:16',
    DateScan: '16:10 02.09.2022',
    TrackingUpdateDate: '2022-09-02 16:11:00',
    ActualDeliveryDate: '2022-09-02 11:02:04',
  }
  test.each([
    ['9', times, '2022-09-02T13:08:16.000Z'],
    ['9', { ...times, RecipientDateTime: '' }, '2022-09-02T13:10:00.000Z'],
    ['106', { ...times, RecipientDateTime: '', DateScan: '0001-01-01 00:00:00' }, '2022-09-02T13:11:00.000Z'],
    // Eight days later the transfer is paid out, and only this time does not move.
    ['11', { ...times, RecipientDateTime: '' }, null],
    ['11', times, '2022-09-02T13:08:16.000Z'],
    ['9', {}, null],
    ['7', times, null],
    ['103', times, null],
    ['', times, null],
  ])('code %s, %j: %s', (StatusCode, record, received_at) => {
    expect(decode({ StatusCode, ...record }).received_at).toBe(received_at)
  })
})

test.each([
  ['CargoReturn', '20450000000099', { ttn: '20450000000099', kind: 'return' }],
  ['Redirecting', '20450000000099', { ttn: '20450000000099', kind: 'redirect' }],
  ['redirecting', ' 20450000000099 ', { ttn: '20450000000099', kind: 'redirect' }],
  ['RedeliveryGM', '102-1107000000', null],
  ['RedeliveryGM', '20450000000099', null],
  ['CargoReturn', '102-1107000000', null],
  ['CargoReturn', ttn, null],
  ['CargoReturn', '', null],
  ['', '20450000000099', null],
  ['constructor', '20450000000099', null],
])('a %s document %s is followed to %j', (type, number, successor) => {
  const record = { LastCreatedOnTheBasisDocumentType: type, LastCreatedOnTheBasisNumber: number }
  expect(decode(record).successor).toEqual(successor)
})

test('a record that does not say of which parcel it speaks is none', () => {
  for (const record of [{}, { Number: '' }, { Number: null }, { Number: [] }, null, [], 'x', 5])
    expect(fromRecord(record)).toBeNull()
  expect(fromRecord({ Number: 20_450_000_000_011, StatusCode: 7 })).toMatchObject({ ttn, status_code: 7 })
})

test('no field whatever spoils the rest of the record', () => {
  const names = ['StatusCode', 'Status', 'PhoneSender', 'AfterpaymentOnGoodsCost', 'RedeliverySum', 'RecipientDateTime']
  const more = ['DateScan', 'TrackingUpdateDate', 'ExpressWaybillPaymentStatus', 'LastCreatedOnTheBasisNumber']
  const field = fc.constantFrom(...names, ...more, 'LastCreatedOnTheBasisDocumentType', '__proto__')
  fc.assert(
    fc.property(fc.dictionary(field, fc.anything()), (record) => {
      const parcel = fromRecord({ ...record, Number: ttn })
      expect(parcel).toMatchObject({ ttn, own: expect.any(Boolean), paid: expect.any(Boolean) })
      expect(parcel?.cod_amount === null || Number.isSafeInteger(parcel?.cod_amount)).toBe(true)
    }),
    { numRuns: 1000 },
  )
})
