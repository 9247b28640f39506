import { describe, expect, test } from 'vitest'
import { credentials, prepaymentId, startCheckbox, startReady, ttn } from '#/test/support/real-checkbox.ts'

const permit = () => ({ permit: { leftMs: () => 60_000 }, timeoutMs: 60_000 })
const plain = (id: string) => ({ kind: 'ettn', id, relation_id: null, ...permit() }) as const

async function startCreated(...given: Parameters<typeof startCheckbox>) {
  const ready = await startReady('ettn', ...given)
  await ready.create()
  return { ...ready, id: ready.documents.all()[0]?.id ?? '' }
}

describe('a document', () => {
  test('is found while it waits, when it is paid, when it failed and when it was returned', async () => {
    const { ettn, documents, id } = await startCreated()
    const find = () => ettn.find(credentials, id)
    expect(await find()).toMatchObject({
      kind: 'found',
      found: { id, ttn, amount: 120_000, status: 'waiting', receipt_id: null, register_fiscal_number: '4000123456' },
    })
    documents.pay(id, { status: 'RECEIPT_ERROR', raw_error: 'Помилка підпису, тел. 380671112233' })
    expect(await find()).toMatchObject({ found: { status: 'receipt_error', error: 'Помилка підпису, тел. …' } })
    documents.pay(id, { status: 'DONE_WITHOUT_SMS' })
    expect(await find()).toMatchObject({ found: { status: 'fiscalized', receipt_id: expect.any(String) } })
    documents.setStatus(id, 'RETURNED')
    expect(await find()).toMatchObject({ found: { status: 'returned', return_receipt_id: expect.any(String) } })
    documents.setStatus(id, 'Something_New')
    expect(await find()).toMatchObject({ found: { status: 'unrecognised', raw_status: 'Something_New' } })
  })

  test('has a receipt with a fiscal code and a page for the buyer', async () => {
    const { ettn, documents, id } = await startCreated()
    const receiptId = documents.pay(id).receipt_id ?? ''
    expect(await ettn.findReceipt(credentials, receiptId)).toEqual({
      kind: 'found',
      found: {
        id: receiptId,
        status: 'done',
        fiscal_code: expect.stringMatching(/^\w{11}$/),
        fiscalized_at: expect.stringMatching(/Z$/),
        receipt_url: `https://check.checkbox.ua/${receiptId}`,
        tax_url: expect.stringMatching(/^https:\/\/cabinet\.tax\.gov\.ua\/cashregs\/check\?id=/),
        amount: 120_000,
        shift_id: expect.stringMatching(/^[\da-f-]{36}$/),
        payment_label: 'Платіж через інтегратора NovaPay',
        is_created_offline: false,
        is_sent_dps: true,
        error: null,
      },
    })
    expect(await ettn.findReceipt(credentials, prepaymentId)).toEqual({ kind: 'absent' })
  })

  test('is absent where Checkbox says so, not where the path is wrong', async () => {
    const { ettn, id } = await startCreated()
    expect(await ettn.find(credentials, prepaymentId)).toEqual({ kind: 'absent' })
    const { ettn: lost } = await startCheckbox({ prefix: '/nowhere' })
    expect(await lost.find(credentials, id)).toMatchObject({ kind: 'failed' })
    expect(await lost.remove(credentials, plain(id))).toMatchObject({ kind: 'ambiguous' })
  })

  test('is another one than asked for: no answer', async () => {
    const { ettn, faults } = await startCreated()
    const body = { id: '5b0c7d5e-0d3a-4a53-9b0c-0f4b8f2b6f10', ettnNumber: ttn, status: 'CREATED' }
    faults.arm({ operation: 'get_ettn', fault: { kind: 'status', status: 200, body } })
    expect(await ettn.find(credentials, prepaymentId)).toMatchObject({
      kind: 'failed',
      failure: { kind: 'bad_answer' },
    })
  })

  test.each(['', '..', '../cashier/me', 'a?b', 'a/b', 'x'.repeat(101)])('is never asked for as %j', async (id) => {
    const { ettn, log } = await startReady('ettn')
    expect(await ettn.find(credentials, id)).toMatchObject({ kind: 'failed' })
    expect(await ettn.findReceipt(credentials, id)).toMatchObject({ kind: 'failed' })
    expect(await ettn.remove(credentials, plain(id))).toMatchObject({ kind: 'refused' })
    expect(log.entries()).toEqual([])
  })
})

describe('a removal', () => {
  test('takes a waiting document away, and finds it gone the second time', async () => {
    const { ettn, documents, id } = await startCreated()
    expect(await ettn.remove(credentials, plain(id))).toEqual({ kind: 'gone' })
    expect(documents.live(ttn)).toEqual([])
    expect(await ettn.remove(credentials, plain(id))).toEqual({ kind: 'gone' })
    expect(await ettn.find(credentials, id)).toEqual({ kind: 'absent' })
  })

  test('of one that was paid is refused in the words of Checkbox', async () => {
    const { ettn, documents, id } = await startCreated()
    documents.pay(id)
    expect(await ettn.remove(credentials, plain(id))).toMatchObject({
      kind: 'refused',
      failure: { detail: expect.stringContaining('вже фіскалізовано або оплачено') },
    })
  })

  test('whose answer shows a fiscal document proves nothing', async () => {
    const { ettn, faults, id } = await startCreated()
    const body = { id, ettnNumber: ttn, status: 'DONE' }
    faults.arm({ operation: 'delete_ettn', fault: { kind: 'status', status: 200, body } })
    expect(await ettn.remove(credentials, plain(id))).toMatchObject({ kind: 'ambiguous' })
  })

  test('of the rest names its chain, and of a prepayment is not possible', async () => {
    const { create, ettn, documents, log, faults } = await startReady('ettn_rest')
    await create()
    const id = documents.all()[0]?.id ?? ''
    log.clear()
    const rest = { kind: 'ettn_rest', id, ...permit() } as const
    expect(await ettn.remove(credentials, { ...rest, relation_id: null })).toMatchObject({ kind: 'refused' })
    expect(await ettn.remove(credentials, { ...rest, relation_id: 'ORDER-0000012345' })).toEqual({ kind: 'gone' })
    const prepayment = { kind: 'prepayment', id: prepaymentId, relation_id: 'ORDER-0000012345', ...permit() } as const
    expect(await ettn.remove(credentials, prepayment)).toMatchObject({
      kind: 'refused',
      failure: { detail: expect.stringContaining('лише повернути гроші') },
    })
    const pending = { id: prepaymentId, status: 'CREATED', type: 'SELL' }
    faults.arm({ operation: 'get_receipt', fault: { kind: 'status', status: 200, body: pending }, times: 1 })
    expect(await ettn.remove(credentials, prepayment)).toMatchObject({
      kind: 'refused',
      failure: { detail: expect.stringContaining('ще не фіскальний') },
    })
    expect(log.entries().map(({ target }) => target)).toEqual([
      `/api/v1/ettn/prepayment/${id}?relation_id=ORDER-0000012345`,
      `/api/v1/receipts/${prepaymentId}`,
      // Whether it is fiscal already is read before it is said.
      `/api/v1/receipts/${prepaymentId}`,
    ])
  })

  test('with a stale token is sent once more', async () => {
    const { ettn, tokens, log, id } = await startCreated()
    tokens.expire()
    log.clear()
    expect(await ettn.remove(credentials, plain(id))).toEqual({ kind: 'gone' })
    expect(log.entries().map(({ operation }) => operation)).toEqual(['delete_ettn', 'sign_in', 'delete_ettn'])
  })
})
