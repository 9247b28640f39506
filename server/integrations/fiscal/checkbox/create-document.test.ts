import { systemClock } from '#/server/platform/clock.ts'
import { startPermit } from '#/server/platform/permit.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { howOften } from '#/test/support/how-often.ts'
import { patience } from '#/test/support/patience.ts'
import { credentials, prepaymentId, sending, startCheckbox, startReady, ttn } from '#/test/support/real-checkbox.ts'
import { documentKinds } from '../ettn-client.ts'

const operations = {
  ettn: 'create_ettn',
  ettn_rest: 'create_ettn_prepayment',
  prepayment: 'create_prepayment',
} as const
const table = documentKinds.map((kind) => [kind, operations[kind]] as const)

describe.each(table)('%s', (kind, operation) => {
  test('is created by one request, byte for byte as frozen', async () => {
    const { create, log, told, logged } = await startReady(kind)
    const outcome = await create()
    const document = { ettn: { ttn, amount: 120_000 }, ettn_rest: { ttn, amount: 100_000 } }
    expect(outcome).toMatchObject({
      kind: 'positive',
      document:
        kind === 'prepayment'
          ? { id: prepaymentId, ttn: null, amount: 20_000, status: 'fiscalized', receipt_id: prepaymentId }
          : { ...document[kind], status: 'waiting', register_fiscal_number: '4000123456', raw_status: 'CREATED' },
    })
    expect(log.entries().map((entry) => [entry.operation, entry.body])).toEqual([[operation, sending(kind).body]])
    expect(log.entries()[0]?.headers).toMatchObject({
      'content-type': 'application/json',
      'x-license-key': credentials.license_key,
      'user-agent': 'kasyr/1',
    })
    expect([told(outcome), logged]).toEqual([[], []])
  })

  test('with a stale token: one new sign-in, one more request, one document', async () => {
    const { create, tokens, log, calls } = await startReady(kind)
    tokens.expire()
    expect(await create()).toMatchObject({ kind: 'positive' })
    expect(log.entries().map((entry) => entry.operation)).toEqual([operation, 'sign_in', operation])
    expect(log.entries().map(({ status }) => status)).toEqual([401, 200, kind === 'prepayment' ? 201 : 200])
    expect(calls(operation)).toBe(2)
  })

  test.each([
    [401, { code: 'base.credentials', message: '' }],
    [403, { code: null, message: 'Not authenticated' }],
  ])('with a token that is never taken (%i %j) is ambiguous after the second request', async (status, body) => {
    const { create, faults, calls } = await startReady(kind)
    faults.arm({ operation, fault: { kind: 'status', status, body }, times: 'always' })
    expect(await create()).toMatchObject({ kind: 'ambiguous', misconfigured: false })
    expect([calls(operation), calls('sign_in')]).toEqual([2, 1])
  })

  test('is not sent when the permit is over, nor after the caller has gone', async () => {
    const { create, log, logged } = await startReady(kind)
    const late = { permit: { leftMs: () => 0 } }
    expect(await create(late)).toEqual({
      kind: 'not_sent',
      failure: { kind: 'permit_over', detail: 'час, відведений на надсилання, минув: запит не надіслано' },
    })
    expect(await create({ signal: AbortSignal.abort() })).toMatchObject({ kind: 'not_sent' })
    expect(log.entries()).toEqual([])
    expect(logged).toHaveLength(2)
  })

  test('is not sent a second time when the permit ended before the token was renewed', async () => {
    const { create, tokens, faults, log, calls } = await startReady(kind)
    tokens.expire()
    faults.arm({ operation: 'sign_in', fault: { kind: 'hang' } })
    // Long enough for the document to be sent and the token to be asked for, however busy the machine is.
    const outcome = create({ permit: startPermit(systemClock, patience(1_000)) })
    await log.waitFor((entries) => entries.some((entry) => entry.stage === 'held'))
    expect(await outcome).toMatchObject({ kind: 'ambiguous', failure: { kind: 'timeout' } })
    await faults.release()
    expect(calls(operation)).toBe(1)
  })

  test('is not sent when its body is not one it could be recognised by', async () => {
    const { create, log } = await startReady(kind)
    for (const body of ['', '{', 'null', '{"receipt_body":{"payments":[]}}', '{"id":"../x","payments":[{"value":1}]}'])
      expect(await create({ body })).toMatchObject({ kind: 'refused', code: null })
    expect(log.entries()).toEqual([])
  })

  test.each([
    ['a wrong PIN', 'sign_in', 403, 'cashier.invalid_credentials', 'refused', 'bad_pin'],
    ['a wrong key', 'sign_in', 401, 'cash_register.invalid_license_key', 'refused', 'bad_license_key'],
    ['Checkbox being down', 'sign_in', 503, null, 'not_sent', 'unavailable'],
  ] as const)('is not sent because of %s', async (_why, operationOfIt, status, code, kindOfIt, failure) => {
    const { ettn, faults, calls, told } = await startCheckbox()
    const fault = { kind: 'status', status, body: { message: credentials.pin, code } } as const
    faults.arm({ operation: operationOfIt, fault, times: 'always' })
    const outcome = await ettn.create(credentials, sending(kind))
    expect(outcome).toMatchObject({ kind: kindOfIt, failure: { kind: failure } })
    expect(calls(operation)).toBe(0)
    expect(told(outcome)).toEqual([])
  })

  test('is refused when the token is stale and the PIN was changed', async () => {
    const { create, tokens, registers, calls } = await startReady(kind)
    tokens.expire()
    registers.change(credentials.license_key, { cashier: { pin: '4321' } })
    expect(await create()).toMatchObject({ kind: 'refused', failure: { kind: 'bad_pin' } })
    expect(calls(operation)).toBe(1)
  })

  test('is not sent while the register rests; a page in place of the API makes it rest at once', async () => {
    let now = Date.now()
    const { create, faults, log, calls } = await startReady(kind, { clock: { now: () => new Date(now) } })
    faults.arm({ operation, fault: { kind: 'html', status: 403 } })
    expect(await create()).toMatchObject({ kind: 'ambiguous', misconfigured: true })
    const resting = await create()
    expect(resting).toMatchObject({ kind: 'not_sent', failure: { kind: 'unavailable' } })
    expect(resting).toMatchObject({ failure: { detail: expect.stringContaining('сторінка HTML') } })
    expect(log.entries()).toHaveLength(1)
    now += 15_000
    expect(await create()).toMatchObject({ kind: 'positive' })
    expect(calls(operation)).toBe(2)
  })

  test('is told with no secret and no phone, whatever is repeated', async () => {
    const { create, faults, told, log } = await startReady(kind)
    await create({ permit: { leftMs: () => 0 } })
    const echo = `${credentials.license_key} ${credentials.pin} тел +38 (067) 111-22-33, 380671112233 ${sending(kind).body}`
    for (const status of [400, 409, 422, 429, 500]) {
      faults.arm({ operation, fault: { kind: 'status', status, body: { message: echo, detail: echo } } })
      const outcome = await create()
      expect(told(outcome)).toEqual([])
      expect(outcome).toMatchObject({ failure: { detail: expect.stringContaining('… … тел …, …') } })
    }
    expect(log.entries()).toHaveLength(5)
  })
})

