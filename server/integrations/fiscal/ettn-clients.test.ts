import { describe, expect, test } from 'vitest'
import { Instant } from '#/contract/common.ts'
import { newId } from '#/server/platform/random.ts'
import { credentials, startCheckbox } from '#/test/support/real-checkbox.ts'
import { asked, documentOf, permit, startStubProvider } from '#/test/support/stub-provider.ts'
import { toEttnBody, toPrepaymentBody, toRestBody } from './ettn-body.ts'
import { documentStatuses, type EttnClient, type FindOutcome, type RemoveRequest } from './ettn-client.ts'

/** What every client of receipts promises, stub or real. */
interface World {
  client: EttnClient
  pay(ttn: string): void
  /** Everything the provider ever made, receipts of prepayments too, past the client. */
  countMade(): Promise<number>
}

const worlds: ['stub' | 'real', () => Promise<World>][] = [
  [
    'stub',
    async () => {
      const { client, db, setParcel } = await startStubProvider()
      const rows = db.selectFrom('stub_documents').select('id')
      return {
        client,
        pay: (ttn) => setParcel(ttn, 'paid'),
        countMade: async () => (await rows.execute()).length,
      }
    },
  ],
  [
    'real',
    async () => {
      const { ettn: client, documents, set } = await startCheckbox({ shiftPollMs: 1 })
      // The test does not wait, so the provider does not dawdle.
      set({ receipt_seconds: 0, shift_seconds: 0 })
      return {
        client,
        pay: (ttn) => void documents.payTtn(ttn),
        countMade: async () => documents.all().length + documents.chains().length,
      }
    },
  ],
]

const longAgo = new Date('2025-01-01T00:00:00Z')
const relation_id = 'ORDER-0000012345'
const sold = {
  goods: [
    { code: 'SKU-101', name: 'Чохол для телефону', price: 85_000, quantity: 1000, discount: 0 },
    { code: 'SKU-207', name: 'Захисне скло', price: 19_950, quantity: 2000, discount: 900 },
  ],
  discount_total: 4000,
  tax_codes: [],
  phone: '380671112233',
  payment_label: '',
}
const total = 120_000
const bodyOf = (ttn: string, amount = total) => toEttnBody({ ...sold, ttn, amount })
const advanceOf = (id: string, amount = 20_000) =>
  toPrepaymentBody({ ...sold, id, relation_id, amount, payment: 'cashless' })
const restOf = (ttn: string, amount = 100_000) =>
  toRestBody({ relation_id, ttn, amount, payment_label: '', phone: sold.phone })
const removal = (id: string, changes: Partial<RemoveRequest> = {}): RemoveRequest => ({
  kind: 'ettn',
  id,
  relation_id: null,
  ...permit(),
  ...changes,
})
/** What was found, or how it was not. */
const seen = <Found>(outcome: FindOutcome<Found>): Found | string =>
  outcome.kind === 'found' ? outcome.found : outcome.kind
const taxUrl = { stub: null, real: expect.stringContaining('https://cabinet.tax.gov.ua/cashregs/check?id=') }
const told = expect.stringMatching(/\S{5}/)
const countedIn = { stub: { shift_id: null, payment_label: null }, real: { shift_id: told, payment_label: told } }
const usual = { is_created_offline: false, is_sent_dps: true, error: null }
const ukrainian = { detail: expect.stringMatching(/[а-яіїєґ]{3}/i) }

