import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { Instant } from '#/contract/common.ts'
import { startCheckbox, testCredentials } from '#/test/support/real-checkbox.ts'
import type { FiscalClient } from './fiscal-client.ts'
import { createStubFiscalClient } from './stub/fiscal-client.ts'

/** What every fiscal client promises, stub or real. */
const RegisterInfo = z.strictObject({
  cashier_id: z.string().nullable(),
  is_test: z.boolean(),
  title: z.string().min(1).nullable(),
  fiscal_number: z.string().min(1).nullable(),
  address: z.string().min(1).nullable(),
  has_shift: z.boolean().nullable(),
  shift_opened_at: Instant.nullable(),
  delivery_connected: z.boolean().nullable(),
  cashier: z.strictObject({
    name: z.string().min(1),
    blocked: z.boolean(),
    may_ettn: z.boolean(),
    signature_until: Instant.nullable(),
    signature_ready: z.boolean().nullable(),
  }),
  billing: z.strictObject({
    status: z.string().min(1).nullable(),
    blocks_at: Instant.nullable(),
    paid_until: Instant.nullable(),
  }),
  taxes: z.array(
    z.strictObject({ code: z.string().min(1), label: z.string().min(1), rate: z.number().min(0).nullable() }),
  ),
  organization: z.strictObject({ name: z.string().min(1), tax_number: z.string().min(1) }).nullable(),
})

const clients: [string, () => Promise<FiscalClient>][] = [
  ['stub', async () => createStubFiscalClient({ clock: { now: () => new Date() } })],
  ['real', async () => (await startCheckbox()).client],
]

describe.each(clients)('the %s client', (kind, create) => {
  test('tells of a register in our words, the same each time', async () => {
    const client = await create()
    const outcome = await client.checkCredentials(testCredentials)
    expect(client.kind).toBe(kind)
    expect(outcome).toEqual({ ok: true, info: RegisterInfo.parse(outcome.ok ? outcome.info : null) })
    expect(outcome).toMatchObject({ info: { is_test: true, taxes: [{ code: '8', label: 'Без ПДВ', rate: 0 }] } })
    expect(await client.checkCredentials(testCredentials)).toEqual(outcome)
  })

  test('tells a wrong licence key from a wrong PIN, and knows with the PIN alone wrong that it is a test register', async () => {
    const client = await create()
    expect(await client.checkCredentials({ license_key: 'bad-key', pin: '1111' })).toEqual({
      ok: false,
      failure: {
        kind: 'bad_license_key',
        detail: 'Checkbox не знає такого ключа ліцензії: перевірте його в кабінеті Checkbox',
      },
      is_test: null,
    })
    expect(await client.checkCredentials({ ...testCredentials, pin: '0000' })).toEqual({
      ok: false,
      failure: { kind: 'bad_pin', detail: 'Checkbox не прийняв PIN-коду касира' },
      is_test: true,
    })
  })

  test('has no Z-reports of a register that has closed no shift, and none for whom it does not know', async () => {
    const client = await create()
    const window = { from: new Date('2026-01-01T00:00:00Z'), to: new Date('2026-02-01T00:00:00Z') }
    expect(await client.listZReports(testCredentials, window)).toEqual({ ok: true, reports: [] })
    const kindOf = async (given: typeof testCredentials, signal?: AbortSignal) => {
      const outcome = await client.listZReports(given, window, signal)
      return outcome.ok ? 'none' : outcome.failure.kind
    }
    expect([
      await kindOf({ license_key: 'bad-key', pin: '1111' }),
      await kindOf({ ...testCredentials, pin: '0000' }),
      await kindOf(testCredentials, AbortSignal.abort()),
    ]).toEqual(['bad_license_key', 'bad_pin', 'timeout'])
  })

  test('does not answer a caller that has gone', async () => {
    const client = await create()
    const outcome = await client.checkCredentials(testCredentials, AbortSignal.abort())
    expect(outcome).toMatchObject({ ok: false, failure: { kind: 'timeout', detail: 'запит до Checkbox скасовано' } })
  })
})
