import { describe, expect, test } from 'vitest'
import type { RegisterProblem } from '#/contract/register-health.ts'
import type { FiscalFailureKind, RegisterCheck, RegisterInfo } from '#/server/integrations/fiscal/fiscal-client.ts'
import {
  compareCredentials,
  factsAfter,
  isDueForCheck,
  isPassing,
  isRejection,
  mayBeMended,
  mayReplace,
  namesCashierById,
  scopeOf,
  testAfter,
} from './rules.ts'

const info: RegisterInfo = {
  is_test: false,
  cashier_id: '0f6a3c1e-58a5-4c53-8f5b-6a3f0a2b1c11',
  title: 'Крамниця',
  fiscal_number: '4000123456',
  address: null,
  has_shift: null,
  shift_opened_at: null,
  delivery_connected: null,
  cashier: { name: 'Олена Шевченко', blocked: false, may_ettn: true, signature_until: null, signature_ready: null },
  billing: { status: null, blocks_at: null, paid_until: null },
  taxes: [],
  organization: null,
}
const another = '7c1b8e52-58a5-4c53-8f5b-6a3f0a2b1c12'

describe('as whom the provider knows a register', () => {
  test('is its fiscal number and the id of its cashier, whatever the cashier is called', () => {
    expect(scopeOf(info)).toBe('4000123456#0f6a3c1e-58a5-4c53-8f5b-6a3f0a2b1c11')
    const renamed = { ...info, cashier: { ...info.cashier, name: 'Олена Шевчук' } }
    expect(scopeOf(renamed)).toBe(scopeOf(info))
    expect(scopeOf({ ...info, cashier_id: another })).not.toBe(scopeOf(info))
    expect(scopeOf({ ...info, fiscal_number: '4000123457' })).not.toBe(scopeOf(info))
  })

  test('is not known when it does not say which register or cashier it is', () => {
    expect(scopeOf({ ...info, fiscal_number: null })).toBeNull()
    expect(scopeOf({ ...info, cashier_id: null })).toBeNull()
  })

  test('was kept by the cashier’s name before, and such a scope is recognised whatever the name', () => {
    expect(namesCashierById(scopeOf(info) ?? '')).toBe(true)
    for (const name of ['Олена Шевченко', 'Касир', 'Каса #2', ''])
      expect(namesCashierById(`4000123456/${name}`)).toBe(false)
  })
})

describe('new credentials beside the present ones', () => {
  const present = { scope: scopeOf(info), is_test: false }
  const check = (changes: Partial<RegisterInfo> = {}): RegisterCheck => ({ ok: true, info: { ...info, ...changes } })

  test('are of the same register when number and cashier agree, and both are real or both are for tests', () => {
    expect(compareCredentials(present, check())).toBe('same')
    expect(compareCredentials({ ...present, is_test: null }, check())).toBe('same')
    expect(compareCredentials({ ...present, is_test: null }, check({ is_test: true }))).toBe('same')
  })

  test.each([
    ['another register', { fiscal_number: '4000999999' }],
    ['another cashier of the same name', { cashier_id: another }],
    ['a test register in place of a real one', { is_test: true }],
  ])('are others when they are of %s', (_what, changes) => {
    expect(compareCredentials(present, check(changes))).toBe('other')
  })

  test('cannot be compared when either side does not say which register it is, or nobody answers', () => {
    expect(compareCredentials({ ...present, scope: null }, check())).toBe('unanswered')
    expect(compareCredentials(present, check({ fiscal_number: null }))).toBe('unanswered')
    expect(compareCredentials({ ...present, scope: null }, check({ fiscal_number: null }))).toBe('unanswered')
    expect(compareCredentials(present, gone)).toBe('unanswered')
  })

  test('are refused when the provider says no', () => {
    const failure = { kind: 'bad_pin', detail: '' } as const
    expect(compareCredentials(present, { ok: false, failure, is_test: null })).toBe('refused')
  })
})

