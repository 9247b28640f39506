import { describe, expect, test } from 'vitest'
import { faultKinds, type ArmingInput } from '#/simulators/frame/faults.ts'
import { somePaired } from '#/test/support/how-often.ts'
import { credentials, prepaymentId, sending, startReady, ttn } from '#/test/support/real-checkbox.ts'
import { documentKinds, type DocumentKind, type EttnClient } from '../ettn-client.ts'

type Fault = ArmingInput['fault']
/** How a creation, a removal, a look and the opening of a shift end. `look` is also the end of a list. */
interface Ends {
  create: string
  remove: string
  look: string
}

const unknown: Ends = { create: 'ambiguous', remove: 'ambiguous', look: 'failed' }
const said = (status: number, message: string, code: string | null = null): Fault => ({
  kind: 'status',
  status,
  body: { message, code },
})

/** Nobody can tell from these what became of the call. */
const unclear: Fault[] = [
  { kind: 'html' },
  { kind: 'html', status: 400 },
  { kind: 'html', status: 403, effect: true },
  { kind: 'html', status: 404 },
  { kind: 'html', status: 503, effect: true },
  { kind: 'status', status: 200, body: 'a text' },
  { kind: 'redirect', location: 'http://127.0.0.1:9/elsewhere', effect: true },
  { kind: 'too_many_requests', retry_after: 30 },
  { kind: 'too_many_requests', body: 'slow down' },
  { kind: 'unauthorized', body: '' },
  said(405, 'Method Not Allowed'),
  said(408, 'Request Timeout'),
  said(415, 'Unsupported Media Type'),
  said(425, 'Too Early'),
  said(500, 'Помилка'),
  { kind: 'status', status: 500, effect: true },
  { kind: 'status', status: 502 },
  { kind: 'junk', effect: true },
  { kind: 'huge_body', bytes: 17 * 1024 ** 2 },
  { kind: 'gzip_bomb', unpacked_bytes: 24 * 1024 ** 2 },
  { kind: 'wrong_content_length', by: -1 },
  { kind: 'late_effect', delay_ms: 1, meanwhile: 'gateway_timeout' },
  { kind: 'late_effect', delay_ms: 1, meanwhile: 'reset' },
  { kind: 'reset_before_answer' },
  { kind: 'reset_before_answer', effect: true },
  { kind: 'reset_mid_answer', part: 'head', effect: true },
  { kind: 'reset_mid_answer', part: 'body', effect: true },
  { kind: 'truncated_body' },
]
const clear: [Fault, Ends][] = [
  [
    { kind: 'null_body', effect: true },
    { create: 'ambiguous', remove: 'gone', look: 'failed' },
  ],
  [
    { kind: 'no_content', effect: true },
    { create: 'ambiguous', remove: 'gone', look: 'failed' },
  ],
  [
    { kind: 'status', status: 200, body: {} },
    { create: 'ambiguous', remove: 'gone', look: 'failed' },
  ],
  [said(200, 'Помилка', 'some.reason'), unknown],
  [said(400, 'Не можна'), { create: 'answered', remove: 'refused', look: 'failed' }],
  [said(402, 'Оплатіть'), { create: 'answered', remove: 'refused', look: 'failed' }],
  [said(403, 'Немає прав', 'cashier.forbidden'), { create: 'answered', remove: 'refused', look: 'failed' }],
  [said(409, 'Не можна'), { create: 'answered', remove: 'refused', look: 'failed' }],
  [said(422, 'Ні', 'validation.custom'), { create: 'refused', remove: 'refused', look: 'failed' }],
  [said(401, '', 'cash_register.invalid_license_key'), { create: 'refused', remove: 'ambiguous', look: 'failed' }],
  [said(403, '', 'cashier.invalid_credentials'), { create: 'refused', remove: 'ambiguous', look: 'failed' }],
  [said(404, 'Немає такого'), { create: 'ambiguous', remove: 'gone', look: 'absent' }],
  [said(404, 'Not Found'), { create: 'ambiguous', remove: 'ambiguous', look: 'absent' }],
  [said(410, 'Немає вже'), { create: 'ambiguous', remove: 'gone', look: 'absent' }],
]
const table = [...unclear.map((fault): [Fault, Ends] => [fault, unknown]), ...clear]
/** These outlast any deadline. */
const slow: Fault[] = [
  { kind: 'hang' },
  { kind: 'hang', effect: 'before' },
  { kind: 'slow_headers', interval_ms: 50 },
  { kind: 'slow_body', interval_ms: 50 },
  { kind: 'wrong_content_length', by: 10 },
  { kind: 'late_effect', delay_ms: 60_000, meanwhile: 'hang' },
  { kind: 'latency', ms: 60_000 },
]
/** What looks odd on the wire, but brings the answer. */
const fine: Fault[] = [{ kind: 'duplicate_answer' }, { kind: 'duplicate_effect' }, { kind: 'latency', ms: 20 }]

