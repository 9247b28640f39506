import { describe, expect, test } from 'vitest'
import { newId } from '#/server/platform/random.ts'
import { asked, documentOf, permit, startStubProvider } from '#/test/support/stub-provider.ts'
import { chooseEttnClient } from './choose-ettn-client.ts'
import type { EttnClient, RemoveRequest } from './ettn-client.ts'
import { createStubEttnClient } from './stub-ettn-client.ts'

const credentials = { license_key: 'test-only-ours', pin: '1111' }
const other = { license_key: 'test-of-another', pin: '1111' }
const longAgo = new Date('2026-01-01T00:00:00Z')

const aLine = () => ({
  good: { code: 'SKU-101', name: 'Чохол для телефону', price: 85_000 },
  quantity: 1000,
  is_return: false,
  discounts: [],
})
const payment = (ttn: string, value: number) => ({ type: 'ETTN', label: 'NovaPay', value, ettn: ttn })
const ettnBody = (ttn: string, value = 85_000, changes: object = {}) =>
  JSON.stringify({
    provider: 'novapost',
    receipt_body: { goods: [aLine()], payments: [payment(ttn, value)], rounding: false, ...changes },
  })
const prepaymentBody = (relation: string, value = 20_000, id = newId()) =>
  JSON.stringify({
    id,
    custom_relation_id: relation,
    goods: [aLine()],
    payments: [{ type: 'CASHLESS', label: 'З поточного рахунку', value }],
  })
const restBody = (relation: string, ttn: string, value = 65_000) =>
  JSON.stringify({
    provider: 'novapost',
    receiptRelationId: relation,
    receipt_body: { relationId: relation, payments: [payment(ttn, value)], rounding: false },
  })
const removal = (id: string, changes: Partial<RemoveRequest> = {}): RemoveRequest => ({
  kind: 'ettn',
  id,
  relation_id: null,
  ...permit(),
  ...changes,
})

let serial = 0
const aTtn = (): string => `20450000${String((serial += 1)).padStart(6, '0')}`
const aRelation = (): string => `ORDER-00000${String((serial += 1)).padStart(5, '0')}`

async function start() {
  const stub = await startStubProvider()
  const { client } = stub
  const create = (ttn: string, body = ettnBody(ttn)) => client.create(credentials, asked('ettn', body))
  const made = async (ttn: string) => documentOf(await create(ttn))
  const statusOf = async (id: string) => {
    const outcome = await client.find(credentials, id)
    return outcome.kind === 'found' ? outcome.found.status : outcome.kind
  }
  return { ...stub, create, made, statusOf }
}

