import { expect, test } from 'vitest'
import { z } from 'zod'
import { startSignedIn } from './test-fiscal.ts'

const Shift = z.looseObject({ id: z.string(), status: z.string() })

test('a shift that is asked for opens a moment later, and closes so too', async () => {
  const { call, clock } = await startSignedIn()
  expect((await call('GET', '/cashier/shift')).json).toBeNull()
  const asked = await call('POST', '/shifts', {})
  expect(asked).toMatchObject({ status: 202, json: { status: 'CREATED', opened_at: null, serial: 1 } })
  const { id } = Shift.parse(asked.json)
  await clock.advance(1999)
  expect((await call('GET', '/cashier/shift')).json).toMatchObject({ id, status: 'CREATED' })
  await clock.advance(1)
  expect((await call('GET', '/cashier/shift')).json).toMatchObject({
    id,
    status: 'OPENED',
    opened_at: '2026-01-15T00:00:02.000Z',
    initial_transaction: { status: 'DONE' },
  })
  expect((await call('GET', '/cash-registers/info')).json).toMatchObject({ has_shift: true })

  expect(await call('POST', '/shifts/close')).toMatchObject({ status: 202, json: { id, status: 'CLOSING' } })
  await clock.advance(2000)
  expect((await call('GET', '/cashier/shift')).json).toBeNull()
  expect((await call('GET', `/shifts/${id}`)).json).toMatchObject({
    status: 'CLOSED',
    closed_at: '2026-01-15T00:00:04.000Z',
  })
  expect(await call('POST', '/shifts/close', {})).toMatchObject({ status: 400, json: { code: 'shift.not_opened' } })
  expect((await call('POST', '/shifts', {})).json).toMatchObject({ status: 'CREATED', serial: 2 })
})

test('a second one is refused while the first is there, and the id may be the client’s', async () => {
  const { call, clock } = await startSignedIn()
  const id = '2f1f7b0e-7d0a-4c39-8a3f-6b1f1d2c3e13'
  expect((await call('POST', '/shifts', { id })).json).toMatchObject({ id })
  const busy = { status: 400, json: { code: null, message: 'Касир вже працює з даною касою' } }
  expect(await call('POST', '/shifts', {})).toMatchObject(busy)
  await clock.advance(2000)
  expect(await call('POST', '/shifts', {})).toMatchObject(busy)
  expect((await call('GET', '/shifts/7')).status).toBe(422)
  expect((await call('GET', '/shifts/00000000-0000-4000-8000-000000000000')).status).toBe(404)
})

test.each([
  ['same_cashier_busy', 'Касир вже працює з даною касою'],
  ['other_cashier_busy', 'Каса зайнята іншим касиром'],
] as const)('set to %s, a register is busy', async (shift_opening, message) => {
  const { call, registers } = await startSignedIn({ shift_opening })
  expect(await call('POST', '/shifts', {})).toMatchObject({ status: 400, json: { message, code: null } })
  expect(registers.find('demo-license-key')?.shift).toBeNull()
})

test('an opening that fails ends as a closed shift, which says why', async () => {
  const { call, clock, set, registers } = await startSignedIn({ shift_opening: 'fails', shift_seconds: 1 })
  const { id } = Shift.parse((await call('POST', '/shifts', {})).json)
  await clock.advance(1000)
  expect((await call('GET', '/cashier/shift')).json).toBeNull()
  expect((await call('GET', `/shifts/${id}`)).json).toMatchObject({
    status: 'CLOSED',
    initial_transaction: { status: 'ERROR', response_error_message: expect.stringContaining('підпису') },
  })
  set({ shift_opening: 'opens' })
  registers.change('demo-license-key', { cashier: { signature: { shift_open_possibility: false } } })
  await call('POST', '/shifts', {})
  await clock.advance(1000)
  expect((await call('GET', '/cashier/shift')).json).toBeNull()
})

test('a shift closes by itself only within the day it was opened, of Kyiv', async () => {
  const { call } = await startSignedIn()
  for (const auto_close_at of ['2026-01-15T22:30:00Z', '2026-01-14T21:59:00Z'])
    expect(await call('POST', '/shifts', { auto_close_at })).toMatchObject({
      status: 422,
      json: { detail: [{ loc: ['body', 'auto_close_at'] }] },
    })
  expect((await call('POST', '/shifts', { auto_close_at: '2026-01-15T21:59:00Z' })).status).toBe(202)
})
