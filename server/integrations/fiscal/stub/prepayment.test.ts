import { expect, test } from 'vitest'
import { newId } from '#/server/platform/random.ts'
import { asked, documentOf, permit, startStubProvider } from '#/test/support/stub-provider.ts'
import { toPrepaymentBody, toRestBody } from '../ettn-body.ts'
import type { EttnClient, RemoveRequest } from '../ettn-client.ts'

const credentials = { license_key: 'test-only-ours', pin: '1111' }
const longAgo = new Date('2026-01-01T00:00:00Z')
const ttn = '20450000000001'

const prepaymentBody = (relation_id: string, amount = 20_000, id = newId()) =>
  toPrepaymentBody({
    id,
    relation_id,
    goods: [{ code: 'SKU-101', name: 'Чохол для телефону', price: 85_000, quantity: 1000, discount: 0 }],
    discount_total: 0,
    tax_codes: [],
    amount,
    payment: 'cashless',
    phone: null,
  })
const removal = (id: string, changes: Partial<RemoveRequest>): RemoveRequest => ({
  kind: 'ettn_rest',
  id,
  relation_id: null,
  ...permit(),
  ...changes,
})
const prepay = (client: EttnClient, body: string) => client.create(credentials, asked('prepayment', body))

let serial = 0
const aRelation = (): string => `ORDER-00000${String((serial += 1)).padStart(5, '0')}`

test('a prepayment needs an open shift, which lasts a day', async () => {
  const { client, later } = await startStubProvider()
  const body = () => prepaymentBody(aRelation())
  expect(await prepay(client, body())).toMatchObject({ kind: 'refused', code: 'shift.not_opened' })
  expect(await client.openShift(credentials)).toMatchObject({ kind: 'open' })
  expect(await prepay(client, body())).toMatchObject({ kind: 'positive' })
  later(23 * 3_600_000)
  expect(await client.openShift(credentials)).toMatchObject({ kind: 'open' })
  expect(await prepay(client, body())).toMatchObject({ kind: 'positive' })
  later(3_600_000)
  expect(await prepay(client, body())).toMatchObject({ kind: 'refused', code: 'shift.not_opened' })
  await client.openShift(credentials)
  expect(await prepay(client, body())).toMatchObject({ kind: 'positive' })
})

test('a prepayment is fiscal at once under our own id, is no document of a waybill, and cannot be removed', async () => {
  const { client } = await startStubProvider()
  await client.openShift(credentials)
  const [id, relation_id] = [newId(), aRelation()]
  expect(documentOf(await prepay(client, prepaymentBody(relation_id, 20_000, id)))).toMatchObject({
    id,
    ttn: null,
    amount: 20_000,
    status: 'fiscalized',
    receipt_id: id,
  })
  expect(await client.findReceipt(credentials, id)).toMatchObject({ found: { status: 'done', amount: 20_000 } })
  expect(await client.find(credentials, id)).toEqual({ kind: 'absent' })
  expect(await client.list(credentials, { since: longAgo })).toEqual({ kind: 'whole', documents: [] })
  expect(await client.remove(credentials, removal(id, { kind: 'prepayment', relation_id }))).toMatchObject({
    kind: 'refused',
  })
})

test('a prepayment sent ten times at once, from several processes, is one', async () => {
  const { another, client, db } = await startStubProvider()
  await client.openShift(credentials)
  const body = prepaymentBody(aRelation())
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => prepay(another(), body)))
  expect(new Set(outcomes.map((outcome) => documentOf(outcome).id)).size).toBe(1)
  expect(await db.selectFrom('stub_documents').select('id').execute()).toHaveLength(1)
})

test('a prepayment sent again after its shift is over is still the one that was made', async () => {
  const { client, later } = await startStubProvider()
  await client.openShift(credentials)
  const body = prepaymentBody(aRelation())
  const first = documentOf(await prepay(client, body))
  later(24 * 3_600_000)
  expect(documentOf(await prepay(client, body))).toEqual(first)
})

test('a prepayment of the whole sum, or a second one of the same order, is refused', async () => {
  const { client } = await startStubProvider()
  await client.openShift(credentials)
  const relation = aRelation()
  expect(await prepay(client, prepaymentBody(relation, 85_000))).toMatchObject({
    kind: 'answered',
    failure: { detail: expect.stringContaining('має бути меншою') },
  })
  expect(await prepay(client, prepaymentBody(relation))).toMatchObject({ kind: 'positive' })
  expect(await prepay(client, prepaymentBody(relation))).toMatchObject({
    kind: 'answered',
    failure: { detail: expect.stringContaining('уже є інша передоплата') },
  })
})

test('a prepayment comes before the document of the rest, whose sum is exactly what is left', async () => {
  const { client, setParcel } = await startStubProvider()
  const relation_id = aRelation()
  const rest = (amount = 65_000) =>
    client.create(
      credentials,
      asked('ettn_rest', toRestBody({ relation_id, ttn, amount, payment_label: '', phone: null })),
    )
  expect(await rest()).toMatchObject({
    kind: 'answered',
    failure: { detail: 'Передоплату, якої стосується чек, не знайдено' },
  })
  await client.openShift(credentials)
  await prepay(client, prepaymentBody(relation_id))
  expect(await rest(64_999)).toMatchObject({
    kind: 'answered',
    failure: { detail: expect.stringMatching(/650,00.+649,99/) },
  })
  const { id } = documentOf(await rest())
  expect(await client.remove(credentials, removal(id, { relation_id: aRelation() }))).toMatchObject({ kind: 'refused' })
  expect(await client.remove(credentials, removal(id, { relation_id }))).toEqual({ kind: 'gone' })
  const again = documentOf(await rest())
  setParcel(ttn, 'paid')
  expect(await client.find(credentials, again.id)).toMatchObject({ found: { status: 'fiscalized' } })
})

test('an advance is found by the number of its order and since when it was made, as its chain tells of it', async () => {
  const { client, later } = await startStubProvider()
  await client.openShift(credentials)
  const relation_id = aRelation()
  const { created_at } = documentOf(await prepay(client, prepaymentBody(relation_id)))
  const search = async (number: string, since = longAgo) => {
    const outcome = await client.searchChains(credentials, { number, since })
    return outcome.kind === 'whole' ? outcome.chains : outcome.failure
  }
  const chain = await client.findChain(credentials, relation_id)
  expect(await search(relation_id.slice(0, -1))).toEqual([chain.kind === 'found' ? chain.found : null])
  expect(await search('ORDER-99')).toEqual([])
  const given = { number: relation_id, since: longAgo }
  expect(await client.searchChains(credentials, given, AbortSignal.abort())).toMatchObject({ kind: 'failed' })
  later(1000)
  expect(await search(relation_id, new Date(Date.parse(created_at ?? '') + 1))).toEqual([])
})
