import { describe, expect, test } from 'vitest'
import type { Problem } from '#/contract/problem.ts'
import { type Receipt } from '#/contract/receipts.ts'
import { receiptStates, type ReceiptState } from '#/contract/receipt-states.ts'
import { findRegisterCredentials } from '#/server/cash-registers/secrets/find-register-credentials.ts'
import { aDocumentId, startReceiptDesk, wayTo } from '../support/receipt-desk.ts'

const desk = await startReceiptDesk()
const { cashier, kasyr } = desk
const cancel = (id: string) => cashier.post<Receipt & Problem>(`/receipts/${id}/cancel`)
const eventsOf = async (id: string): Promise<string[]> => {
  const rows = await kasyr.db
    .selectFrom('receipt_events')
    .select('event')
    .where('receipt_id', '=', id)
    .orderBy('seq')
    .execute()
  return rows.map(({ event }) => event)
}

describe('cancelling a receipt that is', () => {
  const outcomes: Record<ReceiptState, [status: number, state: ReceiptState, wanted: boolean, isNoted: boolean]> = {
    queued: [202, 'cancelled', true, true],
    sending: [202, 'sending', true, true],
    unknown: [202, 'unknown', true, true],
    attention: [202, 'attention', true, true],
    created: [202, 'created', true, true],
    cancelling: [202, 'cancelling', true, false],
    cancel_unknown: [202, 'cancel_unknown', true, false],
    fiscalized: [409, 'fiscalized', false, false],
    cancelled: [202, 'cancelled', true, false],
    failed: [202, 'failed', false, false],
  }

  test.each(receiptStates)('%s, any number of times', async (from) => {
    const [status, state, wanted, isNoted] = outcomes[from]
    const { id } = await desk.receipt()
    await desk.drive(id, ...wayTo(from))
    const before = await eventsOf(id)
    const answers = [await cancel(id), await cancel(id), ...(await Promise.all([cancel(id), cancel(id)]))]
    expect(answers.map((answer) => answer.status)).toEqual([status, status, status, status])
    const { state: now, cancel_wanted } = await desk.rowOf(id)
    expect([now, cancel_wanted]).toEqual([state, wanted])
    expect((await eventsOf(id)).slice(before.length)).toEqual(isNoted ? ['cancel_asked'] : [])
    const noted = await kasyr.db
      .selectFrom('audit_log')
      .select('actor_login')
      .where('subject_id', '=', id)
      .where('actor_login', 'is not', null)
      .where('action', '=', 'receipt.moved')
      .execute()
    expect(noted).toHaveLength(isNoted ? 1 : 0)
  })

  test('created: the work of removing it is ordered in the same breath', async () => {
    const { id } = await desk.receipt()
    await desk.drive(id, ...wayTo('created'))
    expect(await desk.jobsOf(() => cancel(id))).toEqual(['receipts.cancel'])
    expect(await desk.read(id)).toMatchObject({ state: 'created', cancel_requested: true })
  })

  test('fiscalized says that only a return is possible', async () => {
    const { id } = await desk.receipt()
    await desk.drive(id, ...wayTo('fiscalized'))
    const { body } = await cancel(id)
    expect([body.code, body.detail]).toEqual(['receipt.fiscalized', expect.stringContaining('повернення в Checkbox')])
  })

  test('created, but whose removal was refused, may be asked for again', async () => {
    const { id } = await desk.receipt()
    const problem = { code: 'fiscal.failed', detail: 'Спробуйте завтра.' }
    await desk.drive(id, ...wayTo('cancelling'), { type: 'remove_refused', removal: 1, problem })
    expect(await desk.read(id)).toMatchObject({ state: 'created', cancel_requested: false, problem })
    expect((await cancel(id)).body.cancel_requested).toBe(true)
    expect((await eventsOf(id)).filter((event) => event === 'cancel_asked')).toHaveLength(2)
  })
})