describe('the credentials of another cashier', () => {
  const present = { scope: scopeOf(info), is_test: false, keeps_key: false }
  const check = (changes: Partial<RegisterInfo> = {}): RegisterCheck => ({
    ok: true,
    info: { ...info, cashier_id: another, ...changes },
  })
  const said = (kind: FiscalFailureKind): RegisterCheck => ({
    ok: false,
    failure: { kind, detail: '' },
    is_test: null,
  })

  test.each(['bad_pin', 'bad_license_key', 'refused'] as const)('replace present ones with %s', (kind) => {
    expect(mayReplace(present, said(kind), check())).toBe(true)
    expect(mayReplace({ ...present, scope: '4000123456/Олена Шевченко' }, said(kind), check())).toBe(true)
  })

  test('replace nothing that is accepted, or about which there is no answer', () => {
    expect(mayReplace(present, { ok: true, info }, check())).toBe(false)
    for (const kind of ['timeout', 'unavailable', 'rate_limited', 'permit_over'] as const)
      expect(mayReplace(present, said(kind), check())).toBe(false)
  })

  test('replace them at a register that was registered anew: it keeps its licence key, and has another fiscal number', () => {
    const anew = check({ fiscal_number: '4000999999' })
    expect(mayReplace({ ...present, keeps_key: true }, said('bad_pin'), anew)).toBe(true)
    expect(mayReplace({ ...present, keeps_key: true }, { ok: true, info }, anew)).toBe(false)
  })

  test('replace nothing when they are of another register, or the register is not known', () => {
    expect(mayReplace(present, said('bad_pin'), check({ fiscal_number: '4000999999' }))).toBe(false)
    expect(mayReplace(present, said('bad_pin'), check({ is_test: true }))).toBe(false)
    expect(mayReplace({ ...present, scope: null }, said('bad_pin'), check())).toBe(false)
    expect(mayReplace(present, said('bad_pin'), check({ cashier_id: null }))).toBe(false)
    expect(mayReplace(present, said('bad_pin'), said('bad_pin'))).toBe(false)
  })
})

describe('a trouble', () => {
  const of = (...problems: [RegisterProblem['code'], RegisterProblem['severity']][]) =>
    mayBeMended({ problems: problems.map(([code, severity]) => ({ code, severity, detail: '' })) })

  test('may be mended outside, where nobody tells us of it', () => {
    expect(of(['bad_pin', 'error'])).toBe(true)
    expect(of(['shift_left_open', 'warning'])).toBe(true)
    expect(of(['secret_missing', 'error'], ['bad_pin', 'error'])).toBe(true)
  })

  test('is mended here when a secret must be typed in, and a warning waits for its day', () => {
    expect(of(['secret_missing', 'error'], ['secret_unreadable', 'error'])).toBe(false)
    expect(of(['signature_ends_soon', 'warning'])).toBe(false)
    expect(of()).toBe(false)
  })

  test('of a key is a rejection only when the carrier rejected it', () => {
    expect(isRejection({ kind: 'key_rejected', detail: '', since: '' })).toBe(true)
    for (const problem of [{ kind: 'timeout' }, {}, null, 'key_rejected']) expect(isRejection(problem)).toBe(false)
  })

  test('passes by itself when nobody answered, or we are to come later', () => {
    const kinds = [
      'rate_limited',
      'daily_limit',
      'unreachable',
      'timeout',
      'unavailable',
      'bad_answer',
      'no_records',
    ] as const
    expect(kinds.filter((kind) => !isPassing(kind))).toEqual([])
    expect((['bad_pin', 'bad_license_key', 'refused', 'key_rejected'] as const).filter(isPassing)).toEqual([])
  })
})

const gone: RegisterCheck = { ok: false, failure: { kind: 'timeout', detail: 'тиша' }, is_test: null }

describe('after a check', () => {
  const known = {
    fiscal: null,
    carrier: { failure: null, facts: { owner_name: 'ФОП Шевченко', phone_hint: null } },
  }

  test('of a phone only the last two digits are kept, and of the owner the name', () => {
    const owner = { name: 'ФОП Шевченко', phones: ['380671112233', '380671112244'] }
    expect(factsAfter(null, null, { ok: true, owner }).carrier?.facts).toEqual({
      owner_name: 'ФОП Шевченко',
      phone_hint: '…33',
    })
    expect(factsAfter(null, null, { ok: true, owner: { ...owner, phones: [] } }).carrier?.facts?.phone_hint).toBeNull()
  })

  test('nobody reached, what was known stays; a clear no takes it away', () => {
    const failure = { kind: 'timeout', detail: 'тиша', retry_after_seconds: null } as const
    expect(factsAfter(known, null, { ok: false, failure }).carrier).toEqual({
      failure: { kind: 'timeout', detail: 'тиша' },
      facts: known.carrier.facts,
    })
    const rejected = { ok: false, failure: { ...failure, kind: 'key_rejected' } } as const
    expect(factsAfter(known, null, rejected).carrier?.facts).toBeNull()
  })

  test('the provider’s word is kept without whether it is a test register: that has a place of its own', () => {
    const { is_test: _, organization: __, cashier_id: ___, ...facts } = info
    expect(factsAfter(null, { ok: true, info }, null)).toEqual({ fiscal: { failure: null, facts }, carrier: null })
  })

  test('a provider that is silent takes nothing away, a clear no does', () => {
    const { is_test: _, ...facts } = info
    const before = { fiscal: { failure: null, facts }, carrier: null }
    const silent = { failure: { kind: 'timeout', detail: 'тиша' }, facts }
    expect(factsAfter(before, gone, null)).toEqual({ fiscal: silent, carrier: null })
    expect(factsAfter(null, gone, null)).toEqual({ fiscal: { ...silent, facts: null }, carrier: null })
    expect(factsAfter({ ...before, fiscal: null }, gone, null).fiscal?.facts).toBeNull()
    const failure = { kind: 'bad_pin', detail: 'не той PIN' } as const
    const refused = { ok: false, failure, is_test: null } as const
    expect(factsAfter(before, refused, null).fiscal).toEqual({ failure, facts: null })
  })

  test('of a carrier that never answered nothing is known', () => {
    const failure = { kind: 'timeout', detail: 'тиша', retry_after_seconds: null } as const
    expect(factsAfter(null, null, { ok: false, failure }).carrier?.facts).toBeNull()
    expect(factsAfter({ fiscal: null, carrier: null }, null, { ok: false, failure }).carrier?.facts).toBeNull()
  })

  test('whether it is a test register is only unlearned when the provider says so', () => {
    expect(testAfter(null, gone)).toBeNull()
    expect(testAfter(true, gone)).toBe(true)
    expect(testAfter(true, { ...gone, is_test: false })).toBe(false)
    expect(testAfter(true, null)).toBe(true)
    expect(testAfter(true, { ok: true, info })).toBe(false)
    expect(testAfter(null, { ok: true, info: { ...info, is_test: true } })).toBe(true)
  })
})

