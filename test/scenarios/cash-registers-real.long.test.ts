import { expect, onTestFinished, test } from 'vitest'
import type { CashRegister } from '#/contract/cash-registers.ts'
import { recheckRegistersJob } from '#/server/cash-registers/jobs.ts'
import { recheckRegisters } from '#/server/cash-registers/checking/recheck-registers.ts'
import { background } from '#/server/worker.ts'
import { loggedIn } from '../support/people.ts'
import { carrierKey, senderPhone, startCarrier } from '../support/real-carrier.ts'
import { credentials, startCheckbox, testCredentials } from '../support/real-checkbox.ts'
import { startTestApp } from '../support/test-app.ts'

/** The real clients over HTTP against the simulated Checkbox and Нова пошта. */
async function start() {
  const [checkbox, novaposhta] = [await startCheckbox(), await startCarrier()]
  const kasyr = await startTestApp({ fiscal: checkbox.client, carrier: novaposhta.client })
  onTestFinished(() => kasyr.close())
  const admin = await loggedIn(kasyr, 'admin')
  const add = async (changes: Record<string, string> = {}) =>
    (
      await admin.post<CashRegister>('/cash-registers', {
        name: 'ФОП Шевченко О. П.',
        ...credentials,
        carrier_key: carrierKey,
        ...changes,
      })
    ).body
  const check = async ({ id }: CashRegister) => (await admin.post<CashRegister>(`/cash-registers/${id}/check`)).body
  return { checkbox, novaposhta, kasyr, admin, add, check }
}

const codesOf = ({ health }: CashRegister) => health.problems.map(({ code }) => code)

test('a good register is known after saving: no test one, its cashier, whose carrier key, of the phone only the end', async () => {
  const { add, kasyr } = await start()
  const register = await add()
  expect(register).toMatchObject({
    is_test: false,
    health: {
      fiscal: { cashier: { blocked: false, may_ettn: true } },
      carrier: { owner_name: 'Відправник Тестовий', phone_hint: `…${senderPhone.slice(-2)}` },
    },
  })
  expect(register.health.state).not.toBe('error')
  const kept = JSON.stringify(await kasyr.db.selectFrom('cash_registers').selectAll().execute())
  for (const secret of [credentials.license_key, credentials.pin, carrierKey, senderPhone])
    expect(kept).not.toContain(secret)
})

test('a test register is told from a real one by the provider', async () => {
  const { add } = await start()
  const register = await add(testCredentials)
  expect(register.is_test).toBe(true)
  expect(codesOf(register)).toContain('test_register')
})

test('a wrong licence key, then a wrong PIN, then a wrong carrier key, each is named; the right ones mend it', async () => {
  const { add, admin } = await start()
  const register = await add({ license_key: 'nobody-knows-this-key', carrier_key: 'nobody-knows-this-one' })
  expect(register).toMatchObject({ is_test: null, health: { state: 'error' } })
  expect(codesOf(register)).toEqual(['bad_license_key', 'carrier_key_rejected'])
  const patch = async (changes: object) =>
    (await admin.patch<CashRegister>(`/cash-registers/${register.id}`, changes)).body
  expect(codesOf(await patch({ license_key: credentials.license_key, pin: '000111' }))).toEqual([
    'bad_pin',
    'carrier_key_rejected',
  ])
  const mended = await patch({ pin: credentials.pin, carrier_key: carrierKey })
  expect(mended).toMatchObject({ is_test: false, health: { carrier: { owner_name: 'Відправник Тестовий' } } })
  expect(mended.health.state).not.toBe('error')
})

test('what the provider says of the cashier and the bill is told with what to do', async () => {
  const { add, check, checkbox } = await start()
  const register = await add()
  const inDays = (days: number) => new Date(Date.now() + days * 24 * 3_600_000 + 60_000).toISOString()
  checkbox.registers.change(credentials.license_key, {
    cashier: { blocked: 'true', permissions: { ettn: false }, certificate_end: inDays(2) },
    billing: { status: 'ACTIVE', date_to_block: inDays(5) },
    ettn_acquiring_id: null,
  })
  const checked = await check(register)
  expect(codesOf(checked)).toEqual([
    'cashier_blocked',
    'no_ettn_permission',
    'signature_ends_soon',
    'billing_blocks_soon',
    'delivery_not_connected',
  ])
  expect(checked.health.problems.map(({ detail }) => detail).join(' ')).toMatch(/2\u00a0дні\..*5\u00a0днів\./)
})

test('with both outside systems dead the register is saved, and the next check finds them', async () => {
  const { add, check, checkbox, novaposhta } = await start()
  checkbox.faults.arm({ operation: '*', fault: { kind: 'status', status: 503 }, times: 'always' })
  novaposhta.faults.arm({ operation: '*', fault: { kind: 'status', status: 502 }, times: 'always' })
  const register = await add()
  expect(register).toMatchObject({ is_test: null, health: { state: 'warning', fiscal: null, carrier: null } })
  expect(codesOf(register)).toEqual(['provider_not_reached', 'carrier_not_reached'])
  checkbox.faults.disarm()
  novaposhta.faults.disarm()
  const later = await check(register)
  expect(later.is_test).toBe(false)
  expect(later.health.fiscal).not.toBeNull()
  expect(later.health.carrier).not.toBeNull()
})

test('a register that was mended at Checkbox is able again after the next tick, unasked', async () => {
  const { add, kasyr, checkbox, admin } = await start()
  const register = await add()
  const read = async () => (await admin.get<CashRegister>(`/cash-registers/${register.id}`)).body
  const tick = background.find(({ job }) => job.name === recheckRegistersJob.name)
  expect(tick?.every_seconds).toBe(300)
  for (const [broken, whole] of [
    [{ cashier: { blocked: 'true' } }, { cashier: { blocked: null } }],
    [{ cashier: { permissions: { ettn: false } } }, { cashier: { permissions: { ettn: true } } }],
    [{ cashier: { pin: '000111' } }, { cashier: { pin: credentials.pin } }],
    [{ billing: { status: 'BLOCKED' } }, { billing: { status: 'ACTIVE' } }],
  ]) {
    checkbox.registers.change(credentials.license_key, broken)
    checkbox.tokens.expire()
    await admin.post(`/cash-registers/${register.id}/check`)
    expect((await read()).health.state).toBe('error')
    checkbox.registers.change(credentials.license_key, whole)
    checkbox.tokens.expire()
    expect(await recheckRegisters(kasyr.app)).toBe(1)
    expect((await read()).health.state).not.toBe('error')
  }
  expect(await recheckRegisters(kasyr.app)).toBe(0)
})