describe('cancelling a chain', () => {
  test.each(['rest', 'prepayment'] as const)('before anything was sent ends both, asked by its %s', async (which) => {
    const { rest, prepayment_id } = await desk.chain()
    const { status, body } = await cancel(which === 'rest' ? rest.id : prepayment_id)
    expect([status, body.state]).toEqual([202, 'cancelled'])
    expect((await desk.receiptsOf(rest.order_id)).map(({ state }) => state)).toEqual(['cancelled', 'cancelled'])
    expect((await desk.readOrder(rest.order_id)).tab).toBe('no_receipt')
  })

  test('whose prepayment is on its way ends the rest at once and keeps the wish for the prepayment', async () => {
    const { rest, prepayment_id } = await desk.chain()
    await desk.drive(prepayment_id, ...wayTo('sending'))
    const { body } = await cancel(rest.id)
    expect(body).toMatchObject({ state: 'cancelled', prepayment: { state: 'sending' }, problem: null })
    expect((await desk.rowOf(prepayment_id)).cancel_wanted).toBe(true)
    expect((await desk.readOrder(rest.order_id)).tab).toBe('has_receipt')
  })

  test('whose prepayment is fiscal removes the rest alone and says that the prepayment can only be returned', async () => {
    const { rest, prepayment_id } = await desk.chain()
    await desk.drive(prepayment_id, ...wayTo('fiscalized'))
    const { status, body } = await cancel(rest.id)
    expect([status, body.state, body.prepayment?.state]).toEqual([202, 'cancelled', 'fiscalized'])
    const problem = {
      code: 'receipt.prepayment_fiscalized',
      detail: expect.stringContaining('оформте повернення передоплати в Checkbox'),
    }
    expect(body.problem).toEqual(problem)
    expect((await desk.readOrder(rest.order_id)).receipt).toMatchObject({ state: 'cancelled', problem })
    expect((await desk.rowOf(prepayment_id)).cancel_wanted).toBe(false)
    const advance = await cancel(prepayment_id)
    expect([advance.status, advance.body.code]).toEqual([409, 'receipt.fiscalized'])
  })

  test('whose rest waits for payment keeps the wish for it and leaves the fiscal prepayment alone', async () => {
    const { rest, prepayment_id } = await desk.chain()
    await desk.drive(prepayment_id, ...wayTo('fiscalized'))
    await desk.drive(rest.id, ...wayTo('created'))
    const { body } = await cancel(rest.id)
    expect(body).toMatchObject({
      state: 'created',
      cancel_requested: true,
      problem: { code: 'receipt.prepayment_fiscalized' },
    })
    expect(await eventsOf(prepayment_id)).not.toContain('cancel_asked')
  })
})

describe('checking a receipt again', () => {
  test.each(['attention', 'unknown', 'cancel_unknown'] as const)('is done at once for one that is %s', async (from) => {
    const { id } = await desk.receipt()
    await desk.drive(id, ...wayTo(from))
    const recheck = () => cashier.post<Receipt>(`/receipts/${id}/recheck`)
    expect(await desk.jobsOf(recheck)).toEqual(['receipts.reconcile'])
    const { state, next_check_at } = await desk.rowOf(id)
    expect(state).toBe(from === 'attention' ? 'unknown' : from)
    expect(Date.parse(next_check_at ?? '')).toBeLessThanOrEqual(kasyr.app.clock.now().getTime())
    expect((await recheck()).status).toBe(202)
  })

  test.each(['queued', 'sending', 'created', 'cancelling', 'fiscalized', 'cancelled', 'failed'] as const)(
    'is refused for one that is %s',
    async (from) => {
      const { id } = await desk.receipt()
      await desk.drive(id, ...wayTo(from))
      const { status, body } = await cashier.post(`/receipts/${id}/recheck`)
      expect([status, body.code]).toEqual([409, 'receipt.not_rechecked'])
    },
  )
})

