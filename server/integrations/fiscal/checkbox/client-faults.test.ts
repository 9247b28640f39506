import { describe, expect, test } from 'vitest'
import { faultKinds, type ArmingInput } from '#/simulators/frame/faults.ts'
import { somePaired } from '#/test/support/how-often.ts'
import { credentials, startCheckbox } from '#/test/support/real-checkbox.ts'
import type { FiscalFailureKind } from '../fiscal-client.ts'

type Fault = ArmingInput['fault']

/** Right in every other way, but in the one-byte encoding of the nineties. */
const notUtf8 = Buffer.from('{"id":"1","full_name":"\u{ef}\u{f0}","access_token":"t"}', 'latin1')

const once: [Fault, FiscalFailureKind][] = [
  [{ kind: 'null_body' }, 'bad_answer'],
  [{ kind: 'html' }, 'bad_answer'],
  [{ kind: 'html', status: 404 }, 'bad_answer'],
  [{ kind: 'status', status: 200, body: {} }, 'bad_answer'],
  [{ kind: 'status', status: 200, body: [] }, 'bad_answer'],
  [{ kind: 'status', status: 200, body: notUtf8 }, 'bad_answer'],
  [{ kind: 'status', status: 400, body: { message: 'Зміну не відкрито', code: 'shift.not_opened' } }, 'refused'],
  [{ kind: 'status', status: 403, body: { message: 'no', code: 'organization.option_disabled' } }, 'refused'],
  [{ kind: 'status', status: 404, body: { message: 'Not Found' } }, 'refused'],
  [{ kind: 'status', status: 422, body: { message: 'what', code: 'validation.custom' } }, 'refused'],
  [{ kind: 'no_content' }, 'bad_answer'],
  [{ kind: 'redirect', location: 'http://127.0.0.1:9/elsewhere' }, 'bad_answer'],
  [{ kind: 'too_many_requests', retry_after: 30 }, 'rate_limited'],
  [{ kind: 'too_many_requests', body: 'slow down' }, 'rate_limited'],
  [{ kind: 'unauthorized', body: { code: 'cash_register.invalid_license_key', message: '' } }, 'bad_license_key'],
  [{ kind: 'status', status: 403, body: { code: 'cashier.invalid_credentials', message: '' } }, 'bad_pin'],
  [{ kind: 'junk' }, 'bad_answer'],
  [{ kind: 'huge_body', bytes: 3 * 1024 ** 2 }, 'bad_answer'],
  [{ kind: 'gzip_bomb', unpacked_bytes: 24 * 1024 ** 2 }, 'bad_answer'],
  [{ kind: 'wrong_content_length', by: -20 }, 'bad_answer'],
]

const twice: [Fault, FiscalFailureKind][] = [
  [{ kind: 'html', status: 403 }, 'unavailable'],
  [{ kind: 'unauthorized', body: '' }, 'unavailable'],
  [{ kind: 'status', status: 500, effect: true }, 'unavailable'],
  [{ kind: 'status', status: 502 }, 'unavailable'],
  [{ kind: 'html', status: 503 }, 'unavailable'],
  [{ kind: 'late_effect', delay_ms: 1, meanwhile: 'gateway_timeout' }, 'unavailable'],
  [{ kind: 'reset_before_answer' }, 'unreachable'],
  [{ kind: 'reset_mid_answer', part: 'head' }, 'unreachable'],
  [{ kind: 'reset_mid_answer', part: 'body' }, 'unreachable'],
  [{ kind: 'truncated_body' }, 'unreachable'],
]

const slow: [Fault][] = [
  [{ kind: 'hang' }],
  [{ kind: 'slow_headers', interval_ms: 20 }],
  [{ kind: 'slow_body', interval_ms: 20 }],
  [{ kind: 'latency', ms: 60_000 }],
]

/** Each fault meets some of the operations; in the long run all of them. */
const operations = [
  'register_info',
  'sign_in',
  'cashier_me',
  'check_signature',
  'list_taxes',
  'billing_status',
  'cashier_shift',
]
const some = <Item>(faults: readonly Item[], operation: string): Item[] =>
  somePaired(faults, operations.indexOf(operation), 3)