describe('a document', () => {
  test('waits for its parcel, becomes fiscal when the parcel is paid, and stays so whatever the parcel does next', async () => {
    const { client, made, setParcel, statusOf, later, clock } = await start()
    const ttn = aTtn()
    const document = await made(ttn)
    expect(document).toMatchObject({
      ttn,
      amount: 85_000,
      status: 'waiting',
      raw_status: 'CREATED',
      created_at: '2026-03-02T09:00:00.000Z',
      receipt_id: null,
    })
    later(60_000)
    setParcel(ttn, 'unknown')
    expect(await statusOf(document.id)).toBe('waiting')
    setParcel(ttn, 'paid')
    const paidAt = clock.now().toISOString()
    const found = await client.find(credentials, document.id)
    expect(found).toMatchObject({ found: { status: 'fiscalized', raw_status: 'DONE', receipt_id: expect.any(String) } })
    later(60_000)
    setParcel(ttn, 'refused')
    expect(await client.find(credentials, document.id)).toEqual(found)
    const receiptId = (found.kind === 'found' && found.found.receipt_id) || ''
    expect(await client.findReceipt(credentials, receiptId)).toEqual({
      kind: 'found',
      found: {
        id: receiptId,
        status: 'done',
        fiscal_code: expect.stringMatching(/^TEST-\d{10}$/),
        fiscalized_at: paidAt,
        receipt_url: null,
        amount: 85_000,
        error: null,
      },
    })
  })

  test('of a parcel that was refused or deleted is cancelled, also when somebody pays afterwards', async () => {
    const { made, setParcel, statusOf } = await start()
    const ttn = aTtn()
    const { id } = await made(ttn)
    setParcel(ttn, 'refused')
    expect(await statusOf(id)).toBe('cancelled')
    setParcel(ttn, 'paid')
    expect(await statusOf(id)).toBe('cancelled')
  })

  test('is known to every process, and to no other register', async () => {
    const { another, client, made } = await start()
    const { id } = await made(aTtn())
    expect(await another().find(credentials, id)).toMatchObject({ kind: 'found' })
    expect(await client.find(other, id)).toEqual({ kind: 'absent' })
    expect(await client.list(other, longAgo)).toEqual({ kind: 'whole', documents: [] })
    expect(await client.remove(other, removal(id))).toEqual({ kind: 'gone' })
    expect(await client.find(credentials, id)).toMatchObject({ found: { status: 'waiting' } })
  })

  test('is made a second time for the same TTN: like the provider, the stub has no idempotency', async () => {
    const { client, made } = await start()
    const ttn = aTtn()
    const ids = [(await made(ttn)).id, (await made(ttn)).id]
    const listed = await client.list(credentials, longAgo)
    expect(listed.kind === 'whole' && listed.documents.map(({ id }) => id)).toEqual(ids)
  })

  test('keeps neither the licence key nor anything of the buyer in the database', async () => {
    const { create, db } = await start()
    const ttn = aTtn()
    await create(ttn, ettnBody(ttn, 85_000, { delivery: { phone: '380671112233' } }))
    const rows = JSON.stringify(await db.selectFrom('stub_documents').selectAll().execute())
    expect(rows).toContain(ttn)
    expect(rows).not.toMatch(/test-only-ours|380671112233|Чохол/)
  })
})

describe('a removal', () => {
  test('ends what waits, and repeated says the same', async () => {
    const { client, made, setParcel, statusOf } = await start()
    const ttn = aTtn()
    const { id } = await made(ttn)
    expect(await client.remove(credentials, removal(id))).toEqual({ kind: 'gone' })
    expect(await client.remove(credentials, removal(id))).toEqual({ kind: 'gone' })
    setParcel(ttn, 'paid')
    expect(await statusOf(id)).toBe('cancelled')
    expect(await client.remove(credentials, removal(newId()))).toEqual({ kind: 'gone' })
  })

  test('of what was paid meanwhile is refused, and the document is fiscal', async () => {
    const { client, made, setParcel, statusOf } = await start()
    const ttn = aTtn()
    const { id } = await made(ttn)
    setParcel(ttn, 'paid')
    expect(await client.remove(credentials, removal(id))).toMatchObject({
      kind: 'refused',
      failure: { detail: expect.stringContaining('уже фіскалізовано') },
    })
    expect(await statusOf(id)).toBe('fiscalized')
  })

  test('and a payment seen by another process at the same moment leave one of the two, never both', async () => {
    const { client, made, statusOf, ...provider } = await start()
    const payer = createStubEttnClient({ ...provider, isPaid: async () => 'paid' })
    for (let round = 0; round < 30; round += 1) {
      const { id } = await made(aTtn())
      const calls = [() => client.remove(credentials, removal(id)), () => payer.find(credentials, id)]
      const [one, two] = await Promise.all((round % 2 === 0 ? calls : calls.toReversed()).map((call) => call()))
      const removed = round % 2 === 0 ? one : two
      expect(await statusOf(id)).toBe(removed?.kind === 'gone' ? 'cancelled' : 'fiscalized')
    }
  })
})