describe('attaching a document a person found', () => {
  const attach = (id: string, provider_id: string) =>
    cashier.post<Receipt & Problem>(`/receipts/${id}/attach`, { provider_id })

  /** The provider has the document of this receipt, or of another order's. */
  async function documentOf(id: string): Promise<string> {
    const row = await desk.rowOf(id)
    const outcome = await kasyr.app.ettn(true).create(await credentials(), {
      kind: row.document_kind,
      body: row.request,
      permit: { leftMs: () => 60_000 },
      timeoutMs: 30_000,
    })
    if (outcome.kind !== 'positive') throw new Error(`the document was not made: ${outcome.kind}`)
    return outcome.document.id
  }
  const credentials = async () => {
    const found = await findRegisterCredentials(kasyr.app, desk.registerId)
    if (!found.ok) throw new Error(found.refusal)
    return found.credentials
  }
  async function inAttention(): Promise<Receipt> {
    const receipt = await desk.receipt()
    await desk.drive(receipt.id, ...wayTo('attention'))
    return receipt
  }

  test('that waits for payment makes the receipt wait for it, and a riddle about it is solved', async () => {
    const { id, order_id } = await inAttention()
    const provider_id = await documentOf(id)
    const riddle = { id, at: kasyr.app.clock.now().toISOString(), kind: 'orphan', provider_id, order_id, details: '{}' }
    await kasyr.db.insertInto('receipt_incidents').values(riddle).execute()
    const { status, body } = await attach(id, ` ${provider_id} `)
    expect([status, body.state, body.provider_id, body.problem]).toEqual([202, 'created', provider_id, null])
    expect(await eventsOf(id)).toContain('attached_waiting')
    const open = await kasyr.db.selectFrom('receipt_incidents').select('id').where('settled_at', 'is', null).execute()
    expect(open).toEqual([])
  })

  test('that is fiscal makes the receipt fiscal', async () => {
    const { id, order_id } = await inAttention()
    const provider_id = await documentOf(id)
    await kasyr.db.updateTable('parcels').set({ paid: true }).where('order_id', '=', order_id).execute()
    const { status, body } = await attach(id, provider_id)
    expect([status, body.state]).toEqual([202, 'fiscalized'])
  })

  test('whose cancellation was wanted meanwhile is cancelled', async () => {
    const { id } = await inAttention()
    await cancel(id)
    const provider_id = await documentOf(id)
    expect(await desk.jobsOf(() => attach(id, provider_id))).toEqual(['receipts.cancel'])
    expect(await desk.read(id)).toMatchObject({ state: 'created', cancel_requested: true })
  })

  test('is refused when the provider has none, or one of another receipt', async () => {
    const [mine, other] = [await inAttention(), await inAttention()]
    const theirs = await documentOf(other.id)
    const unknown = await attach(mine.id, '01900000-0000-7000-8000-000000000001')
    expect([unknown.status, unknown.body.code]).toEqual([422, 'receipt.document_not_found'])
    const foreign = await attach(mine.id, theirs)
    expect([foreign.status, foreign.body.code]).toEqual([422, 'receipt.document_differs'])
    expect(foreign.body.detail).toContain('інша ТТН, сума чи каса')
    expect((await desk.rowOf(mine.id)).state).toBe('attention')
  })

  test('a document that outlived its cancelled receipt may be attached to the next one, once, also when two ask at once', async () => {
    const { id, order_id } = await inAttention()
    const provider_id = await documentOf(id)
    await attach(id, provider_id)
    // As if its receipt had been cancelled by hand, long after it was sent, and asked for anew: the document is still its own.
    await desk.kasyr.db.updateTable('receipts').set({ quiet_after: null }).where('id', '=', id).execute()
    await desk.drive(id, { type: 'cancel_asked' }, { type: 'cancel_claimed' }, { type: 'removed' })
    const again = await desk.receipt(order_id)
    await desk.drive(again.id, ...wayTo('attention'))
    const answers = await Promise.all([attach(again.id, provider_id), attach(again.id, provider_id)])
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202, 409]))
    expect(await desk.rowOf(again.id)).toMatchObject({ state: 'created', provider_id })
  })

  test('is refused when the receipt has a document of its own, and when it is not in anybody’s attention', async () => {
    const { id } = await desk.receipt()
    const problem = { code: 'fiscal.failed', detail: 'Не фіскалізовано.' }
    const provider_id = aDocumentId()
    await desk.drive(id, { type: 'claimed' }, { type: 'sent_positive', attempt: 1, provider_id })
    expect((await attach(id, provider_id)).body.code).toBe('receipt.not_attachable')
    await desk.drive(id, { type: 'found_receipt_error', provider_id, problem })
    const { status, body } = await attach(id, 'another')
    expect([status, body.code]).toEqual([409, 'receipt.document_known'])
  })

  test('that was cancelled at the provider is refused', async () => {
    const { id } = await inAttention()
    const provider_id = await documentOf(id)
    const removal = {
      kind: 'ettn',
      id: provider_id,
      relation_id: null,
      permit: { leftMs: () => 60_000 },
    } as const
    await kasyr.app.ettn(true).remove(await credentials(), { ...removal, timeoutMs: 30_000 })
    const { status, body } = await attach(id, provider_id)
    expect([status, body.code]).toEqual([422, 'receipt.document_ended'])
  })

  test('is refused with its reason when the provider does not let us in', async () => {
    const registerId = await desk.addRegister({ pin: '0000' })
    await desk.admin.patch(`/cash-registers/${registerId}`, { pin: '123456789' })
    const order_id = await desk.order({}, { cash_register_id: registerId })
    const { id } = await desk.receipt(order_id)
    await desk.drive(id, ...wayTo('attention'))
    await desk.admin.patch(`/cash-registers/${registerId}`, { pin: '0000' })
    const { status, body } = await attach(id, 'anything')
    expect([status, body.code]).toEqual([502, 'fiscal.failed'])
    expect(body.detail).not.toContain('0000')
  })

  test('works for a prepayment by the id we gave it, and by no other', async () => {
    const { prepayment_id } = await desk.chain()
    await desk.drive(prepayment_id, ...wayTo('attention'))
    await kasyr.app.ettn(true).openShift(await credentials())
    await documentOf(prepayment_id)
    const other = await attach(prepayment_id, '01900000-0000-7000-8000-000000000001')
    expect([other.status, other.body.code]).toEqual([422, 'receipt.document_not_found'])
    const { status, body } = await attach(prepayment_id, prepayment_id)
    expect([status, body.state]).toEqual([202, 'fiscalized'])
  })
})
