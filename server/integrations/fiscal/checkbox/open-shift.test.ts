import { describe, expect, test } from 'vitest'
import { createHandClock, createRealClock, type WorldClock } from '#/simulators/frame/clock.ts'
import { credentials, sending, startCheckbox, testCredentials } from '#/test/support/real-checkbox.ts'
import { atKyivTime } from '../../kyiv-time.ts'

describe('a shift', () => {
  type World = NonNullable<Parameters<typeof startCheckbox>[1]>

  const start = async (more: Parameters<typeof startCheckbox>[0] = {}, world: World = {}) => {
    const clock = world.clock ?? (await createNoonClock())
    const checkbox = await startCheckbox({ clock: { now: () => new Date(clock.now()) }, ...more }, { ...world, clock })
    return { ...checkbox, clock, open: (signal?: AbortSignal) => checkbox.ettn.openShift(credentials, signal) }
  }

  test('is opened when there is none, waited for, and not opened twice; then a prepayment may be made', async () => {
    const { open, ettn, calls, registers } = await start({}, { shift_seconds: 0.05 })
    expect(await open()).toEqual({ kind: 'open', closes: 'by_itself' })
    expect(registers.find(credentials.license_key)?.shift).toMatchObject({ status: 'OPENED' })
    expect(await open()).toEqual({ kind: 'open', closes: 'not_ours' })
    expect(calls('open_shift')).toBe(1)
    expect(await ettn.create(credentials, sending('prepayment'))).toMatchObject({ kind: 'positive' })
  })

  test('that another one is opening or closing is waited for', async () => {
    const { open, registers, calls, clock } = await start()
    const becomes_at = new Date(clock.now() + 50).toISOString()
    registers.change(credentials.license_key, { shift: { status: 'CREATED', becomes_at } })
    expect(await open()).toEqual({ kind: 'open', closes: 'not_ours' })
    expect(calls('open_shift')).toBe(0)
    registers.change(credentials.license_key, { shift: { status: 'CLOSING', becomes_at } })
    expect(await open()).toEqual({ kind: 'open', closes: 'by_itself' })
    expect(calls('open_shift')).toBe(1)
  })

  const at = async (now: string, world: World = {}) => {
    const checkbox = await start({}, { clock: createHandClock(Date.parse(now)), ...world })
    return { ...checkbox, opened: () => checkbox.registers.find(credentials.license_key)?.shift ?? null }
  }

  test.each([
    ['2026-03-09T08:00:00Z', '2026-03-09T23:50:00+02:00'],
    ['2026-07-09T08:00:00Z', '2026-07-09T23:50:00+03:00'],
    // Half past midnight in Kyiv is another day than in London.
    ['2026-07-08T21:30:00Z', '2026-07-09T23:50:00+03:00'],
    // The night when clocks are put forward, and the one when they are put back.
    ['2026-03-28T22:30:00Z', '2026-03-29T23:50:00+03:00'],
    ['2026-10-24T21:30:00Z', '2026-10-25T23:50:00+02:00'],
    ['2026-03-09T21:44:00Z', '2026-03-09T23:50:00+02:00'],
    ['2026-03-09T21:46:00Z', '2026-03-09T23:59:00+02:00'],
    ['2026-03-09T21:57:00Z', '2026-03-09T23:59:00+02:00'],
  ])('that we open at %s closes by itself at %s, on the same day in Kyiv', async (now, auto_close_at) => {
    const { open, opened, clock, log } = await at(now)
    expect(await open()).toEqual({ kind: 'open', closes: 'by_itself' })
    const entry = log.entries().find(({ operation }) => operation === 'open_shift')
    expect(JSON.parse(entry?.body ?? '')).toMatchObject({ auto_close_at })
    await clock.advance(Date.parse(auto_close_at) - clock.now())
    expect(opened()).toMatchObject({ status: 'CLOSED' })
  })

  test('is not opened in the last two minutes of a day, but after them', async () => {
    const { open, calls, clock } = await at('2026-03-09T21:58:00Z')
    expect(await open()).toMatchObject({
      kind: 'failed',
      failure: { detail: expect.stringContaining('вже наступного дня') },
      may_retry: true,
    })
    expect(calls('open_shift')).toBe(0)
    await clock.advance(120_000)
    expect(await open()).toEqual({ kind: 'open', closes: 'by_itself' })
  })

  test('is opened without a time to close when Checkbox refuses one, and that is told', async () => {
    const { open, opened, calls, logged } = await at('2026-03-09T08:00:00Z', { auto_close: 'refused' })
    expect(await open()).toEqual({ kind: 'open', closes: 'by_hand' })
    expect(calls('open_shift')).toBe(2)
    expect(opened()).toMatchObject({ status: 'OPENED', auto_close_at: null })
    expect(JSON.stringify(logged)).toContain('refused a time to close the shift at')
  })

  test('that does not open says why', async () => {
    const { open } = await start({}, { shift_opening: 'fails' })
    expect(await open()).toEqual({
      kind: 'failed',
      failure: {
        kind: 'refused',
        detail: 'Checkbox не відкрив зміни: «Помилка підпису: сертифікат касира недійсний»',
      },
      may_retry: false,
    })
  })

  test.each(['same_cashier_busy', 'other_cashier_busy'] as const)('may be tried again later when %s', async (busy) => {
    const { open } = await start({}, { shift_opening: busy })
    expect(await open()).toMatchObject({ kind: 'failed', failure: { kind: 'refused' }, may_retry: true })
  })

  test('is no help at another register', async () => {
    const { open, faults } = await start()
    const body = { id: 's-1', status: 'OPENED', cash_register: { id: 'another' } }
    faults.arm({ operation: 'cashier_shift', fault: { kind: 'status', status: 200, body } })
    expect(await open()).toMatchObject({
      kind: 'failed',
      failure: { detail: 'касир уже відкрив зміну на іншій касі: спершу закрийте її там' },
      may_retry: true,
    })
  })

  test('is not tried again with a wrong PIN, and not waited for by who has gone', async () => {
    const { ettn, open } = await start({}, { shift_seconds: 60 })
    expect(await ettn.openShift({ ...credentials, pin: '1' })).toMatchObject({
      kind: 'failed',
      failure: { kind: 'bad_pin' },
      may_retry: false,
    })
    expect(await open(AbortSignal.timeout(100))).toMatchObject({ kind: 'failed', may_retry: true })
  })

  test('that takes too long may be asked for again', async () => {
    const { open } = await start({ shiftTimeoutMs: 100 }, { shift_seconds: 60 })
    expect(await open()).toMatchObject({ kind: 'failed', failure: { kind: 'timeout' }, may_retry: true })
  })

  test('works on a test register too', async () => {
    const { ettn } = await start()
    expect(await ettn.openShift(testCredentials)).toEqual({ kind: 'open', closes: 'by_itself' })
  })
})

/** It follows the machine from the next noon in Kyiv on: in the last minutes of a day no shift is opened. */
async function createNoonClock(): Promise<WorldClock> {
  const clock = createRealClock()
  const noon = (dayMs: number) => atKyivTime(new Date(dayMs), '12:00').getTime()
  const today = noon(clock.now())
  await clock.advance((today > clock.now() ? today : noon(today + 86_400_000)) - clock.now())
  return clock
}