/** Each fault meets some of the operations; in the long run all of them. */
const operations = [
  ...['create_ettn', 'create_ettn_prepayment', 'create_prepayment', 'delete_ettn', 'delete_ettn_prepayment'],
  ...['get_ettn', 'get_receipt', 'list_ettn', 'cashier_shift', 'open_shift', 'find_shift'],
]
const some = <Item>(faults: readonly Item[], operation: string): Item[] =>
  somePaired(faults, operations.indexOf(operation), 3)

const creates: [DocumentKind, string][] = [
  ['ettn', 'create_ettn'],
  ['ettn_rest', 'create_ettn_prepayment'],
  ['prepayment', 'create_prepayment'],
]

describe.each(creates)('%s: every fault of a creation ends as the table says, after one request', (kind, operation) => {
  test.each(some(table, operation))('%j', async (fault, { create: expected }) => {
    const { create, faults, told, calls } = await startReady(kind)
    faults.arm({ operation, fault, times: 'always' })
    const outcome = await create()
    expect(outcome.kind, JSON.stringify(outcome)).toBe(expected)
    expect(told(outcome)).toEqual([])
    expect(calls(operation)).toBe(1)
  })

  test.each(some(slow, operation))('%j is cut at the deadline, and nobody knows', async (fault) => {
    const { create, faults, calls } = await startReady(kind)
    faults.arm({ operation, fault, times: 'always' })
    expect(await create({ timeoutMs: 150 })).toMatchObject({ kind: 'ambiguous', failure: { kind: 'timeout' } })
    // On a busy machine the deadline may come before the request; it is ambiguous all the same.
    expect(calls(operation)).toBeLessThanOrEqual(1)
  })

  test.each(fine)('%j is a success', async (fault) => {
    const { create, faults, calls } = await startReady(kind)
    faults.arm({ operation, fault })
    expect(await create()).toMatchObject({ kind: 'positive' })
    expect(calls(operation)).toBe(1)
  })

  test('a closed port: nothing was sent; a connection that breaks at once: nobody knows', async () => {
    const closed = await startReady(kind)
    closed.faults.arm({ operation: '*', fault: { kind: 'listener_closed', for_ms: 60_000 } })
    // A connection that was kept open breaks with the first call; nobody could tell whether that one arrived.
    await closed.ettn.find(credentials, prepaymentId)
    expect(await closed.create()).toMatchObject({ kind: 'not_sent', failure: { kind: 'unreachable' } })
    const broken = await startReady(kind)
    broken.faults.arm({ operation: '*', fault: { kind: 'connection_destroyed' }, times: 'always' })
    expect(await broken.create()).toMatchObject({ kind: 'ambiguous', failure: { kind: 'unreachable' } })
  })

  test('a caller that goes away meanwhile', async () => {
    const { create, faults, log, calls } = await startReady(kind)
    faults.arm({ operation, fault: { kind: 'hang' } })
    const leaving = new AbortController()
    const outcome = create({ signal: leaving.signal })
    await log.waitFor((entries) => entries.some(({ stage }) => stage === 'held'))
    leaving.abort()
    expect(await outcome).toMatchObject({ kind: 'ambiguous', failure: { detail: 'запит до Checkbox скасовано' } })
    expect(calls(operation)).toBe(1)
  })
})

/** A document to be removed, and its removal. */
async function startCreated(kind: 'ettn' | 'ettn_rest') {
  const ready = await startReady(kind)
  await ready.create()
  const [document] = ready.documents.all()
  const id = document?.id ?? ''
  const permit = (more: object) => ({ permit: { leftMs: () => 60_000 }, timeoutMs: 60_000, ...more })
  const relation_id = kind === 'ettn_rest' ? 'ORDER-0000012345' : null
  return {
    ...ready,
    id,
    remove: (more: object = {}) => ready.ettn.remove(credentials, { kind, id, relation_id, ...permit(more) }),
  }
}

describe.each([
  ['ettn', 'delete_ettn'],
  ['ettn_rest', 'delete_ettn_prepayment'],
] as const)('%s: every fault of a removal ends as the table says, after one request', (kind, operation) => {
  test.each(some(table, operation))('%j', async (fault, { remove: expected }) => {
    const { remove, faults, told, calls } = await startCreated(kind)
    faults.arm({ operation, fault, times: 'always' })
    const outcome = await remove()
    expect(outcome.kind, JSON.stringify(outcome)).toBe(expected)
    expect(told(outcome)).toEqual([])
    expect(calls(operation)).toBe(1)
  })

  test.each(some(slow, operation))('%j is cut at the deadline, and nobody knows', async (fault) => {
    const { remove, faults, calls } = await startCreated(kind)
    faults.arm({ operation, fault, times: 'always' })
    expect(await remove({ timeoutMs: 150 })).toMatchObject({ kind: 'ambiguous', failure: { kind: 'timeout' } })
    expect(calls(operation)).toBeLessThanOrEqual(1)
  })

  test('a closed port: nothing was sent; nor when the permit is over', async () => {
    const { remove, ettn, id, faults, calls } = await startCreated(kind)
    expect(await remove({ permit: { leftMs: () => 0 } })).toMatchObject({ kind: 'not_sent' })
    faults.arm({ operation: '*', fault: { kind: 'listener_closed', for_ms: 60_000 } })
    await ettn.find(credentials, id)
    expect(await remove()).toMatchObject({ kind: 'not_sent', failure: { kind: 'unreachable' } })
    expect(calls(operation)).toBe(0)
  })
})