describe('it is time to look again', () => {
  const now = new Date('2026-03-09T12:00:00.000Z')
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString()
  const facts = { fiscal: null, carrier: null }
  const failing = (fiscal: 'bad_pin' | 'timeout', carrier: 'key_rejected' | 'timeout') => ({
    fiscal: { failure: { kind: fiscal, detail: '' }, facts: null },
    carrier: { failure: { kind: carrier, detail: '' }, facts: null },
  })
  const withShift = (has_shift: boolean) => {
    const cashier = { name: 'Олена', blocked: false, may_ettn: true, signature_until: null, signature_ready: null }
    const unknown = { title: null, fiscal_number: null, address: null, delivery_connected: null, taxes: [] }
    const billing = { status: null, blocks_at: null, paid_until: null }
    return { ...facts, fiscal: { failure: null, facts: { ...unknown, has_shift, cashier, billing } } }
  }

  test.each([
    [{ active: true, checked_at: null, facts: null }, true],
    [{ active: false, checked_at: null, facts: null }, false],
    [{ active: true, checked_at: hoursAgo(24), facts }, false],
    [{ active: true, checked_at: hoursAgo(24 + 1 / 3_600_000), facts }, true],
    [{ active: true, checked_at: null, facts }, true],
    // A clock that was ahead has written it.
    [{ active: true, checked_at: hoursAgo(-1), facts }, true],
    [{ active: true, checked_at: hoursAgo(-1 / 120), facts }, false],
    [{ active: true, checked_at: hoursAgo(0), facts: factsAfter(null, gone, null) }, true],
    [{ active: true, checked_at: hoursAgo(0), facts: null }, true],
    [{ active: true, checked_at: hoursAgo(0), facts, provider_silence: { failures: 1 } }, true],
    [{ active: true, checked_at: hoursAgo(0), facts, may_be_mended: true }, true],
    [{ active: false, checked_at: hoursAgo(0), facts, may_be_mended: true }, false],
    [{ active: true, checked_at: hoursAgo(0), facts, provider_scope: '4000123456/Олена Шевченко' }, true],
    [{ active: true, checked_at: hoursAgo(0), facts, provider_scope: scopeOf(info) }, false],
    // Midnight in Kyiv was 14 hours ago.
    [{ active: true, checked_at: hoursAgo(13), facts: withShift(true) }, false],
    [{ active: true, checked_at: hoursAgo(15), facts: withShift(true) }, true],
    [{ active: true, checked_at: hoursAgo(15), facts: withShift(false) }, false],
    // Nobody answered at one of the two; a clear no of the other is no reason to ask again.
    [{ active: true, checked_at: hoursAgo(0), facts: failing('bad_pin', 'timeout') }, true],
    [{ active: true, checked_at: hoursAgo(0), facts: failing('timeout', 'key_rejected') }, true],
    [{ active: true, checked_at: hoursAgo(0), facts: failing('bad_pin', 'key_rejected') }, false],
  ])('%j: %s', (register, isDue) => {
    expect(
      isDueForCheck({ provider_silence: null, provider_scope: null, may_be_mended: false, ...register }, now),
    ).toBe(isDue)
  })
})
