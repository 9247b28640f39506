import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { newId } from '#/server/platform/random.ts'
import { asked, documentOf, permit, startStubProvider } from '#/test/support/stub-provider.ts'
import { chooseEttnClient } from '../choose-ettn-client.ts'
import { toEttnBody } from '../ettn-body.ts'
import type { EttnClient, RemoveRequest } from '../ettn-client.ts'
import { createStubEttnClient } from './ettn-client.ts'

const credentials = { license_key: 'test-only-ours', pin: '1111' }
const other = { license_key: 'test-of-another', pin: '1111' }
const longAgo = new Date('2026-01-01T00:00:00Z')

const ettnBody = (ttn: string) =>
  toEttnBody({
    goods: [{ code: 'SKU-101', name: 'Чохол для телефону', price: 85_000, quantity: 1000, discount: 0 }],
    discount_total: 0,
    tax_codes: [],
    amount: 85_000,
    ttn,
    phone: '380671112233',
    payment_label: '',
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

async function start() {
  const stub = await startStubProvider()
  const { client } = stub
  const create = (ttn: string) => client.create(credentials, asked('ettn', ettnBody(ttn)))
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
        tax_url: null,
        amount: 85_000,
        shift_id: null,
        payment_label: null,
        is_created_offline: false,
        is_sent_dps: true,
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
    expect(await client.list(other, { since: longAgo })).toEqual({ kind: 'whole', documents: [] })
    expect(await client.remove(other, removal(id))).toEqual({ kind: 'gone' })
    expect(await client.find(credentials, id)).toMatchObject({ found: { status: 'waiting' } })
  })

  test('is made a second time for the same TTN: like the provider, the stub has no idempotency', async () => {
    const { client, made } = await start()
    const ttn = aTtn()
    const ids = [(await made(ttn)).id, (await made(ttn)).id]
    const listed = await client.list(credentials, { since: longAgo })
    expect(listed.kind === 'whole' && listed.documents.map(({ id }) => id)).toEqual(ids)
  })

  test('keeps neither the licence key nor anything of the buyer in the database', async () => {
    const { create, db } = await start()
    const ttn = aTtn()
    expect(ettnBody(ttn)).toContain('380671112233')
    await create(ttn)
    const rows = JSON.stringify(await db.selectFrom('stub_documents').selectAll().execute())
    expect(rows).toContain(ttn)
    expect(rows).not.toMatch(/test-only-ours|380671112233|Чохол/)
  })
})

describe('a list', () => {
  test('is whole however long it is, and reading it moves all that are paid or refused', async () => {
    const { client, db, made, setParcel } = await start()
    await made(aTtn())
    await sql`
      insert into stub_documents (id, register, kind, ttn, amount, total, receipt_id, made_at)
      select gen_random_uuid(), register, kind, (20450100000000 + number)::text, amount, total, gen_random_uuid(), made_at
      from stub_documents, generate_series(1, 2500) as number`.execute(db)
    for (let number = 1; number <= 2500; number += 1)
      setParcel(`${20_450_100_000_000 + number}`, number % 5 === 0 ? 'refused' : number % 2 === 0 ? 'paid' : 'waiting')
    const outcome = await client.list(credentials, { since: longAgo })
    const documents = outcome.kind === 'whole' ? outcome.documents : []
    expect(new Set(documents.map(({ id }) => id)).size).toBe(2501)
    const count = (status: string) => documents.filter((document) => document.status === status).length
    expect([count('waiting'), count('fiscalized'), count('cancelled')]).toEqual([1001, 1000, 500])
    expect(await client.list(credentials, { since: longAgo })).toEqual(outcome)
  })

  test('says fiscal of a payment that is noticed while it is read, though the clock has gone on meanwhile', async () => {
    const { made, setParcel, later, ...provider } = await start()
    const ttn = aTtn()
    await made(ttn)
    setParcel(ttn, 'paid')
    const isPaid: typeof provider.isPaid = (asked) => (later(5), provider.isPaid(asked))
    const outcome = await createStubEttnClient({ ...provider, isPaid }).list(credentials, { since: longAgo })
    expect(outcome).toMatchObject({ kind: 'whole', documents: [{ ttn, status: 'fiscalized' }] })
  })

  test('begins with the moment that is asked for', async () => {
    const { client, clock, later, made } = await start()
    await made(aTtn())
    later(1)
    const since = clock.now()
    const { id } = await made(aTtn())
    expect(await client.list(credentials, { since })).toMatchObject({ kind: 'whole', documents: [{ id }] })
    expect(await client.list(credentials, { since: new Date(since.getTime() + 1) })).toMatchObject({ documents: [] })
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
    for (const look of [
      client.find(given, newId()),
      client.findReceipt(given, newId()),
      client.list(given, { since: longAgo }),
    ])
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
