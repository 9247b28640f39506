import { describe, expect, test } from 'vitest'
import { toClock } from '../../kyiv-time.ts'
import { credentials, startCheckbox, testCredentials } from '#/test/support/real-checkbox.ts'

describe('a check tells', () => {
  test('everything the provider knows, in our words', async () => {
    const { check, registers } = await startCheckbox()
    registers.change(credentials.license_key, {
      title: '  Магазин\u0000 «Ґудзик»\n',
      ettn_acquiring_id: '7c8f8a52-8b3f-4a36-9a53-0f4b8f2b6f10',
      cashier: {
        blocked: '2026-01-01',
        permissions: { ettn: false },
        certificate_end: '2026-05-05T12:00:00.123456+03:00',
      },
      organization: { subscription_exp: '2026-12-31' },
      billing: { status: 'OVERDUE', date_to_block: '2026-02-01T00:00:00+02:00' },
      shift: { status: 'OPENED' },
      taxes: [{ code: 1, label: 'ПДВ 20 %', symbol: 'А', rate: 20 }],
    })
    expect(await check()).toEqual({
      ok: true,
      info: {
        is_test: false,
        title: 'Магазин «Ґудзик»',
        fiscal_number: '4000123456',
        address: 'Київ, вул. Хрещатик, 1',
        has_shift: true,
        shift_opened_at: null,
        delivery_connected: true,
        cashier_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        cashier: {
          name: 'Лук’яненко Соломія Ігорівна',
          blocked: true,
          may_ettn: false,
          signature_until: '2026-05-05T09:00:00.123Z',
          signature_ready: true,
        },
        billing: { status: 'OVERDUE', blocks_at: '2026-01-31T22:00:00.000Z', paid_until: '2026-12-30T22:00:00.000Z' },
        taxes: [{ code: '1', label: 'ПДВ 20 %', rate: 20 }],
        organization: { name: 'ФОП Лук’яненко Соломія Ігорівна', tax_number: '3012345678' },
      },
    })
  })

  test.each([
    ['the register says so', { is_test: true }],
    ['its fiscal number says so', { fiscal_number: 'TEST777' }],
    ['the cashier is a test one', { cashier: { is_test: true } }],
    ['the signature is a test one', { cashier: { signature: { type: 'TEST' } } }],
  ])('a test register when %s', async (_sign, changes) => {
    const { check, registers } = await startCheckbox()
    expect(await check()).toMatchObject({ ok: true, info: { is_test: false } })
    registers.change(credentials.license_key, changes)
    expect(await check()).toMatchObject({ ok: true, info: { is_test: true } })
  })

  test('a test register when only the look at the signature says so', async () => {
    const { check, faults } = await startCheckbox()
    const body = { online: true, type: 'TEST', shift_open_possibility: false }
    faults.arm({ operation: 'check_signature', fault: { kind: 'status', status: 200, body } })
    expect(await check()).toMatchObject({ ok: true, info: { is_test: true, cashier: { signature_ready: false } } })
  })

  test('a test register by its key alone', async () => {
    const { check, registers } = await startCheckbox()
    registers.change(testCredentials.license_key, { is_test: false })
    expect(await check(testCredentials)).toMatchObject({ ok: true, info: { is_test: true } })
  })

  test('a licence key that no header can carry is a wrong one, and nothing is sent', async () => {
    const { fail, log } = await startCheckbox()
    for (const license_key of ['', 'ключ', 'a b', 'line\nbreak', 'x'.repeat(5000)])
      expect((await fail({ license_key, pin: '1' })).kind).toBe('bad_license_key')
    expect(log.entries()).toEqual([])
  })

  test('who we are, on every call', async () => {
    const { check, log } = await startCheckbox()
    await check()
    expect(log.entries()).toHaveLength(7)
    for (const { headers } of log.entries())
      expect(headers).toMatchObject({
        'user-agent': 'kasyr/1',
        'x-client-name': 'kasyr',
        'x-client-version': '1.0.0',
        'x-license-key': credentials.license_key,
        accept: 'application/json',
      })
  })
})

