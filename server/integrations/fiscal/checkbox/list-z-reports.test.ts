import { describe, expect, test } from 'vitest'
import { createHandClock } from '#/simulators/frame/clock.ts'
import { credentials, startCheckbox } from '#/test/support/real-checkbox.ts'
import { fromReport } from './read-z-report.ts'

const label = 'Платіж через інтегратора NovaPay'
const dayMs = 24 * 3_600_000
const began = Date.UTC(2026, 0, 15)
const window = { from: new Date(began), to: new Date(began + 400 * dayMs) }
const another = { license_key: 'a-key-of-somebody-else', cashier: { pin: '4444' } }

/** A register with one receipt a day, for so many days. */
async function startWithShifts(days: number) {
  const clock = createHandClock(began)
  const registers = [{ license_key: credentials.license_key, cashier: { pin: credentials.pin } }, another]
  const checkbox = await startCheckbox({ clock: { now: () => new Date(clock.now()) } }, { clock, registers })
  for (let day = 1; day <= days; day += 1) {
    const { license_key } = credentials
    checkbox.documents.createByHand({ ttn: `2045${day}`, license_key, total_sum: day * 100, label, status: 'DONE' })
    await clock.advance(dayMs)
  }
  const list = (from = window) => checkbox.client.listZReports(credentials, from)
  return { ...checkbox, clock, list }
}

test('a report is told in our words', async () => {
  const { list, documents, told } = await startWithShifts(1)
  const [receipt] = documents.receipts()
  const outcome = await list()
  expect(outcome).toEqual({
    ok: true,
    reports: [
      {
        id: expect.stringMatching(/^[\da-f-]{36}$/),
        serial: 1,
        shift_id: receipt?.shift_id,
        fiscal_code: expect.stringMatching(/^Z\w{8}$/),
        closed_at: '2026-01-15T21:59:59.000Z',
        sell_count: 1,
        return_count: 0,
        payments: [{ label, sell_sum: 100, return_sum: 0 }],
      },
    ],
  })
  expect(told(outcome)).toEqual([])
})

const sumsOf = (outcome: Awaited<ReturnType<Awaited<ReturnType<typeof startWithShifts>>['list']>>) =>
  outcome.ok ? outcome.reports.map(({ payments }) => payments[0]?.sell_sum) : outcome

test('every page is read, also of a server that gives fewer than were asked for', async () => {
  const { list, set, calls } = await startWithShifts(70)
  const sums = Array.from({ length: 70 }, (_, index) => (index + 1) * 100)
  expect([sumsOf(await list()), calls('search_reports')]).toEqual([sums, 2])
  set({ list_cap: 30 })
  expect([sumsOf(await list()), calls('search_reports')]).toEqual([sums, 5])
})

test('only this register, only the window and only Z-reports come, whatever the server gives', async () => {
  const { list, set, documents, clock, log } = await startWithShifts(4)
  documents.createByHand({ ttn: '20459', license_key: another.license_key, total_sum: 77, label, status: 'DONE' })
  await clock.advance(dayMs)
  const days = { from: new Date(began + 1.5 * dayMs), to: new Date(began + 3 * dayMs) }
  expect(sumsOf(await list(days))).toEqual([200, 300])
  const asked = log.entries().find(({ operation }) => operation === 'search_reports')
  expect(asked?.target).toContain('is_z_report=true')
  expect(asked?.target).toMatch(/cash_register_id=[\da-f-]{36}/)
  set({ list_scope: 'all' })
  expect(sumsOf(await list())).toEqual([100, 200, 300, 400])
})

const sound = {
  id: '2f1f7b0e-7d0a-4c39-8a3f-6b1f1d2c3e13',
  shift_id: '2f1f7b0e-7d0a-4c39-8a3f-6b1f1d2c3e14',
  serial: 3,
  is_z_report: true,
  created_at: '2026-01-16T21:50:00.123456+00:00',
  sell_receipts_count: 2,
  return_receipts_count: 0,
  payments: [{ label, sell_sum: 5, return_sum: 0 }],
}
const [payment] = sound.payments
const answer = (results: unknown) => ({ kind: 'status' as const, status: 200, body: { meta: {}, results } })

