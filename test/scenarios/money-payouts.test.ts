import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { AuditAction } from '#/contract/audit.ts'
import type { PayeeList, Payout, PayoutList } from '#/contract/payouts.ts'
import { loggedIn } from '#/test/support/people.ts'
import { startMoneyDesk } from '#/test/support/money-desk.ts'

const desk = await startMoneyDesk()
const { cashier, kasyr } = desk

/** Everything that money is counted from. */
async function figures(): Promise<unknown> {
  const { rows } = await sql`
    select (select count(*) from payouts) as payouts, (select count(*) from payout_lines) as lines,
      (select coalesce(sum(transferred), 0) from payout_lines) as transferred, (select count(*) from payees) as payees,
      (select count(*) from audit_log where action like 'money.%') as entries`.execute(kasyr.db)
  return rows[0]
}

async function entriesOf(action: AuditAction, subject: string): Promise<Record<string, unknown>[]> {
  const { rows } = await sql<{ details: Record<string, unknown> }>`
    select details from audit_log where action = ${action} and subject_id = ${subject}`.execute(kasyr.db)
  return rows.map(({ details }) => details)
}

describe('a payout list', () => {
  test('is taken whole, with its sums, its payee and who brought it', async () => {
    const { ttn } = await desk.aPaidOrder()
    const number = desk.aNumber()
    const text = desk.aPayoutList(
      [
        { ttn, accepted: 100_000, commission: 500 },
        { ttn: desk.aTtn(), accepted: 39_800, commission: 199 },
      ],
      { number },
    )
    const { status, body } = await desk.upload(text)
    expect({ status, ...body }).toMatchObject({
      status: 201,
      number,
      day: '2026-03-10',
      accepted: 139_800,
      commission: 699,
      transferred: 139_101,
      lines: 2,
      open: 1,
      states: { matched: 1, unknown_ttn: 1 },
      form: 'csv',
      file_name: 'Реєстр.csv',
    })
    expect(body.imported_by).not.toBeNull()
    const [entry] = await entriesOf('money.register_imported', body.id)
    expect(entry).toMatchObject({ number, lines: 2, accepted: 139_800, commission: 699, transferred: 139_101 })
    expect((await cashier.get<Payout>(`/money/registers/${body.id}`)).body).toEqual(body)
    const { body: list } = await cashier.get<PayoutList>('/money/registers')
    expect(list.items.map(({ id }) => id)).toContain(body.id)
  })

  test('that comes twice changes nothing, not even from a file with other bytes', async () => {
    const transfers = [{ ttn: desk.aTtn(), accepted: 50_000, commission: 250 }]
    const number = desk.aNumber()
    const text = desk.aPayoutList(transfers, { number })
    const taken = await desk.take(text)
    const before = await figures()
    const again = await desk.upload(text)
    const resaved = await desk.upload(text.replaceAll('\r\n', '\n'))
    expect([again.status, again.body.id, resaved.status, resaved.body.id]).toEqual([200, taken.id, 200, taken.id])
    expect(await figures()).toEqual(before)
    expect((await desk.preview(text)).body).toMatchObject({ outcome: 'same', asks: [], correction: null })
  })

  test('that comes five times at once is taken once', async () => {
    const text = desk.aPayoutList([{ ttn: desk.aTtn(), accepted: 50_000, commission: 250 }])
    const answers = await Promise.all(Array.from({ length: 5 }, () => desk.upload(text)))
    expect(answers.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 200, 200, 200, 201])
    expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  })

  test('with other content under the same number is a correction, and waits until a person says so', async () => {
    const number = desk.aNumber()
    const [kept, changed, gone] = [desk.aTtn(), desk.aTtn(), desk.aTtn()]
    const first = await desk.take(
      desk.aPayoutList(
        [kept, changed, gone].map((ttn) => ({ ttn, accepted: 10_000, commission: 50 })),
        { number },
      ),
    )
    const corrected = desk.aPayoutList(
      [
        { ttn: kept, accepted: 10_000, commission: 50 },
        { ttn: changed, accepted: 12_000, commission: 60 },
        { ttn: desk.aTtn(), accepted: 7_000, commission: 35 },
        { ttn: desk.aTtn(), accepted: 8_000, commission: 40 },
      ],
      { number },
    )
    const before = await figures()
    const refused = await desk.upload(corrected)
    expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('money.register_differs')])
    const { body: preview } = await desk.preview(corrected)
    expect(preview).toMatchObject({
      outcome: 'correction',
      asks: ['replace'],
      correction: { register: { id: first.id }, added: 2, removed: 1, changed: 1 },
    })
    expect(await figures()).toEqual(before)
    const replaced = await desk.take(corrected, { replaces: first.id })
    expect(replaced).toMatchObject({ id: first.id, lines: 4, accepted: 37_000 })
    const [entry] = await entriesOf('money.register_corrected', first.id)
    expect(entry).toMatchObject({ accepted: 37_000, before: { lines: 3, accepted: 30_000 } })
  })

  test('of the next year may have the same number', async () => {
    const number = desk.aNumber()
    const transfers = [{ ttn: desk.aTtn(), accepted: 10_000, commission: 50 }]
    const one = await desk.take(desk.aPayoutList(transfers, { number, day: '2025-12-31' }))
    const other = await desk.take(
      desk.aPayoutList([{ ttn: desk.aTtn(), accepted: 20_000, commission: 100 }], { number, day: '2026-01-02' }),
    )
    expect(other.id).not.toBe(one.id)
  })

  test('that is withdrawn leaves no trace in the figures, and the audit log keeps it', async () => {
    const { ttn } = await desk.aPaidOrder()
    const first = await desk.take(desk.aPayoutList([{ ttn, accepted: 60_000, commission: 300 }]))
    const before = await desk.linesOf(first.id)
    const figuresBefore = await figures()
    const second = await desk.take(
      desk.aPayoutList([{ ttn, accepted: 40_000, commission: 200 }], { day: '2026-03-11' }),
    )
    expect((await desk.linesOf(first.id))[0]).toMatchObject({ state: 'matched', difference: 0 })
    const { status } = await cashier.delete(`/money/registers/${second.id}`, { reason: 'Не наш' })
    expect(status).toBe(204)
    expect(await desk.linesOf(first.id)).toEqual(before)
    expect(before[0]).toMatchObject({ state: 'sum_differs', difference: -40_000 })
    const after = await figures()
    expect(after).toEqual({ ...Object(figuresBefore), entries: Object(after).entries })
    expect((await cashier.get(`/money/registers/${second.id}`)).status).toBe(404)
    expect((await cashier.delete(`/money/registers/${second.id}`)).status).toBe(404)
    expect(await entriesOf('money.register_withdrawn', second.id)).toMatchObject([
      { transferred: 39_800, reason: 'Не наш' },
    ])
  })

  const withdrawn = (payout_id: string) =>
    kasyr.app.db.selectFrom('withdrawn_payouts').selectAll().where('payout_id', '=', payout_id).orderBy('id').execute()

  test('that is withdrawn or corrected keeps what it said, marked with who and when, where no figure counts it', async () => {
    const [one, other] = [desk.aTtn(), desk.aTtn()]
    const number = desk.aNumber()
    const text = desk.aPayoutList([{ ttn: one, accepted: 10_000, commission: 50 }], { number })
    const empty = await figures()
    const { id } = await desk.take(text)
    const corrected = desk.aPayoutList([{ ttn: other, accepted: 20_000, commission: 100 }], { number })
    await desk.preview(corrected)
    expect(await withdrawn(id)).toEqual([])
    await desk.take(corrected, { replaces: id })
    expect((await cashier.delete(`/money/registers/${id}`, { reason: 'Не наш' })).status).toBe(204)
    expect(await withdrawn(id)).toMatchObject([
      { number, is_corrected: true, accepted: 10_000, lines: [{ ttn: one, accepted: 10_000, commission: 50 }] },
      {
        is_corrected: false,
        reason: 'Не наш',
        withdrawn_by_login: expect.any(String),
        withdrawn_at: expect.any(String),
        lines: [{ position: 1, ttn: other, accepted: 20_000, transferred: 19_900 }],
      },
    ])
    const after = await figures()
    expect(after).toEqual({ ...Object(empty), entries: Object(after).entries })
    // The same file may come again, as if it had never been here.
    expect(await desk.take(text)).toMatchObject({ number, lines: 1, accepted: 10_000 })
    await expect(sql`delete from withdrawn_payouts`.execute(kasyr.app.db)).rejects.toThrow(/permission denied/)
    await expect(sql`update withdrawn_payouts set lines = '[]'`.execute(kasyr.app.db)).rejects.toThrow(
      /permission denied/,
    )
  })

  test('that can be withdrawn without a reason', async () => {
    const taken = await desk.take(desk.aPayoutList([{ ttn: desk.aTtn(), accepted: 100, commission: 1 }]))
    expect((await cashier.delete(`/money/registers/${taken.id}`)).status).toBe(204)
  })

  test('is only shown by a preview', async () => {
    const { ttn } = await desk.aPaidOrder()
    const text = desk.aPayoutList([{ ttn, accepted: 100_000, commission: 500 }])
    const before = await figures()
    const { status, body } = await desk.preview(text)
    expect({ status, ...body }).toMatchObject({
      status: 200,
      outcome: 'new',
      asks: [],
      lines: 1,
      states: { matched: 1 },
      transferred: 99_500,
    })
    expect(await figures()).toEqual(before)
  })

  test('without the line of totals is taken only when a person has checked the sums', async () => {
    const text = desk.aPayoutList([{ ttn: desk.aTtn(), accepted: 10_000, commission: 50 }], { has_totals: false })
    expect((await desk.preview(text)).body.asks).toEqual(['totals'])
    expect((await desk.upload(text)).text).toContain('money.totals_unconfirmed')
    expect((await desk.upload(text, { totals_confirmed: 'true' })).status).toBe(201)
  })
})

