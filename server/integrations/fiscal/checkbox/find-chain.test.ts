import { expect, test } from 'vitest'
import { credentials, sending, startCheckbox, startReady } from '#/test/support/real-checkbox.ts'

const relation_id = 'ORDER-0000012345'

test('an advance that was given back is told by its chain', async () => {
  const { ettn, documents, create } = await startReady('prepayment')
  await create()
  documents.returnAdvance(relation_id)
  expect(await ettn.findChain(credentials, relation_id)).toMatchObject({
    kind: 'found',
    found: { status: 'cancelled', paid: 0 },
  })
})

test('a chain is found by whatever stands in its relation id', async () => {
  const { ettn, documents } = await startCheckbox()
  for (const relation_id of ['ЗАМ-84211/2026', 'A?b=c&d#e%2F 12', '../../ettn?limit=1']) {
    documents.prepayByHand({ license_key: credentials.license_key, total_sum: 1000, paid_sum: 300, relation_id })
    expect(await ettn.findChain(credentials, relation_id)).toMatchObject({
      kind: 'found',
      found: { relation_id, paid: 300 },
    })
  }
})

test.each([
  ['a page', { kind: 'html', status: 404 }],
  ['a path that is not there', { kind: 'status', status: 404, body: { detail: 'Not Found' } }],
  ['null', { kind: 'null_body' }],
  ['another chain', { kind: 'status', status: 200, body: { relation_id: 'ORDER-0000054321' } }],
  ['nothing of a chain', { kind: 'status', status: 200, body: {} }],
  ['an outage', { kind: 'status', status: 503, body: {} }],
] as const)('an answer of %s does not mean that there is no chain', async (_name, fault) => {
  const { ettn, faults, create } = await startReady('prepayment')
  await create()
  faults.arm({ operation: 'get_prepayment_chain', fault, times: 'always' })
  expect(await ettn.findChain(credentials, relation_id)).toMatchObject({ kind: 'failed' })
})

test('a status that nobody published is none that we recognise', async () => {
  const { ettn, faults } = await startCheckbox()
  const body = { relation_id, pre_payment_status: 'Something_new', receipt_chain: null, paid_sum: 'much' }
  faults.arm({ operation: 'get_prepayment_chain', fault: { kind: 'status', status: 200, body } })
  expect(await ettn.findChain(credentials, relation_id)).toMatchObject({
    kind: 'found',
    found: { status: 'unrecognised', paid: null, prepayment_receipt_ids: [] },
  })
})

test('a copy that Checkbox refuses is refused in its words; an outage proves nothing, and it is not sent twice', async () => {
  const { ettn, set, faults, calls, documents, told } = await startCheckbox()
  const given = { ttn: '20450000000001', license_key: credentials.license_key, total_sum: 500, status: 'DONE' }
  const receiptId = documents.createByHand(given).receipt_id ?? ''
  const send = () => ettn.sendCopy(credentials, receiptId, { phone: '380671112233' })
  set({ copy_error: 'Послугу SMS не підключено для 380671112233' })
  const refused = await send()
  expect(refused).toMatchObject({
    kind: 'refused',
    failure: { detail: expect.stringContaining('Послугу SMS не підключено') },
  })
  expect(told(refused)).toEqual([])
  set({ copy_error: null })
  for (const fault of [
    { kind: 'reset_before_answer', effect: true },
    { kind: 'status', status: 503, body: {}, effect: true },
  ] as const) {
    faults.arm({ operation: 'send_sms', fault })
    expect(await send()).toMatchObject({ kind: 'failed' })
  }
  expect(calls('send_sms')).toBe(3)
  expect(documents.copies()).toHaveLength(2)
  faults.arm({ operation: 'send_sms', fault: { kind: 'no_content', effect: true } })
  expect(await send()).toEqual({ kind: 'sent' })
})

test('that a document exists already is marked as such, in the words of Checkbox', async () => {
  const { create, set } = await startReady('ettn')
  await create()
  set({ second_ettn: 'refused' })
  expect(await create()).toMatchObject({
    kind: 'ambiguous',
    already_exists: true,
    failure: { detail: expect.stringContaining('Для цієї накладної вже створено чек') },
  })
  expect(await create({ body: sending('ettn').body.replaceAll('20450000000001', '20450000000002') })).toMatchObject({
    kind: 'positive',
  })
})