describe('a page with one thing in it that cannot be understood is no list', () => {
  test.each([
    ['no id', { id: undefined }],
    ['an id that is no UUID', { id: '7' }],
    ['no shift', { shift_id: null }],
    ['no time', { created_at: 'yesterday' }],
    ['a serial of words', { serial: 'three' }],
    ['no word on whether it is a Z', { is_z_report: 'yes' }],
    ['fewer receipts than none', { sell_receipts_count: -1 }],
    ['half a receipt', { return_receipts_count: 0.5 }],
    ['no payments', { payments: null }],
    ['a payment without a label', { payments: [{ ...payment, label: '  ' }] }],
    ['a sum in words', { payments: [{ ...payment, sell_sum: '5' }] }],
    ['a sum with a fraction', { payments: [{ ...payment, sell_sum: 0.5 }] }],
    ['no sum', { payments: [{ ...payment, return_sum: null }] }],
    ['a negative sum', { payments: [{ ...payment, sell_sum: -5 }] }],
    ['a sum beyond all shops', { payments: [{ ...payment, sell_sum: 1e15 }] }],
  ])('%s', async (_name, wrong) => {
    const { client, faults } = await startCheckbox()
    const results = [sound, { ...sound, id: '2f1f7b0e-7d0a-4c39-8a3f-6b1f1d2c3e15', ...wrong }]
    faults.arm({ operation: 'search_reports', fault: answer(results) })
    const failure = { kind: 'bad_answer', detail: 'Checkbox не дав переліку Z-звітів' }
    expect(await client.listZReports(credentials, window)).toEqual({ ok: false, failure })
    faults.arm({ operation: 'search_reports', fault: answer([sound]) })
    expect(await client.listZReports(credentials, window)).toMatchObject({ ok: true, reports: [{ sell_count: 2 }] })
  })
})

test('an X-report, and a Z whose transaction failed, are no Z-reports', async () => {
  expect(fromReport(sound)).toMatchObject({ is_z: true, report: { closed_at: '2026-01-16T21:50:00.123Z' } })
  expect(fromReport({ ...sound, is_z_report: false })).toMatchObject({ is_z: false })
  expect(fromReport({ ...sound, transaction_fail: true })).toMatchObject({ is_z: false })
  const { client, faults } = await startCheckbox()
  faults.arm({ operation: 'search_reports', fault: answer([{ ...sound, transaction_fail: true }]) })
  expect(await client.listZReports(credentials, window)).toEqual({ ok: true, reports: [] })
})

test.each([
  ['a page in place of the API', { kind: 'html', status: 404 }, 'bad_answer'],
  ['a bare list', { kind: 'status', status: 200, body: [] }, 'bad_answer'],
  ['null', { kind: 'null_body' }, 'bad_answer'],
  ['half a JSON', { kind: 'junk' }, 'bad_answer'],
  ['ten megabytes', { kind: 'huge_body' }, 'bad_answer'],
  ['too fast', { kind: 'too_many_requests', retry_after: 60 }, 'rate_limited'],
  ['an outage', { kind: 'status', status: 503, body: {} }, 'unavailable'],
  ['a refusal', { kind: 'status', status: 400, body: { message: 'Немає прав', code: null } }, 'refused'],
] as const)('%s is a failure with a name, and no list', async (_name, fault, kind) => {
  const { client, faults, told } = await startCheckbox()
  faults.arm({ operation: 'search_reports', fault, times: 'always' })
  const outcome = await client.listZReports(credentials, window)
  expect(outcome).toMatchObject({ ok: false, failure: { kind } })
  expect(told(outcome)).toEqual([])
})

test('one outage is passed over, and a stale token is renewed', async () => {
  const { list, faults, tokens } = await startWithShifts(1)
  faults.arm({ operation: 'search_reports', fault: { kind: 'status', status: 503, body: {} } })
  expect(sumsOf(await list())).toEqual([100])
  tokens.expire()
  expect(sumsOf(await list())).toEqual([100])
})

test('a server that gives the same page for ever is not believed', async () => {
  const { client, faults, calls } = await startCheckbox()
  const results = Array.from({ length: 25 }, (_, index) => ({
    ...sound,
    id: `2f1f7b0e-7d0a-4c39-8a3f-6b1f1d2c3e${index + 10}`,
  }))
  faults.arm({ operation: 'search_reports', fault: answer(results), times: 'always' })
  expect(await client.listZReports(credentials, window)).toMatchObject({ ok: false, failure: { kind: 'bad_answer' } })
  expect(calls('search_reports')).toBe(2)
})

test('the register is named by the provider, or nothing is asked', async () => {
  const { client, faults, calls } = await startCheckbox()
  faults.arm({ operation: 'register_info', fault: { kind: 'status', status: 200, body: { title: 'Каса' } } })
  expect(await client.listZReports(credentials, window)).toMatchObject({ ok: false, failure: { kind: 'bad_answer' } })
  expect(calls('search_reports')).toBe(0)
})