describe('a success that is not ours is ambiguous', () => {
  const answer = { id: '5b0c7d5e-0d3a-4a53-9b0c-0f4b8f2b6f10', ettnNumber: ttn, totalSum: 120_000, status: 'CREATED' }
  test.each([
    ['ours', answer, 'positive'],
    ['ours, its TTN a number', { ...answer, ettnNumber: Number(ttn) }, 'positive'],
    ['ours, without its sum', { ...answer, totalSum: null }, 'positive'],
    ['ours, with a status nobody knows', { ...answer, status: 'NEW' }, 'positive'],
    ['without an id', { ...answer, id: null }, 'ambiguous'],
    ['with another TTN', { ...answer, ettnNumber: '20450000000002' }, 'ambiguous'],
    ['without a TTN', { ...answer, ettnNumber: null }, 'ambiguous'],
    ['with another sum', { ...answer, totalSum: 120_001 }, 'ambiguous'],
    ['in hryvnias', { ...answer, totalSum: 1200 }, 'ambiguous'],
    ['a list of it', [answer], 'ambiguous'],
    ['null', null, 'ambiguous'],
  ])('%s', async (_name, body, kind) => {
    const { create, faults } = await startReady('ettn')
    faults.arm({ operation: 'create_ettn', fault: { kind: 'status', status: 200, body } })
    expect((await create()).kind).toBe(kind)
  })

  test('a prepayment is known by our id only', async () => {
    const { create, faults } = await startReady('prepayment')
    for (const id of [null, 'another', answer.id]) {
      const fault = { kind: 'status', status: 201, body: { id, status: 'DONE', total_payment: 20_000 } } as const
      faults.arm({ operation: 'create_prepayment', fault })
      expect(await create()).toMatchObject({ kind: 'ambiguous' })
    }
  })
})