describe('signing in', () => {
  test('happens once for twenty checks at the same time', async () => {
    const { check, calls } = await startCheckbox()
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => check()))
    expect(outcomes.every(({ ok }) => ok)).toBe(true)
    expect([calls('sign_in'), calls('cashier_me')]).toEqual([1, 20])
  })

  test('happens exactly once more when the token has expired, however many checks notice', async () => {
    const { check, calls, tokens } = await startCheckbox()
    await check()
    tokens.expire()
    expect(await check()).toMatchObject({ ok: true, info: { taxes: [{ code: '8' }] } })
    expect(calls('sign_in')).toBe(2)
    tokens.expire()
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => check()))
    expect(outcomes.every(({ ok }) => ok)).toBe(true)
    expect(calls('sign_in')).toBe(3)
  })

  test('happens exactly once more when the token expires between two calls of one check', async () => {
    const { check, calls, faults } = await startCheckbox()
    const stale = { message: 'Не вірні облікові дані', code: 'base.credentials' }
    for (const operation of ['check_signature', 'list_taxes', 'billing_status', 'cashier_shift'])
      faults.arm({ operation, fault: { kind: 'status', status: 401, body: stale } })
    expect(await check()).toMatchObject({
      ok: true,
      info: {
        has_shift: false,
        taxes: [{ code: '8' }],
        billing: { status: 'ACTIVE' },
        cashier: { signature_ready: true },
      },
    })
    expect(calls('sign_in')).toBe(2)
  })

  test.each([
    [401, { code: 'base.credentials', message: '' }],
    [401, { message: 'Unauthorized' }],
    [403, { code: null, message: 'Not authenticated' }],
  ])(
    'a token that is never taken (%i %j) is tried twice and told as a refusal, not as a wrong PIN',
    async (status, body) => {
      const { fail, calls, faults } = await startCheckbox()
      faults.arm({ operation: 'cashier_me', fault: { kind: 'status', status, body }, times: 'always' })
      expect(await fail()).toEqual({ kind: 'refused', detail: 'Checkbox не визнає входу касира', is_test: false })
      expect([calls('sign_in'), calls('cashier_me')]).toEqual([2, 2])
    },
  )

  test('a PIN that was changed at the provider is noticed, though a token is still good', async () => {
    let now = Date.now()
    const { check, registers, calls } = await startCheckbox({ clock: { now: () => new Date(now) } })
    await check()
    registers.change(credentials.license_key, { cashier: { pin: '4321' } })
    now += 60_000
    expect(await check()).toMatchObject({ ok: false, failure: { kind: 'bad_pin' }, is_test: false })
    expect(await check({ ...credentials, pin: '4321' })).toMatchObject({ ok: true })
    expect(calls('sign_in')).toBe(3)
  })

  test('goes on for the others when the one who began it leaves', async () => {
    const { check, faults, log, calls } = await startCheckbox()
    faults.arm({ operation: 'sign_in', fault: { kind: 'hang' } })
    const leaving = new AbortController()
    const first = check(credentials, leaving.signal)
    await log.waitFor((entries) => entries.some(({ operation, stage }) => operation === 'sign_in' && stage === 'held'))
    const second = check()
    await log.waitFor((entries) => entries.filter(({ operation }) => operation === 'register_info').length === 2)
    leaving.abort()
    expect(await first).toMatchObject({
      ok: false,
      failure: { kind: 'timeout', detail: 'запит до Checkbox скасовано' },
    })
    await faults.release()
    expect(await second).toMatchObject({ ok: true })
    expect(calls('sign_in')).toBe(1)
  })
})

describe('nobody can read a secret', () => {
  test('when all is well, and in every refusal', async () => {
    const { check, fail, told, registers, tokens } = await startCheckbox()
    expect(told(await check())).toEqual([])
    tokens.expire()
    expect(told(await fail())).toEqual([])
    registers.change(credentials.license_key, { cashier: { pin: '4321' } })
    tokens.expire()
    expect(told(await fail())).toEqual([])
  })

  const echo = `key ${credentials.license_key}, KEY ${credentials.license_key.toUpperCase()}, pin ${credentials.pin}${' long'.repeat(35)} ${credentials.license_key}`
  test.each([400, 403, 404, 422, 429, 500])('when the provider repeats the key and the PIN in a %i', async (status) => {
    for (const operation of ['register_info', 'sign_in', 'cashier_me']) {
      const { fail, told, faults } = await startCheckbox()
      const body = { message: echo, code: 'some.reason', detail: [{ loc: [credentials.pin], msg: echo, type: echo }] }
      faults.arm({ operation, fault: { kind: 'status', status, body }, times: 'always' })
      const failure = await fail()
      expect(failure.detail).toContain('key …, KEY …, pin … long')
      expect(told(failure)).toEqual([])
    }
  })

  test('when the provider repeats the token', async () => {
    const { fail, told, faults, tokens } = await startCheckbox()
    const token = tokens.issue(credentials.license_key, 'somebody')
    const signedIn = { access_token: token }
    faults.arm({ operation: 'sign_in', fault: { kind: 'status', status: 200, body: signedIn } })
    const body = { message: `bad token ${token} and its end ${token.slice(-30)}`, code: null }
    faults.arm({ operation: 'cashier_me', fault: { kind: 'status', status: 400, body } })
    const failure = await fail()
    expect(failure.detail).toBe('Checkbox відмовив (код 400): «bad token … and its end …»')
    expect(told(failure)).toEqual([])
  })
})

describe('a provider that is down is left alone, register by register', () => {
  test('after five failures nothing is sent until the wait is over; another register is still asked', async () => {
    let now = Date.now()
    const { fail, check, faults, calls } = await startCheckbox({ clock: { now: () => new Date(now) } })
    faults.arm({ operation: '*', fault: { kind: 'status', status: 503, body: {} }, times: 'always' })
    for (let call = 0; call < 3; call += 1) expect((await fail()).detail).toBe('Checkbox відповів кодом 503')
    expect(calls('register_info')).toBe(5)
    const resting = await fail()
    expect(resting.kind).toBe('unavailable')
    expect(resting.detail).toContain(
      `до ${toClock(new Date(now + 15_000))}; остання помилка: Checkbox відповів кодом 503`,
    )
    expect(calls('register_info')).toBe(5)
    faults.disarm()
    expect(await check(testCredentials)).toMatchObject({ ok: true })
    expect((await fail()).kind).toBe('unavailable')
    now += 15_000
    expect(await check()).toMatchObject({ ok: true })
  })

  test('three hiccups a minute are smoothed over; the fourth is told, because retries are rationed', async () => {
    let now = Date.now()
    const { check, faults, calls } = await startCheckbox({ clock: { now: () => new Date(now) } })
    const hiccup = async () => {
      faults.arm({ operation: 'register_info', fault: { kind: 'status', status: 503 } })
      return (await check()).ok
    }
    expect([await hiccup(), await hiccup(), await hiccup(), await hiccup()]).toEqual([true, true, true, false])
    expect(calls('register_info')).toBe(7)
    now += 60_000
    expect(await hiccup()).toBe(true)
  })
})