/** Without these a register cannot be checked. */
describe.each([
  ['register_info', null],
  ['sign_in', false],
  ['cashier_me', false],
])('%s: every fault has a name, comes within the deadline, and tells no secret', (operation, is_test) => {
  test.each(some(once, operation))('%j is %s, and is not tried again', async (fault, kind) => {
    const { fail, faults, told, calls } = await startCheckbox()
    faults.arm({ operation, fault, times: 'always' })
    const failure = await fail()
    expect(failure, failure.detail).toMatchObject({ kind, is_test })
    expect(told(failure)).toEqual([])
    expect(calls(operation)).toBe(1)
  })

  test.each(some(twice, operation))(
    '%j is %s after a second try; when it passes in between, all is well',
    async (fault, kind) => {
      const { fail, check, faults, told, calls } = await startCheckbox()
      faults.arm({ operation, fault, times: 2 })
      const failure = await fail()
      expect(failure, failure.detail).toMatchObject({ kind, is_test })
      expect(told(failure)).toEqual([])
      expect(calls(operation)).toBe(2)
      faults.arm({ operation, fault })
      expect(await check()).toMatchObject({ ok: true })
      expect(calls(operation)).toBe(4)
    },
  )

  test.each(some(slow, operation))('%j is cut at the deadline', async (fault) => {
    const { fail, faults } = await startCheckbox({ timeoutMs: 300 })
    faults.arm({ operation, fault, times: 'always' })
    expect(await fail()).toMatchObject({ kind: 'timeout', detail: 'Checkbox не відповів вчасно' })
  })
})

/** Signing in goes on for others that may wait for it: see the sign-ins of the client. */
test.each(['register_info', 'cashier_me'])(
  '%s: a caller that goes away gets its answer at once, and Checkbox is not blamed',
  async (operation) => {
    const { check, faults, log } = await startCheckbox()
    for (let call = 0; call < 6; call += 1) {
      faults.arm({ operation, fault: { kind: 'hang' } })
      const leaving = new AbortController()
      const outcome = check(credentials, leaving.signal)
      await log.waitFor((entries) => entries.some((entry) => entry.operation === operation && entry.stage === 'held'))
      leaving.abort()
      expect(await outcome).toMatchObject({ ok: false, failure: { detail: 'запит до Checkbox скасовано' } })
      await faults.release()
      await log.waitFor((entries) => entries.every(({ ended_at }) => ended_at !== null))
      log.clear()
    }
    expect(await check()).toMatchObject({ ok: true })
  },
)

const unknown = {
  check_signature: { cashier: { signature_ready: null } },
  list_taxes: { taxes: [] },
  billing_status: { billing: { status: null, blocks_at: null } },
  cashier_shift: { has_shift: false },
}

describe.each(Object.entries(unknown))('%s may be missing', (operation, info) => {
  const faults = [...once, ...twice].filter(([{ kind }]) => kind !== 'null_body' || operation !== 'cashier_shift')
  test.each(some(faults, operation))('%j spoils nothing else, and is not tried again', async (fault) => {
    const { check, faults: armed, told, calls } = await startCheckbox()
    armed.arm({ operation, fault, times: 'always' })
    const outcome = await check()
    expect(outcome).toMatchObject({ ok: true, info })
    expect(told(outcome)).toEqual([])
    expect(calls(operation)).toBe(1)
  })

  test('a slow one is not waited for until the end', async () => {
    const { check, faults: armed } = await startCheckbox({ optionalTimeoutMs: 100 })
    armed.arm({ operation, fault: { kind: 'hang' } })
    expect(await check()).toMatchObject({ ok: true, info })
  })
})

test('an answer that is late within the deadline, doubled, or made twice is an answer', async () => {
  const { check, faults } = await startCheckbox()
  for (const fault of fine) {
    faults.arm({ operation: 'cashier_me', fault })
    expect(await check()).toMatchObject({ ok: true })
  }
})
const fine: Fault[] = [{ kind: 'duplicate_answer' }, { kind: 'duplicate_effect' }, { kind: 'latency', ms: 20 }]

test('a closed port, a reset connection, an unknown name and a missing certificate are unreachable', async () => {
  const closed = await startCheckbox()
  closed.faults.arm({ operation: '*', fault: { kind: 'listener_closed', for_ms: 5000 } })
  expect((await closed.fail()).kind).toBe('unreachable')
  const destroyed = await startCheckbox()
  destroyed.faults.arm({ operation: '*', fault: { kind: 'connection_destroyed' }, times: 'always' })
  expect((await destroyed.fail()).kind).toBe('unreachable')
  const { api_url } = await startCheckbox()
  for (const url of ['https://api.invalid/api/v1', api_url.replace('http:', 'https:'), 'http://api.example/api/v1']) {
    const { fail } = await startCheckbox({ url })
    expect((await fail()).kind).toBe('unreachable')
  }
})

test('no kind of fault is left out', () => {
  const met = [...once, ...twice, ...slow].map(([fault]) => fault.kind).concat(fine.map(({ kind }) => kind))
  const ofConnections = ['listener_closed', 'connection_destroyed']
  expect([...new Set([...met, ...ofConnections])].sort()).toEqual(Object.keys(faultKinds).sort())
})

test('the proxy in front that does not like us is not taken for a wrong key', async () => {
  const { fail, faults } = await startCheckbox()
  faults.arm({ operation: '*', fault: { kind: 'html', status: 403 }, times: 'always' })
  expect(await fail()).toEqual({
    kind: 'unavailable',
    detail: 'запит зупинив захист перед Checkbox (код 403, відповідь: сторінка HTML)',
    is_test: null,
  })
})
