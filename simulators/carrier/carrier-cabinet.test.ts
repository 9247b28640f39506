import { expect, test } from 'vitest'
import { z } from 'zod'
import { readSample } from './served-answers.ts'
import { otherKey, ownKey, startCarrier } from './test-carrier.ts'

const Listed = z.object({ data: z.array(z.record(z.string(), z.unknown())) })
const typesOf = (record: Record<string, unknown> | undefined) =>
  Object.fromEntries(Object.entries(record ?? {}).map(([name, value]) => [name, value === null ? null : typeof value]))
const sampleOf = (name: string) => Listed.parse(readSample(name).body).data[0]

test('a private person is told apart by the contact person only, in the fields of the samples', async () => {
  const { call } = await startCarrier()
  const { data } = await call(ownKey, 'CounterpartyGeneral.getCounterparties', {
    CounterpartyProperty: 'Sender',
    Page: '1',
  })
  expect(typesOf(data[0])).toEqual(typesOf(sampleOf('20')))
  expect(data).toMatchObject([{ Description: 'Приватна особа', CounterpartyType: 'PrivatePerson' }])

  const persons = await call(ownKey, 'Counterparty.getCounterpartyContactPersons', { Ref: data[0]?.Ref, Page: '1' })
  expect(typesOf(persons.data[0])).toEqual({ ...typesOf(sampleOf('21')), MiddleName: 'string' })
  expect(persons).toMatchObject({
    data: [{ Description: 'Тестовий Відправник Перший', LastName: 'Тестовий', Phones: '380500000001' }],
    info: { totalCount: 1 },
  })
})

test('a firm has its name, and every phone of the key its person', async () => {
  const { call, keys } = await startCarrier()
  keys.put([{ key: otherKey, phones: ['380500000021', '380500000022'] }])
  const { data } = await call(otherKey, 'Counterparty.getCounterparties')
  expect(data).toMatchObject([
    { Description: 'ФОП Дем’янчук Соломія Ігорівна', CounterpartyType: 'Organization', FirstName: '' },
  ])
  const persons = await call(otherKey, 'Counterparty.getCounterpartyContactPersons', { Ref: data[0]?.Ref })
  expect(persons.data.map(({ Phones }) => Phones)).toEqual(['380500000021', '380500000022'])
})

test('the persons of somebody else’s counterparty are not told', async () => {
  const { call } = await startCarrier()
  const { data } = await call(ownKey, 'Counterparty.getCounterparties')
  const persons = await call(otherKey, 'Counterparty.getCounterpartyContactPersons', { Ref: data[0]?.Ref })
  expect(persons).toMatchObject({ success: true, data: [] })
})

test('cargo types are told to any key in order', async () => {
  const { call } = await startCarrier()
  const { data } = await call(ownKey, 'Common.getCargoTypes')
  expect(data).toContainEqual({ Ref: 'Parcel', Description: 'Посилка' })
})

test('the list of documents has the waybills of this key made online, by day, number and page', async () => {
  const { call, parcels } = await startCarrier()
  const cod = { kind: 'payment_control' as const, amount: 500 }
  parcels.put([
    { ttn: '20450000000001', cod, status_code: 41 },
    { ttn: '20450000000002', created_at: '2026-01-08T22:30:00Z' },
    { ttn: '59000000000003' },
    { ttn: '20450000000004', owner_key: otherKey },
  ])
  const list = async (properties: object, key = ownKey) =>
    (await call(key, 'InternetDocument.getDocumentList', properties)).data
  const numbers = async (properties: object, key = ownKey) =>
    (await list(properties, key)).map(({ IntDocNumber }) => IntDocNumber)

  expect(await list({})).toMatchObject([
    { IntDocNumber: '20450000000001', StateId: '41', AfterpaymentOnGoodsCost: '500' },
  ])
  expect(await numbers({ DateTime: '09.01.2026' })).toEqual(['20450000000002'])
  expect(await numbers({ DateTimeFrom: '01.01.2026', DateTimeTo: '10.01.2026' })).toHaveLength(2)
  expect(await numbers({ IntDocNumber: '20450000000002' })).toEqual(['20450000000002'])
  expect(await numbers({ IntDocNumber: '20450000000002' }, otherKey)).toEqual([])
  expect(await numbers({ IntDocNumber: '59000000000003' })).toEqual([])

  parcels.put(Array.from({ length: 150 }, (_, index) => ({ ttn: String(20_450_000_001_000 + index) })))
  expect(await numbers({ Page: '2' })).toHaveLength(51)
  expect(await numbers({ GetFullList: '1' })).toHaveLength(151)
})
