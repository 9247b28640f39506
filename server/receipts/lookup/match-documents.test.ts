import { expect, test } from 'vitest'
import { documentStatuses, type EttnDocument } from '#/server/integrations/fiscal/ettn-client.ts'
import { fromEttn } from '#/server/integrations/fiscal/checkbox/read-ettn.ts'
import { isLiving, matchDocuments, type Match } from './match-documents.ts'

const permit = '2026-03-09T08:00:00.000Z'
const at = (ms: number) => new Date(Date.parse(permit) + ms).toISOString()
const sought = {
  ttn: '20450000000001',
  amount: 120_000,
  fiscal_number: '4000123456',
  first_permit_at: permit,
  may_own: true,
}

const aDocument = (changes: Partial<EttnDocument> = {}): EttnDocument => ({
  id: 'ours',
  ttn: sought.ttn,
  amount: sought.amount,
  register_fiscal_number: sought.fiscal_number,
  relation_id: null,
  status: 'waiting',
  raw_status: 'CREATED',
  created_at: at(1_000),
  receipt_id: null,
  return_receipt_id: null,
  is_copy_undelivered: false,
  error: null,
  ...changes,
})

/** Their clock may be behind ours by a minute. */
const skewMs = 60_000

const ttns = [sought.ttn, '20450000000002', null]
const amounts = [sought.amount, sought.amount + 1, null]
const numbers = [sought.fiscal_number, '4000999999', null]
const moments = [at(0), at(-skewMs), at(-skewMs - 1), at(3_600_000), null]
const holders = ['nobody', 'another receipt'] as const

const combinations = ttns.flatMap((ttn) =>
  amounts.flatMap((amount) =>
    numbers.flatMap((register_fiscal_number) =>
      moments.flatMap((created_at) =>
        documentStatuses.flatMap((status) =>
          holders.map((holder) => ({ ttn, amount, register_fiscal_number, created_at, status, holder })),
        ),
      ),
    ),
  ),
)

/** Said once more in other words: what is not told does not speak against it, everything else must agree. */
function expected({ ttn, amount, register_fiscal_number, created_at, status, holder }: (typeof combinations)[number]) {
  if (ttn !== sought.ttn) return 'nothing'
  const isOurs =
    holder === 'nobody' &&
    amount !== sought.amount + 1 &&
    register_fiscal_number !== '4000999999' &&
    created_at !== at(-skewMs - 1)
  if (status === 'cancelled') return isOurs ? 'only_cancelled' : 'nothing'
  if (status === 'returned') return isOurs ? 'fiscal' : 'nothing'
  if (!isOurs) return 'foreign'
  const kinds = {
    waiting: 'waiting',
    fiscalized: 'fiscal',
    receipt_error: 'receipt_error',
  } as const
  return status === 'unrecognised' ? 'unrecognised' : kinds[status]
}

test(`one document is judged by what it tells, in all ${combinations.length} combinations`, () => {
  const wrong = combinations.filter(({ holder, ...document }) => {
    const taken = new Set(holder === 'nobody' ? [] : ['ours'])
    return matchDocuments(sought, [aDocument(document)], taken).kind !== expected({ holder, ...document })
  })
  expect(wrong).toEqual([])
})

test('a register whose number was never told is not held against a document', () => {
  const other = aDocument({ register_fiscal_number: '4000999999' })
  expect(matchDocuments({ ...sought, fiscal_number: null }, [other]).kind).toBe('waiting')
})

/** Two of the same TTN, each ours or not, of every status. */
const pairs = documentStatuses.flatMap((one) =>
  documentStatuses.flatMap((other) =>
    [true, false].map((isOtherOurs) => [
      aDocument({ status: one }),
      aDocument({ id: 'other', status: other, amount: isOtherOurs ? sought.amount : 1 }),
    ]),
  ),
)

test(`of two documents of a TTN, two that live are several, and a dead one does not count beside one that lives (${pairs.length} pairs)`, () => {
  const wrong = pairs.filter((pair) => {
    const living = pair.filter(isLiving)
    const kind = matchDocuments(sought, pair).kind
    if (living.length === 2) return kind !== 'several'
    if (living.length === 1) return kind !== matchDocuments(sought, living).kind
    const own = pair.filter(({ amount }) => amount === sought.amount)
    return kind !== (own.some(({ status }) => status === 'returned') ? 'fiscal' : 'only_cancelled')
  })
  expect(wrong).toEqual([])
})

test('what is found is named, so that it can be stood for or shown', () => {
  const foreign = aDocument({ id: 'theirs', amount: 1 })
  const found: Match[] = [
    matchDocuments(sought, [aDocument(), aDocument({ id: 'of another TTN', ttn: '1' })]),
    matchDocuments(sought, [foreign]),
    matchDocuments(sought, [aDocument(), foreign]),
  ]
  expect(found).toEqual([
    { kind: 'waiting', document: aDocument() },
    { kind: 'foreign', documents: [foreign] },
    { kind: 'several', documents: [aDocument(), foreign] },
  ])
})

test('of no documents there is nothing', () => {
  expect(matchDocuments(sought, [])).toEqual({ kind: 'nothing' })
})

test('a receipt of which nothing was sent owns no document: a living one is another’s, a cancelled or returned one is none', () => {
  const unsent = { ...sought, may_own: false }
  expect(matchDocuments(unsent, [aDocument()])).toMatchObject({ kind: 'foreign' })
  expect(matchDocuments(unsent, [aDocument({ status: 'fiscalized', created_at: null })])).toMatchObject({
    kind: 'foreign',
  })
  for (const status of ['cancelled', 'returned'] as const)
    expect(matchDocuments(unsent, [aDocument({ status })])).toEqual({ kind: 'nothing' })
})

test('a document dated without a zone, in the hour that comes twice in October, is the receipt’s own', () => {
  // Permitted at 03:40 for the second time, made three seconds later: the text alone says also 00:40:03Z, an hour before the permit.
  const permit_at = '2026-10-25T01:40:00.000Z'
  const given = {
    id: 'ours',
    ettnNumber: sought.ttn,
    totalSum: sought.amount,
    status: 'CREATED',
    dateCreated: '2026-10-25T03:40:03',
  }
  const document = fromEttn(given, { hide: (text) => text, read_at: new Date('2026-10-25T01:40:05Z') })
  expect(document?.created_at).toBe('2026-10-25T01:40:03.000Z')
  const night = { ...sought, first_permit_at: permit_at }
  expect(matchDocuments(night, document === null ? [] : [document])).toMatchObject({ kind: 'waiting' })
})
