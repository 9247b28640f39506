import { describe, expect, test } from 'vitest'
import { credentials, sending, startCheckbox, testCredentials } from '#/test/support/real-checkbox.ts'

describe('a shift', () => {
  const start = async (...given: Parameters<typeof startCheckbox>) => {
    const checkbox = await startCheckbox(...given)
    return { ...checkbox, open: (signal?: AbortSignal) => checkbox.ettn.openShift(credentials, signal) }
  }

  test('is opened when there is none, waited for, and not opened twice; then a prepayment may be made', async () => {
    const { open, ettn, calls, registers } = await start({}, { shift_seconds: 0.05 })
    expect(await open()).toEqual({ kind: 'open' })
    expect(registers.find(credentials.license_key)?.shift).toMatchObject({ status: 'OPENED' })
    expect(await open()).toEqual({ kind: 'open' })
    expect(calls('open_shift')).toBe(1)
    expect(await ettn.create(credentials, sending('prepayment'))).toMatchObject({ kind: 'positive' })
  })

  test('that another one is opening or closing is waited for', async () => {
    const { open, registers, calls } = await start()
    const becomes_at = new Date(Date.now() + 50).toISOString()
    registers.change(credentials.license_key, { shift: { status: 'CREATED', becomes_at } })
    expect(await open()).toEqual({ kind: 'open' })
    expect(calls('open_shift')).toBe(0)
    registers.change(credentials.license_key, { shift: { status: 'CLOSING', becomes_at } })
    expect(await open()).toEqual({ kind: 'open' })
    expect(calls('open_shift')).toBe(1)
  })

  test('that does not open says why', async () => {
    const { open } = await start({}, { shift_opening: 'fails' })
    expect(await open()).toEqual({
      kind: 'failed',
      failure: {
        kind: 'refused',
        detail: 'Checkbox не відкрив зміну: «Помилка підпису: сертифікат касира недійсний»',
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
    expect(await ettn.openShift(testCredentials)).toEqual({ kind: 'open' })
  })
})