const looks: [string, (ettn: EttnClient, id: string) => Promise<{ kind: string }>, string][] = [
  ['get_ettn', (ettn, id) => ettn.find(credentials, id), 'found'],
  ['get_receipt', (ettn) => ettn.findReceipt(credentials, prepaymentId), 'found'],
  ['list_ettn', (ettn) => ettn.list(credentials, { since: new Date() }), 'whole'],
]

describe.each(looks)('%s: a look that fails is a look that failed, never an absence', (operation, look, success) => {
  const start = async (findTimeoutMs = 30_000, listTimeoutMs = 30_000) => {
    const checkbox = await startReady('ettn_rest', { findTimeoutMs, listTimeoutMs })
    await checkbox.create()
    return { ...checkbox, id: checkbox.documents.all()[0]?.id ?? '' }
  }

  test.each(some(table, operation))('%j', async (fault, ends) => {
    const { ettn, id, faults, told } = await start()
    faults.arm({ operation, fault, times: 'always' })
    const outcome = await look(ettn, id)
    expect(outcome.kind, JSON.stringify(outcome)).toBe(operation === 'list_ettn' ? 'failed' : ends.look)
    expect(told(outcome)).toEqual([])
  })

  test.each(some(slow, operation))('%j is cut at the deadline', async (fault) => {
    const { ettn, id, faults } = await start(150, 150)
    faults.arm({ operation, fault, times: 'always' })
    expect(await look(ettn, id)).toMatchObject({ kind: 'failed', failure: { kind: 'timeout' } })
  })

  test.each(fine)('%j is an answer', async (fault) => {
    const { ettn, id, faults } = await start()
    faults.arm({ operation, fault })
    expect(await look(ettn, id)).toMatchObject({ kind: success })
  })

  test('a fault that passes is smoothed over by a second try', async () => {
    const { ettn, id, faults } = await start()
    faults.arm({ operation, fault: { kind: 'status', status: 502 } })
    expect(await look(ettn, id)).toMatchObject({ kind: success })
  })

  test('how long to wait is told', async () => {
    const { ettn, id, faults } = await start()
    faults.arm({ operation, fault: { kind: 'too_many_requests', retry_after: 30 } })
    expect(await look(ettn, id)).toMatchObject({ kind: 'failed', retry_after_seconds: 30 })
  })
})

describe.each(['cashier_shift', 'open_shift', 'find_shift'])('%s: no fault passes for an open shift', (operation) => {
  const faulty = table.filter(([{ kind }]) => operation !== 'cashier_shift' || kind !== 'null_body')
  const start = async (shiftTimeoutMs = 30_000) => {
    const checkbox = await startReady('ettn', { shiftTimeoutMs })
    checkbox.registers.change(credentials.license_key, { shift: null })
    return checkbox
  }

  test.each(some(faulty, operation))('%j', async (fault) => {
    const { ettn, faults, told } = await start()
    faults.arm({ operation, fault, times: 'always' })
    const outcome = await ettn.openShift(credentials)
    expect(outcome.kind, JSON.stringify(outcome)).toBe('failed')
    expect(told(outcome)).toEqual([])
  })

  test.each(some(slow, operation))('%j is cut at the deadline', async (fault) => {
    const { ettn, faults } = await start(150)
    faults.arm({ operation, fault, times: 'always' })
    expect(await ettn.openShift(credentials)).toMatchObject({ kind: 'failed', may_retry: true })
  })
})

test('no kind of fault is left out', () => {
  const met = [...table.map(([fault]) => fault), ...slow, ...fine].map(({ kind }) => kind)
  const ofConnections = ['listener_closed', 'connection_destroyed']
  expect([...new Set([...met, ...ofConnections])].sort()).toEqual(Object.keys(faultKinds).sort())
  expect(creates.map(([kind]) => kind)).toEqual([...documentKinds])
})

test('sent by several at once, each creation is one request', async () => {
  const { ettn, calls, documents } = await startReady('ettn')
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => ettn.create(credentials, sending('ettn'))))
  expect(outcomes.every(({ kind }) => kind === 'positive')).toBe(true)
  expect([calls('create_ettn'), documents.ofTtn(ttn).length]).toEqual([10, 10])
})
