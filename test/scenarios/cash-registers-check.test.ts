import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { CashRegister } from '#/contract/cash-registers.ts'
import { recheckRegisters } from '#/server/cash-registers/checking/recheck-registers.ts'
import { recheckRegistersJob } from '#/server/cash-registers/jobs.ts'
import { showRegister } from '#/server/cash-registers/reading/show-registers.ts'
import type { RegisterCheck } from '#/server/integrations/fiscal/fiscal-client.ts'
import { aRegister, startRegisters } from '../support/registers.ts'
import { usualSlack } from '../support/test-app.ts'

const hourMs = 3_600_000
let now = new Date()
const { kasyr, admin, fiscal, carrier, added, rowOf, auditOf, clear } = await startRegisters({
  clock: { now: () => now },
})
beforeEach(async () => {
  await clear()
  now = new Date()
  fiscal.answer = null
  carrier.answer = null
  fiscal.asked = []
  carrier.asked = []
})

const check = async ({ id }: { id: string }) => (await admin.post<CashRegister>(`/cash-registers/${id}/check`)).body
/** Through the verb: no access token lives as long as the clock here jumps. */
const show = ({ id }: { id: string }) => showRegister(kasyr.app, 'admin', id)
const codesOf = ({ health }: CashRegister) => health.problems.map(({ code }) => code)

const down: RegisterCheck = {
  ok: false,
  failure: { kind: 'timeout', detail: 'Checkbox не відповів вчасно' },
  is_test: null,
}
const badPin: RegisterCheck = { ok: false, failure: { kind: 'bad_pin', detail: 'PIN' }, is_test: false }
const rejected = { kind: 'key_rejected', detail: 'ключ не прийнято', retry_after_seconds: null } as const

describe('a check', () => {
  test('asks both with the secrets of this register, and keeps what they say', async () => {
    const request = aRegister({ license_key: 'license-that-ends-soon-2' })
    const { body } = await admin.post<CashRegister>('/cash-registers', request)
    expect(fiscal.asked).toEqual([{ license_key: request.license_key, pin: request.pin }])
    expect(carrier.asked).toEqual([request.carrier_key])
    expect(body.health).toMatchObject({
      state: 'warning',
      checked_at: now.toISOString(),
      fiscal: { cashier: { may_ettn: true }, billing: { status: 'ACTIVE' }, taxes: [{ code: '8' }] },
      carrier: { owner_name: 'ФОП Щербина Дар’я Петрівна', phone_hint: '…33' },
    })
    expect(codesOf(body)).toEqual(['signature_ends_soon', 'test_register'])
    expect(JSON.stringify((await rowOf(body.id)).health)).not.toContain('380990000033')
  })

  test('that reaches nobody never stops the saving: the health says so, and what was known stays', async () => {
    const register = await added()
    fiscal.answer = async () => down
    carrier.answer = async () => ({
      ok: false,
      failure: { kind: 'unavailable', detail: 'тиша', retry_after_seconds: null },
    })
    const fresh = await added()
    expect(fresh).toMatchObject({ is_test: null, health: { state: 'warning', fiscal: null, carrier: null } })
    expect(codesOf(fresh)).toEqual(['provider_not_reached', 'carrier_not_reached'])
    const known = await check(register)
    expect(codesOf(known)).toEqual(['provider_not_reached', 'test_register', 'carrier_not_reached'])
    expect(known).toMatchObject({ is_test: true, health: { fiscal: register.health.fiscal } })
  })

  test('tells a wrong PIN and a rejected carrier key as errors, and forgets what the old facts said', async () => {
    const register = await added()
    fiscal.answer = async () => badPin
    carrier.answer = async () => ({ ok: false, failure: rejected })
    const checked = await check(register)
    expect(checked).toMatchObject({ is_test: false, health: { state: 'error', fiscal: null, carrier: null } })
    expect(codesOf(checked)).toEqual(['bad_pin', 'carrier_key_rejected'])
    expect((await auditOf(register.id)).at(-1)).toEqual({
      action: 'register.checked',
      actor_login: 'admin',
      details: { is_test: false, problems: ['bad_pin', 'carrier_key_rejected'] },
    })
  })

  // They end with the signal alone: without it this would never end.
  test('leaves both after a while, however long they take', async () => {
    const gone = (signal?: AbortSignal) =>
      new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve(), { once: true }))
    fiscal.answer = async (_credentials, signal) => (await gone(signal), down)
    carrier.answer = async (_key, signal) => {
      await gone(signal)
      return { ok: false, failure: { kind: 'timeout', detail: 'запит скасовано', retry_after_seconds: null } }
    }
    kasyr.app.clock.slack = 0.01
    onTestFinished(() => void (kasyr.app.clock.slack = usualSlack))
    const register = await added()
    expect(register.health.problems.map(({ detail }) => detail)).toEqual([
      expect.stringContaining('Checkbox не відповів вчасно'),
      expect.stringContaining('Нова пошта не відповіла вчасно'),
    ])
  })

  test('of old secrets that ends late does not overwrite the health of the new ones', async () => {
    const register = await added()
    let answerOld = (_outcome: RegisterCheck): void => undefined
    const asked = Promise.withResolvers<void>()
    fiscal.answer = () => {
      asked.resolve()
      return new Promise((resolve) => (answerOld = resolve))
    }
    const slow = check(register)
    await asked.promise
    fiscal.answer = null
    const { pin } = aRegister()
    const { body: changed } = await admin.patch<CashRegister>(`/cash-registers/${register.id}`, { pin })
    expect(changed.health.state).toBe('warning')
    answerOld(badPin)
    expect(await slow).toEqual(changed)
    expect(await show(register)).toEqual(changed)
  })

  test('new secrets make everything known of the old ones unknown, and clear what the poller met', async () => {
    const register = await added()
    const path = `/cash-registers/${register.id}`
    await kasyr.db
      .updateTable('cash_registers')
      .set({ carrier_problem: JSON.stringify({ ...rejected, since: now }), carrier_paused_until: now.toISOString() })
      .execute()
    expect(codesOf(await show(register))).toContain('carrier_key_rejected')
    fiscal.answer = async () => down
    const { license_key, carrier_key } = aRegister()
    const { body: rekeyed } = await admin.patch<CashRegister>(path, { license_key })
    expect(rekeyed).toMatchObject({ is_test: null, health: { fiscal: null } })
    // The carrier has taken the key at the check that saving brings.
    expect(codesOf(rekeyed)).not.toContain('carrier_key_rejected')
    await admin.patch<CashRegister>(path, { carrier_key })
    expect(await rowOf(register.id)).toMatchObject({ carrier_problem: null, carrier_paused_until: null })
  })

  test('judges on the day it is read: a good signature becomes a warning, then an error, without asking anybody', async () => {
    const register = await added()
    const until = register.health.fiscal?.cashier.signature_until ?? ''
    fiscal.asked = []
    now = new Date(Date.parse(until) - 30 * 24 * hourMs - 1_000)
    expect(codesOf(await show(register))).not.toContain('signature_ends_soon')
    now = new Date(Date.parse(until) - 21 * 24 * hourMs)
    expect((await show(register)).health.problems[0]).toEqual({
      code: 'signature_ends_soon',
      severity: 'warning',
      detail: expect.stringContaining('До кінця дії електронного підпису касира: 21\u00a0день.'),
    })
    now = new Date(until)
    expect((await show(register)).health).toMatchObject({
      state: 'error',
      problems: [{ code: 'signature_expired' }, {}, {}],
    })
    expect(fiscal.asked).toEqual([])
  })
})