describe.each(worlds)('the %s client', (kind, start) => {
  const ttn = '20450000000001'

  async function begin() {
    const { client, ...world } = await start()
    return {
      ...world,
      client,
      create: (body = bodyOf(ttn)) => client.create(credentials, asked('ettn', body)),
      list: async () => {
        const outcome = await client.list(credentials, { since: longAgo })
        return outcome.kind === 'whole' ? outcome.documents : outcome.failure
      },
      /** Gone for good: the provider says that there is none, or that it is cancelled. */
      isGone: async (id: string) => {
        const found = seen(await client.find(credentials, id))
        return found === 'absent' || (typeof found === 'object' && found.status === 'cancelled')
      },
    }
  }

  test('makes a document that is found by its id and in the list, waiting, with the TTN and the sum', async () => {
    const { client, create, list } = await begin()
    expect(client.kind).toBe(kind)
    expect(await list()).toEqual([])
    const document = documentOf(await create())
    expect(document).toMatchObject({ ttn, amount: total, status: 'waiting', raw_status: 'CREATED', error: null })
    expect(documentStatuses).toContain(document.status)
    expect(Instant.parse(document.created_at)).toBe(document.created_at)
    expect(seen(await client.find(credentials, document.id))).toEqual(document)
    expect(await list()).toEqual([document])
    expect(await client.find(credentials, newId())).toEqual({ kind: 'absent' })
  })

  test('removes a document that waits; to remove it again, or one that never was, changes nothing', async () => {
    const { client, create, isGone, countMade } = await begin()
    const { id } = documentOf(await create())
    expect(await client.remove(credentials, removal(id))).toEqual({ kind: 'gone' })
    expect(await isGone(id)).toBe(true)
    expect(await client.remove(credentials, removal(id))).toEqual({ kind: 'gone' })
    expect(await client.remove(credentials, removal(newId()))).toEqual({ kind: 'gone' })
    expect(await countMade()).toBe(1)
  })

  test('tells of a paid document that it is fiscal, with a receipt that has a fiscal code, and does not remove it', async () => {
    const { client, create, list, pay } = await begin()
    const { id, receipt_id: before } = documentOf(await create())
    expect(before).toBeNull()
    pay(ttn)
    const fiscal = seen(await client.find(credentials, id))
    expect(fiscal).toMatchObject({ id, status: 'fiscalized', raw_status: 'DONE', receipt_id: expect.any(String) })
    expect(await list()).toEqual([fiscal])
    const receiptId = (typeof fiscal === 'object' && fiscal.receipt_id) || ''
    expect(seen(await client.findReceipt(credentials, receiptId))).toEqual({
      id: receiptId,
      status: 'done',
      fiscal_code: told,
      fiscalized_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      receipt_url: kind === 'real' ? `https://check.checkbox.ua/${receiptId}` : null,
      tax_url: taxUrl[kind],
      amount: total,
      ...countedIn[kind],
      ...usual,
    })
    expect(await client.remove(credentials, removal(id))).toMatchObject({ kind: 'refused', failure: ukrainian })
    expect(seen(await client.find(credentials, id))).toEqual(fiscal)
    expect(await client.findReceipt(credentials, newId())).toEqual({ kind: 'absent' })
  })

  test('sends nothing with a permit that has ended, or when nobody waits for it any more', async () => {
    const { client, countMade, create } = await begin()
    const { id } = documentOf(await create())
    for (const late of [{ permit: { leftMs: () => 0 } }, { signal: AbortSignal.abort() }]) {
      const sent = await client.create(credentials, { ...asked('ettn', bodyOf(ttn)), ...late })
      expect(sent).toMatchObject({ kind: 'not_sent', failure: ukrainian })
      const removed = await client.remove(credentials, removal(id, late))
      expect(removed).toMatchObject({ kind: 'not_sent', failure: ukrainian })
    }
    expect(await countMade()).toBe(1)
    expect(seen(await client.find(credentials, id))).toMatchObject({ status: 'waiting' })
  })

  test('answers a sum that is not that of the goods with the reason in Ukrainian, and makes nothing', async () => {
    const { countMade, create } = await begin()
    for (const wrong of [total - 1, total + 1])
      expect(await create(bodyOf(ttn, wrong))).toMatchObject({ kind: 'answered', failure: ukrainian })
    expect(await countMade()).toBe(0)
  })

  test('is sure that a body with a broken field made nothing', async () => {
    const { countMade, create } = await begin()
    const broken = bodyOf(ttn).replace('"price":85000', '"price":0')
    expect(await create(broken)).toMatchObject({ kind: 'refused', code: 'validation.custom' })
    expect(await countMade()).toBe(0)
  })

  test('makes one prepayment of one id, however often it is sent, and needs an open shift for it', async () => {
    const { client, countMade, list } = await begin()
    const id = newId()
    const prepay = () => client.create(credentials, asked('prepayment', advanceOf(id)))
    expect(await prepay()).toMatchObject({ kind: 'refused', code: 'shift.not_opened', failure: ukrainian })
    expect(await client.findReceipt(credentials, id)).toEqual({ kind: 'absent' })
    for (const closes of ['by_itself', 'not_ours'])
      expect(await client.openShift(credentials)).toEqual({ kind: 'open', closes })
    const first = documentOf(await prepay())
    expect(first).toMatchObject({ id, ttn: null, amount: 20_000, receipt_id: id })
    expect(documentOf(await prepay())).toMatchObject({ id, amount: 20_000 })
    expect(await countMade()).toBe(1)
    const receipt = seen(await client.findReceipt(credentials, id))
    expect(receipt).toMatchObject({ id, status: 'done', amount: 20_000, fiscal_code: expect.stringMatching(/\S{5}/) })
    // It is a receipt, not a document of a waybill.
    expect([await list(), await client.find(credentials, id)]).toEqual([[], { kind: 'absent' }])
    expect(await client.remove(credentials, removal(id, { kind: 'prepayment', relation_id }))).toMatchObject({
      kind: 'refused',
      failure: ukrainian,
    })
  })

  test('makes the document of the rest only after its prepayment and for what is left, and removes it', async () => {
    const { client, countMade, isGone, pay } = await begin()
    const rest = (amount?: number) => client.create(credentials, asked('ettn_rest', restOf(ttn, amount)))
    await client.openShift(credentials)
    expect(await rest()).toMatchObject({ kind: 'answered', failure: ukrainian })
    documentOf(await client.create(credentials, asked('prepayment', advanceOf(newId()))))
    expect(await rest(100_001)).toMatchObject({ kind: 'answered', failure: ukrainian })
    expect(await countMade()).toBe(1)
    const { id } = documentOf(await rest())
    expect(await client.remove(credentials, removal(id, { kind: 'ettn_rest', relation_id }))).toEqual({ kind: 'gone' })
    expect(await isGone(id)).toBe(true)
    const again = documentOf(await rest())
    pay(ttn)
    expect(seen(await client.find(credentials, again.id))).toMatchObject({ status: 'fiscalized', amount: 100_000 })
  })

  test('does not say of a look that was broken off that something is absent', async () => {
    const { client, create } = await begin()
    const { id } = documentOf(await create())
    const gone = AbortSignal.abort()
    for (const look of [
      client.find(credentials, id, gone),
      client.list(credentials, { since: longAgo }, gone),
      client.findReceipt(credentials, id, gone),
      client.findChain(credentials, relation_id, gone),
      client.sendCopy(credentials, id, { email: 'olena@example.ua' }, gone),
      client.openShift(credentials, gone),
    ])
      expect(await look).toMatchObject({ kind: 'failed', failure: ukrainian })
  })

  test('tells what became of an advance: paid in part, then wholly; and of no other', async () => {
    const { client, pay } = await begin()
    await client.openShift(credentials)
    expect(await client.findChain(credentials, relation_id)).toEqual({ kind: 'absent' })
    const id = newId()
    documentOf(await client.create(credentials, asked('prepayment', advanceOf(id))))
    expect(seen(await client.findChain(credentials, relation_id))).toEqual({
      relation_id,
      status: 'partial_paid',
      made_at: expect.stringMatching(/Z$/),
      paid: 20_000,
      prepayment_receipt_ids: [id],
    })
    const rest = documentOf(await client.create(credentials, asked('ettn_rest', restOf(ttn))))
    expect(rest).toMatchObject({ relation_id })
    pay(ttn)
    expect(seen(await client.find(credentials, rest.id))).toMatchObject({ status: 'fiscalized' })
    expect(seen(await client.findChain(credentials, relation_id))).toMatchObject({ status: 'full_paid', paid: total })
    expect(await client.findChain(credentials, 'ORDER-0000054321')).toEqual({ kind: 'absent' })
  })

  test('sends a copy of a fiscal receipt to an e-mail or a phone, and of no other receipt', async () => {
    const { client, create, pay } = await begin()
    const { id } = documentOf(await create())
    pay(ttn)
    const fiscal = seen(await client.find(credentials, id))
    const receiptId = (typeof fiscal === 'object' && fiscal.receipt_id) || ''
    for (const to of [{ email: 'olena@example.ua' }, { phone: '380671112233' }, { phone: '+380671112233' }]) {
      expect(await client.sendCopy(credentials, receiptId, to)).toEqual({ kind: 'sent' })
      expect(await client.sendCopy(credentials, newId(), to)).toMatchObject({ kind: 'refused', failure: ukrainian })
    }
    expect(await client.sendCopy(credentials, '../me', { email: 'olena@example.ua' })).toMatchObject({
      kind: 'refused',
    })
  })

  test('lists only what is in the window and in the status that was asked for', async () => {
    const { client, create } = await begin()
    const { id, created_at } = documentOf(await create())
    const made = Date.parse(created_at ?? '')
    const day = 24 * 3_600_000
    const idsIn = async (from: number, to: number, status?: 'returned') => {
      const window = { since: new Date(made + from * day), until: new Date(made + to * day) }
      const outcome = await client.list(credentials, { ...window, ...(status === undefined ? {} : { status }) })
      return outcome.kind === 'whole' ? outcome.documents.map((document) => document.id) : outcome
    }
    expect([await idsIn(-3, 3), await idsIn(-30, -3), await idsIn(3, 30)]).toEqual([[id], [], []])
    expect(await idsIn(-3, 3, 'returned')).toEqual([])
  })

  test('lists everything that was made, each once', async () => {
    const { create, list } = await begin()
    const ttns = Array.from({ length: 30 }, (_, index) => `2045000000${String(index).padStart(4, '0')}`)
    for (const each of ttns) documentOf(await create(bodyOf(each)))
    const listed = await list()
    const found = Array.isArray(listed) ? listed.map((document) => document.ttn ?? '') : []
    expect(found.toSorted((left, right) => left.localeCompare(right))).toEqual(ttns)
  })
})