describe('whose money it is', () => {
  const someone = 'Фізична особа-підприємець Мельник Іван Іванович'
  const account = 'UA903052990000026005016803222'

  test('a person says where the file names nobody we know', async () => {
    const text = desk.aPayoutList([{ ttn: desk.aTtn(), accepted: 10_000, commission: 50 }], { payee: someone, account })
    expect((await desk.preview(text)).body).toMatchObject({ asks: ['payee'], payee: null, payee_name: someone })
    expect((await desk.upload(text)).text).toContain('money.payee_needed')
    const taken = await desk.take(text, { payee_id: 'new' })
    expect(taken.payee.name).toBe(someone)
    const next = desk.aPayoutList([{ ttn: desk.aTtn(), accepted: 10_000, commission: 50 }], {
      payee: 'ФОП МЕЛЬНИК  Іван Іванович',
      account: 'UA903052990000026005016803333',
    })
    expect((await desk.take(next)).payee.id).toBe(taken.payee.id)
    const byAccount = desk.aPayoutList([{ ttn: desk.aTtn(), accepted: 10_000, commission: 50 }], {
      payee: 'Хтось інший',
      account,
    })
    expect((await desk.take(byAccount)).payee.id).toBe(taken.payee.id)
  })

  test('the provider says whose a cash register is, and a payee is the same by name until then', async () => {
    const { body } = await cashier.get<PayeeList>('/money/payees')
    const ofRegister = body.items.find(({ cash_registers }) => cash_registers.some(({ id }) => id === desk.registerId))
    expect(ofRegister?.tax_number).toMatch(/^\d{10}$/)
  })

  test('nobody we have is refused', async () => {
    const text = desk.aPayoutList([{ ttn: desk.aTtn(), accepted: 10_000, commission: 50 }])
    const { status, text: said } = await desk.upload(text, { payee_id: '00000000-0000-7000-8000-000000000000' })
    expect([status, said]).toEqual([404, expect.stringContaining('money.payee_not_found')])
  })
})