describe('the job that looks again', () => {
  const recheck = () => recheckRegisters(kasyr.app)

  test('asks once a day about registers that answered, and leaves no trace when nothing changed', async () => {
    const register = await added()
    const before = await auditOf(register.id)
    now = new Date(now.getTime() + 24 * hourMs)
    expect(await recheck()).toBe(0)
    now = new Date(now.getTime() + 1)
    expect(await recheck()).toBe(1)
    expect((await show(register)).health.checked_at).toBe(now.toISOString())
    expect(await auditOf(register.id)).toEqual(before)
    fiscal.answer = async () => badPin
    now = new Date(now.getTime() + 25 * hourMs)
    expect(await recheck()).toBe(1)
    expect((await auditOf(register.id)).at(-1)).toMatchObject({ action: 'register.checked', actor_login: null })
  })

  test('asks at every tick about a register that does not work, so that one mended outside works again unasked', async () => {
    fiscal.answer = async () => badPin
    const register = await added()
    const before = await auditOf(register.id)
    expect([await recheck(), await recheck()]).toEqual([1, 1])
    expect(await auditOf(register.id)).toEqual(before)
    fiscal.answer = null
    expect([await recheck(), await recheck()]).toEqual([1, 0])
    expect((await show(register)).health.state).not.toBe('error')
    carrier.answer = async () => ({ ok: false, failure: rejected })
    await admin.post(`/cash-registers/${register.id}/check`)
    carrier.answer = null
    expect([await recheck(), await recheck()]).toEqual([1, 0])
  })

  test('a register whose own secret is missing or damaged is not asked about all the time: nothing outside can mend it', async () => {
    const register = await added()
    await kasyr.db.updateTable('cash_registers').set({ pin: 'damaged' }).where('id', '=', register.id).execute()
    expect((await show(register)).health.state).toBe('error')
    expect(await recheck()).toBe(0)
  })

  test('asks at every tick about those nobody answered for, until somebody does', async () => {
    fiscal.answer = async () => down
    await added()
    expect([await recheck(), await recheck()]).toEqual([1, 1])
    fiscal.answer = null
    carrier.answer = async () => ({ ok: false, failure: { ...rejected, kind: 'unreachable' } })
    expect([await recheck(), await recheck()]).toEqual([1, 1])
    carrier.answer = null
    expect([await recheck(), await recheck()]).toEqual([1, 0])
  })

  test('finds a register whose first check was cut off, and leaves inactive ones alone', async () => {
    const [register, other] = [await added(), await added()]
    await kasyr.db.updateTable('cash_registers').set({ health: null, checked_at: null }).execute()
    expect((await show(register)).health).toMatchObject({ state: 'unchecked', checked_at: null })
    await admin.patch(`/cash-registers/${other.id}`, { active: false })
    expect(await recheck()).toBe(1)
    expect((await show(register)).health.checked_at).toBe(now.toISOString())
    expect((await show(other)).health.checked_at).toBeNull()
  })

  test('runs in the background', async () => {
    fiscal.answer = async () => down
    const register = await added()
    fiscal.answer = null
    await kasyr.db.transaction().execute((tx) => kasyr.app.jobs.enqueue(tx, recheckRegistersJob, {}))
    await kasyr.app.jobs.runDue()
    expect((await show(register)).health.fiscal).not.toBeNull()
  })
})
