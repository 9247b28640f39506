import { describe, expect, test } from 'vitest'
import { findSent } from '../../demo-shop/stub-shop.ts'
import { asked, documentOf, permit, startStubProvider } from '#/test/support/stub-provider.ts'
import { faultOf, faultyTtn, lateMs, listFailsMs, receiptErrorMs, stubFaults } from './faults.ts'

const credentials = { license_key: 'test-only-ours', pin: '1111' }
const longAgo = new Date('2026-01-01T00:00:00Z')

const bodyOf = (ttn: string) =>
  JSON.stringify({
    receipt_body: {
      goods: [{ good: { code: 'a', name: 'Чохол', price: 100 }, quantity: 1000, is_return: false }],
      payments: [{ type: 'ETTN', value: 100, ettn: ttn }],
      rounding: false,
    },
  })

async function start() {
  const stub = await startStubProvider()
  const { client } = stub
  return {
    ...stub,
    create: (ttn: string) => client.create(credentials, asked('ettn', bodyOf(ttn))),
    remove: (id: string) => client.remove(credentials, { kind: 'ettn', id, relation_id: null, ...permit() }),
    /** How many documents of the TTN the provider shows. */
    shown: async (ttn: string) => {
      const listed = await client.list(credentials, { since: longAgo })
      return listed.kind === 'whole' ? listed.documents.filter((document) => document.ttn === ttn).length : listed.kind
    },
  }
}

test('a TTN asks for a fault with two digits in the middle; no other TTN does', () => {
  expect(stubFaults.map((fault) => faultOf(faultyTtn(fault, 7)))).toEqual(stubFaults)
  expect([faultyTtn('refused'), faultyTtn('remove_refused', 42)]).toEqual(['20999901000000', '20999914000042'])
  for (const ttn of ['20999900000000', '20999915000000', '2099990100000', '209999010000000', '20450000000001', null])
    expect(faultOf(ttn)).toBeNull()
  for (const fault of stubFaults) expect(findSent(1, faultyTtn(fault, 1))).toBeNull()
})

describe('a create', () => {
  test.each([
    ['refused', 0, { kind: 'refused', failure: { kind: 'refused' }, code: 'validation.custom' }],
    ['answered', 0, { kind: 'answered', failure: { kind: 'refused' }, code: null }],
    ['answer_lost', 1, { kind: 'ambiguous', failure: { kind: 'unreachable' }, misconfigured: false }],
    ['no_answer', 0, { kind: 'ambiguous', failure: { kind: 'timeout' }, misconfigured: false }],
    ['not_sent', 0, { kind: 'not_sent', failure: { kind: 'unreachable' } }],
    ['rate_limited', 0, { kind: 'ambiguous', failure: { kind: 'rate_limited' }, retry_after_seconds: 30 }],
    ['misconfigured', 0, { kind: 'ambiguous', failure: { kind: 'bad_answer' }, misconfigured: true }],
    ['late', 0, { kind: 'ambiguous', failure: { kind: 'timeout' }, misconfigured: false }],
    ['doubled', 2, { kind: 'ambiguous', failure: { kind: 'unreachable' }, misconfigured: false }],
    ['slow', 1, { kind: 'ambiguous', failure: { kind: 'timeout' }, misconfigured: false }],
  ] as const)('that is %s leaves %i documents, whatever it answers', async (fault, documents, outcome) => {
    const { create, shown } = await start()
    const ttn = faultyTtn(fault)
    expect(await create(ttn)).toMatchObject({
      ...outcome,
      failure: { ...outcome.failure, detail: expect.stringMatching(/[а-яіїєґ]/) },
    })
    expect(await shown(ttn)).toBe(documents)
  })

  test('with a late effect makes its document two minutes later and not before', async () => {
    const { client, create, db, later, shown } = await start()
    const ttn = faultyTtn('late')
    await create(ttn)
    later(lateMs - 1)
    const { id } = await db.selectFrom('stub_documents').select('id').executeTakeFirstOrThrow()
    expect([await shown(ttn), await client.find(credentials, id)]).toEqual([0, { kind: 'absent' }])
    later(1)
    expect([await shown(ttn), await client.find(credentials, id)]).toMatchObject([1, { kind: 'found' }])
    expect(await client.list(credentials, { since: longAgo })).toMatchObject({
      documents: [{ created_at: '2026-03-02T09:02:00.000Z', status: 'waiting' }],
    })
  })
})

test('a payment that cannot be fiscalized is an error for ten minutes, and then fiscal', async () => {
  const { client, create, later, remove, setParcel } = await start()
  const ttn = faultyTtn('receipt_error')
  const { id } = documentOf(await create(ttn))
  setParcel(ttn, 'paid')
  expect(await client.find(credentials, id)).toMatchObject({
    found: {
      status: 'receipt_error',
      raw_status: 'RECEIPT_ERROR',
      receipt_id: null,
      error: expect.stringContaining('зміну'),
    },
  })
  expect(await remove(id)).toMatchObject({ kind: 'refused' })
  later(receiptErrorMs)
  const fiscal = await client.find(credentials, id)
  expect(fiscal).toMatchObject({ found: { status: 'fiscalized', error: null } })
  const receiptId = (fiscal.kind === 'found' && fiscal.found.receipt_id) || ''
  expect(await client.findReceipt(credentials, receiptId)).toMatchObject({
    found: { status: 'done', fiscalized_at: '2026-03-02T09:10:00.000Z' },
  })
})

test('a list fails for five minutes while the document itself can be read, and is whole afterwards', async () => {
  const { client, create, later, shown } = await start()
  const ttn = faultyTtn('list_fails')
  const { id } = documentOf(await create(ttn))
  later(listFailsMs - 1)
  expect(await client.list(credentials, { since: longAgo })).toMatchObject({
    kind: 'failed',
    failure: { kind: 'unavailable' },
  })
  expect(await client.find(credentials, id)).toMatchObject({ found: { status: 'waiting' } })
  later(1)
  expect(await shown(ttn)).toBe(1)
})

test('a removal whose answer is lost removes; one that is refused does not', async () => {
  const { client, create, remove } = await start()
  const lost = documentOf(await create(faultyTtn('remove_lost')))
  expect(await remove(lost.id)).toMatchObject({ kind: 'ambiguous', failure: { kind: 'unreachable' } })
  expect(await client.find(credentials, lost.id)).toMatchObject({ found: { status: 'cancelled' } })
  const refused = documentOf(await create(faultyTtn('remove_refused')))
  expect(await remove(refused.id)).toMatchObject({ kind: 'refused', failure: { kind: 'refused' } })
  expect(await client.find(credentials, refused.id)).toMatchObject({ found: { status: 'waiting' } })
})
