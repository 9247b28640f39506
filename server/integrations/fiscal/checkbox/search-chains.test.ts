import { expect, test } from 'vitest'
import { credentials, startCheckbox } from '#/test/support/real-checkbox.ts'

const search = { number: '84211', since: new Date('2026-01-01T00:00:00Z') }
const { license_key } = credentials

test('whatever stands in the number, it is searched for as it is, and every page is read', async () => {
  const { ettn, documents, set, calls } = await startCheckbox()
  set({ list_cap: 2 })
  const number = 'ЗАМ&status=x#84211 +%'
  const relations = Array.from({ length: 5 }, (_, index) => `${number}-${index}`)
  for (const relation_id of [...relations, 'ORDER-0000012345'])
    documents.prepayByHand({ license_key, total_sum: 1000, paid_sum: 300, relation_id })
  const outcome = await ettn.searchChains(credentials, { ...search, number })
  const found = outcome.kind === 'whole' ? outcome.chains.map(({ relation_id }) => relation_id) : outcome
  expect([found, calls('search_prepayments')]).toEqual([relations, 3])
  expect(await ettn.searchChains(credentials, search, AbortSignal.abort())).toMatchObject({ kind: 'failed' })
})

const chain = { relation_id: '84211-abc234', pre_payment_status: 'PARTIAL_PAID', paid_sum: 300 }
const page = (total_items: number, results: unknown) => ({
  kind: 'status' as const,
  status: 200,
  body: { meta: { limit: 1000, offset: 0, total_items }, results },
})

test.each([
  ['a page', { kind: 'html', status: 404 }],
  ['a path that is not there', { kind: 'status', status: 404, body: { detail: 'Not Found' } }],
  ['null', { kind: 'null_body' }],
  ['a bare list', { kind: 'status', status: 200, body: [] }],
  ['no count', { kind: 'status', status: 200, body: { meta: {}, results: [] } }],
  ['fewer chains than it counts', page(3, [chain])],
  ['none of those it counts', page(1, [])],
  ['something that is no chain', page(1, [{}])],
  ['an outage', { kind: 'status', status: 503, body: {} }],
] as const)('an answer of %s does not mean that there is no advance', async (_name, fault) => {
  const { ettn, faults } = await startCheckbox()
  faults.arm({ operation: 'search_prepayments', fault, times: 'always' })
  expect(await ettn.searchChains(credentials, search)).toMatchObject({ kind: 'failed' })
})

test('a search that gives more than was asked for is taken as it is', async () => {
  const { ettn, faults } = await startCheckbox()
  faults.arm({
    operation: 'search_prepayments',
    fault: page(2, [chain, { ...chain, relation_id: 'ORDER-0000012345' }]),
  })
  const outcome = await ettn.searchChains(credentials, search)
  expect(outcome).toMatchObject({ kind: 'whole', chains: [{ paid: 300 }, { relation_id: 'ORDER-0000012345' }] })
})