describe('what is no payout list', () => {
  test.each([
    ['no form', { reason: 'x' }, 400, 'money.file_missing'],
    ['a form without a file', new FormData(), 400, 'money.file_missing'],
    ['an unknown field', desk.formOf('x', Object({ payee: 'x' })), 400, 'request.invalid'],
    ['a text', desk.formOf('Добрий день', {}), 422, 'money.'],
    ['nothing', desk.formOf('', {}), 422, 'money.'],
    ['5 MB and a byte', desk.formOf('x'.repeat(5 * 1024 * 1024 + 1), {}), 413, 'money.file_too_large'],
  ])('%s: is refused with one sentence and changes nothing', async (_what, body, status, code) => {
    const before = await figures()
    const answer = await cashier.post('/money/registers', body)
    expect([answer.status, answer.text]).toEqual([status, expect.stringContaining(code)])
    expect(await figures()).toEqual(before)
  })
})

test('an auditor reads and brings nothing', async () => {
  const auditor = await loggedIn(kasyr, 'auditor')
  const text = desk.aPayoutList([{ ttn: desk.aTtn(), accepted: 10_000, commission: 50 }])
  expect((await desk.upload(text, {}, auditor)).status).toBe(403)
  expect((await desk.preview(text, {}, auditor)).status).toBe(403)
  expect((await auditor.get('/money/registers')).status).toBe(200)
  expect((await auditor.get('/money/lines')).status).toBe(200)
})