describe('what is there already', () => {
  test('a document for the TTN is looked up by whoever asked, never taken for a refusal', async () => {
    const { create, set, calls } = await startReady('ettn')
    await create()
    set({ second_ettn: 'refused' })
    expect(await create()).toMatchObject({ kind: 'ambiguous', misconfigured: false })
    expect(calls('create_ettn')).toBe(2)
  })

  test('a prepayment whose answer was lost is found by our id, and there is one', async () => {
    const { create, faults, documents, calls } = await startReady('prepayment')
    faults.arm({ operation: 'create_prepayment', fault: { kind: 'reset_before_answer', effect: true } })
    expect(await create()).toMatchObject({ kind: 'ambiguous' })
    expect(await create()).toMatchObject({ kind: 'positive', document: { id: prepaymentId, status: 'fiscalized' } })
    expect(documents.receipts()).toHaveLength(1)
    expect([calls('create_prepayment'), calls('get_receipt')]).toEqual([2, 1])
  })

  test('a prepayment that is said to exist but is not found stays ambiguous', async () => {
    const { create, faults } = await startReady('prepayment')
    const body = { message: 'Вказаний id чеку вже існує', code: 'receipt.already_exists' }
    faults.arm({ operation: 'create_prepayment', fault: { kind: 'status', status: 400, body }, times: 'always' })
    expect(await create()).toMatchObject({ kind: 'ambiguous' })
    faults.arm({ operation: 'get_receipt', fault: { kind: 'status', status: 500 } })
    expect(await create()).toMatchObject({ kind: 'ambiguous' })
  })
})

test('a refusal shows what the provider said, and a shift that is missing its code', async () => {
  const { create, waybills } = await startReady('ettn')
  waybills.put([{ ttn, control: 119_900 }])
  expect(await create()).toEqual({
    kind: 'answered',
    failure: {
      kind: 'refused',
      detail: 'Checkbox відмовив (код 400): «Сума накладної відрізняється від суми чека»',
    },
    code: null,
  })
  const { ettn } = await startCheckbox()
  expect(await ettn.create(credentials, sending('prepayment'))).toMatchObject({
    kind: 'refused',
    code: 'shift.not_opened',
  })
})

test('too many at once are told when to come back', async () => {
  const { create } = await startReady('ettn', {}, { creates_per_second: 1, retry_after: 3 })
  await create()
  expect(await create()).toMatchObject({ kind: 'ambiguous', retry_after_seconds: 3, failure: { kind: 'rate_limited' } })
})

test('the older prefix leads to the same documents', async () => {
  const { create, ettn, log, documents } = await startReady('ettn', { prefix: 'np/ettn/' })
  await create()
  const [document] = documents.all()
  expect(await ettn.find(credentials, document?.id ?? '')).toMatchObject({ kind: 'found', found: { ttn } })
  expect(log.entries().map(({ target }) => target)).toEqual(['/api/v1/np/ettn', `/api/v1/np/ettn/${document?.id}`])
})

const names = ['id', 'ettnNumber', 'totalSum', 'status', 'code', 'message', 'detail', 'ettn_number', 'receiptId']
const known = fc.oneof(fc.constant(ttn), fc.constant(prepaymentId), fc.constant(120_000), fc.jsonValue())
const anything = fc.oneof(fc.jsonValue(), fc.dictionary(fc.constantFrom(...names), known))

test('whatever JSON is answered to a creation, it is one request with one outcome, and positive only with our TTN', async () => {
  let now = Date.now()
  const { create, faults, log, told } = await startReady('ettn', { clock: { now: () => new Date(now) } })
  await fc.assert(
    fc.asyncProperty(anything, fc.constantFrom(200, 201, 400, 403, 404, 409, 422, 429, 500), async (value, status) => {
      // Past the waits of the breaker, so that every run is sent; the token is renewed now and then.
      now += 60_000
      log.clear()
      faults.arm({
        operation: 'create_ettn',
        fault: { kind: 'status', status, body: Buffer.from(JSON.stringify(value)) },
      })
      const outcome = await create()
      expect(log.entries().filter(({ operation }) => operation === 'create_ettn')).toHaveLength(1)
      expect(told(outcome)).toEqual([])
      const isOurs = outcome.kind !== 'positive' || (outcome.document.ttn === ttn && status < 300)
      expect(isOurs, JSON.stringify(outcome)).toBe(true)
    }),
    { numRuns: howOften({ usually: 100, long: 1_000 }) },
  )
})