describe('a prepayment', () => {
  const prepay = (client: EttnClient, body: string) => client.create(credentials, asked('prepayment', body))

  test('needs an open shift, which lasts a day', async () => {
    const { client, later } = await start()
    const body = () => prepaymentBody(aRelation())
    expect(await prepay(client, body())).toMatchObject({ kind: 'refused', code: 'shift.not_opened' })
    expect(await client.openShift(credentials)).toEqual({ kind: 'open' })
    expect(await prepay(client, body())).toMatchObject({ kind: 'positive' })
    later(23 * 3_600_000)
    expect(await client.openShift(credentials)).toEqual({ kind: 'open' })
    expect(await prepay(client, body())).toMatchObject({ kind: 'positive' })
    later(3_600_000)
    expect(await prepay(client, body())).toMatchObject({ kind: 'refused', code: 'shift.not_opened' })
    await client.openShift(credentials)
    expect(await prepay(client, body())).toMatchObject({ kind: 'positive' })
  })

  test('is fiscal at once under our own id, is no document of a waybill, and cannot be removed', async () => {
    const { client } = await start()
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
    expect(await client.list(credentials, longAgo)).toEqual({ kind: 'whole', documents: [] })
    expect(await client.remove(credentials, removal(id, { kind: 'prepayment', relation_id }))).toMatchObject({
      kind: 'refused',
    })
  })

  test('sent ten times at once, from several processes, is one', async () => {
    const { another, client, db } = await start()
    await client.openShift(credentials)
    const body = prepaymentBody(aRelation())
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => prepay(another(), body)))
    expect(new Set(outcomes.map((outcome) => documentOf(outcome).id)).size).toBe(1)
    expect(await db.selectFrom('stub_documents').select('id').execute()).toHaveLength(1)
  })

  test('of the whole sum, or a second one of the same order, is refused', async () => {
    const { client } = await start()
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

  test('comes before the document of the rest, whose sum is exactly what is left', async () => {
    const { client, setParcel, statusOf } = await start()
    const [relation_id, ttn] = [aRelation(), aTtn()]
    const rest = (value?: number) => client.create(credentials, asked('ettn_rest', restBody(relation_id, ttn, value)))
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
    expect(
      await client.remove(credentials, removal(id, { kind: 'ettn_rest', relation_id: aRelation() })),
    ).toMatchObject({ kind: 'refused' })
    expect(await client.remove(credentials, removal(id, { kind: 'ettn_rest', relation_id }))).toEqual({ kind: 'gone' })
    const again = documentOf(await rest())
    setParcel(ttn, 'paid')
    expect(await statusOf(again.id)).toBe('fiscalized')
  })
})

test('a wrong key or PIN is told as such by every operation', async () => {
  const { client } = await start()
  for (const [given, kind] of [
    [{ license_key: 'bad-key', pin: '1111' }, 'bad_license_key'],
    [{ ...credentials, pin: '0000' }, 'bad_pin'],
  ] as const) {
    const failure = { failure: { kind } }
    const body = ettnBody(aTtn())
    expect(await client.create(given, asked('ettn', body))).toMatchObject({ kind: 'refused', ...failure })
    expect(await client.remove(given, removal(newId()))).toMatchObject({ kind: 'not_sent', ...failure })
    for (const look of [client.find(given, newId()), client.findReceipt(given, newId()), client.list(given, longAgo)])
      expect(await look).toMatchObject({ kind: 'failed', ...failure })
    expect(await client.openShift(given)).toMatchObject({ kind: 'failed', may_retry: false, ...failure })
  }
})

test('the demo and registers that are test ones go to the stub, all else to the provider', async () => {
  const { client: stub } = await start()
  const real: EttnClient = { ...stub, kind: 'real' }
  const chosen = (is_demo: boolean, is_test: boolean) => chooseEttnClient({ is_demo, is_test }, { real, stub }).kind
  expect([chosen(true, true), chosen(true, false), chosen(false, true)]).toEqual(['stub', 'stub', 'stub'])
  expect(chosen(false, false)).toBe('real')
})
