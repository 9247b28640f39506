import { describe, expect, test } from 'vitest'
import { registerProblemCodes, type FiscalFacts } from '#/contract/register-health.ts'
import { healthOf, type Examined } from './health.ts'
import type { HealthFacts } from './health-facts.ts'

const now = new Date('2026-03-09T12:00:00.000Z')
const inDays = (days: number) => new Date(now.getTime() + days * 24 * 3_600_000).toISOString()

type Changes = { cashier?: Partial<FiscalFacts['cashier']>; billing?: Partial<FiscalFacts['billing']> } & Partial<
  Pick<FiscalFacts, 'delivery_connected' | 'has_shift' | 'shift_opened_at'>
>

const good = ({ cashier, billing, ...rest }: Changes = {}): FiscalFacts => ({
  title: 'Крамниця',
  fiscal_number: '4000001',
  address: null,
  has_shift: null,
  delivery_connected: true,
  cashier: {
    name: 'Олена Шевченко',
    blocked: false,
    may_ettn: true,
    signature_until: inDays(300),
    signature_ready: true,
    ...cashier,
  },
  billing: { status: 'ACTIVE', blocks_at: null, paid_until: inDays(100), ...billing },
  taxes: [],
  ...rest,
})

const owner = { owner_name: 'ФОП Шевченко', phone_hint: '…33' }
const facts = (changes: Partial<HealthFacts> = {}): HealthFacts => ({
  fiscal: { failure: null, facts: good() },
  carrier: { failure: null, facts: owner },
  ...changes,
})
const examined = (changes: Partial<Examined> = {}): Examined => ({
  checked_at: now.toISOString(),
  is_test: false,
  facts: facts(),
  secrets: { license_key: 'readable', pin: 'readable', carrier_key: 'readable' },
  carrier_problem: null,
  provider_silence: null,
  ...changes,
})

const problemsOf = (changes: Partial<Examined>) => healthOf(examined(changes), now).problems
const ofFacts = (changes: Changes) =>
  problemsOf({ facts: facts({ fiscal: { failure: null, facts: good(changes) } }) }).map(
    ({ code, severity }) => `${severity} ${code}`,
  )
const ofFailure = (kind: NonNullable<NonNullable<HealthFacts['fiscal']>['failure']>['kind']) =>
  problemsOf({ facts: facts({ fiscal: { failure: { kind, detail: 'Checkbox мовчить' }, facts: null } }) })

test('a register about which nothing is wrong is well', () => {
  expect(healthOf(examined(), now)).toEqual({
    state: 'ok',
    checked_at: now.toISOString(),
    problems: [],
    fiscal: good(),
    carrier: owner,
  })
})

describe('a shift', () => {
  const shiftOf = (shift_opened_at: string | null, checked_at: string, has_shift = true) => {
    const fiscal = { failure: null, facts: good({ has_shift, shift_opened_at }) }
    return healthOf(examined({ checked_at, facts: facts({ fiscal }) }), new Date('2026-03-12T12:00:00Z')).problems
  }

  test('that a later day still finds open is a warning, and says since when', () => {
    expect(shiftOf('2026-03-08T07:30:00.000Z', '2026-03-09T05:00:00.000Z')).toMatchObject([
      { code: 'shift_left_open', severity: 'warning', detail: expect.stringContaining('08.03.2026, 09:30:00') },
    ])
    // A quarter past midnight in Kyiv.
    expect(shiftOf('2026-03-08T07:30:00.000Z', '2026-03-08T22:15:00.000Z')).toHaveLength(1)
  })

  test('seen on its own day is none, however long ago that was: it may have been closed since', () => {
    expect(shiftOf('2026-03-08T22:15:00.000Z', '2026-03-09T05:00:00.000Z')).toEqual([])
    expect(shiftOf('2026-03-08T07:30:00.000Z', '2026-03-08T21:59:00.000Z')).toEqual([])
    expect(shiftOf(null, '2026-03-09T05:00:00.000Z')).toEqual([])
    expect(shiftOf('2026-03-01T07:30:00.000Z', '2026-03-09T05:00:00.000Z', false)).toEqual([])
  })
})

describe('what the provider says becomes a problem on the day it is one', () => {
  test.each<[Changes, string[]]>([
    [{ cashier: { blocked: true } }, ['error cashier_blocked']],
    [{ cashier: { may_ettn: false } }, ['error no_ettn_permission']],
    [{ cashier: { signature_until: inDays(30.01) } }, []],
    [{ cashier: { signature_until: inDays(30) } }, ['warning signature_ends_soon']],
    [{ cashier: { signature_until: inDays(0.01) } }, ['warning signature_ends_soon']],
    [{ cashier: { signature_until: inDays(0) } }, ['error signature_expired']],
    [{ cashier: { signature_until: inDays(-1), signature_ready: false } }, ['error signature_expired']],
    [{ cashier: { signature_until: null } }, []],
    [{ cashier: { signature_ready: false } }, ['warning signature_not_ready']],
    [{ cashier: { signature_ready: null } }, []],
    [{ billing: { blocks_at: inDays(7.01) } }, []],
    [{ billing: { blocks_at: inDays(7) } }, ['warning billing_blocks_soon']],
    [{ billing: { blocks_at: inDays(-0.01) } }, ['error billing_blocked']],
    [{ billing: { status: 'BLOCKED' } }, ['error billing_blocked']],
    [{ billing: { paid_until: inDays(7.01) } }, []],
    [{ billing: { paid_until: inDays(6) } }, ['warning subscription_ends_soon']],
    [{ billing: { paid_until: inDays(-6) } }, ['warning subscription_ended']],
    [{ billing: { blocks_at: inDays(3), paid_until: inDays(1) } }, ['warning billing_blocks_soon']],
    [{ delivery_connected: false }, ['warning delivery_not_connected']],
    [{ delivery_connected: null }, []],
  ])('%j', (changes, problems) => {
    expect(ofFacts(changes)).toEqual(problems)
  })

  test.each([
    [29.5, '29\u00a0днів'],
    [22, '22\u00a0дні'],
    [21.9, '21\u00a0день'],
    [1, '1\u00a0день'],
    [0.5, 'менше доби'],
  ])('%d days are told as «%s»', (days, words) => {
    const fiscal = { failure: null, facts: good({ cashier: { signature_until: inDays(days) } }) }
    expect(problemsOf({ facts: facts({ fiscal }) })[0]?.detail).toContain(`касира: ${words}. `)
  })
})

describe('a check that did not succeed', () => {
  test.each([
    ['bad_license_key', 'error bad_license_key'],
    ['bad_pin', 'error bad_pin'],
    ['refused', 'error provider_refused'],
    ['rate_limited', 'warning provider_not_reached'],
    ['unreachable', 'warning provider_not_reached'],
    ['timeout', 'warning provider_not_reached'],
    ['unavailable', 'warning provider_not_reached'],
    ['bad_answer', 'warning provider_not_reached'],
  ] as const)('at the provider with %s is an %s', (kind, problem) => {
    expect(ofFailure(kind).map(({ code, severity }) => `${severity} ${code}`)).toEqual([problem])
  })

  test('because nobody answered says why, and that it is repeated by itself', () => {
    expect(ofFailure('timeout')[0]?.detail).toBe(
      'Касу не вдалося перевірити: Checkbox мовчить. Робити нічого не треба, перевірка повториться сама.',
    )
  })

  test.each([
    ['key_rejected', 'error carrier_key_rejected'],
    ['daily_limit', 'warning carrier_not_reached'],
    ['timeout', 'warning carrier_not_reached'],
    ['bad_answer', 'warning carrier_not_reached'],
  ] as const)('at the carrier with %s is an %s', (kind, problem) => {
    const carrier = { failure: { kind, detail: 'тиша' }, facts: null }
    expect(problemsOf({ facts: facts({ carrier }) }).map(({ code, severity }) => `${severity} ${code}`)).toEqual([
      problem,
    ])
  })
})

describe('what its receipts met', () => {
  const silence = (failures: number) => ({ detail: 'тиша', since: inDays(-1), failures })

  test('is told from the third silence in a row, with its beginning, and once even if the check met it too', () => {
    expect(problemsOf({ provider_silence: silence(2) })).toEqual([])
    const told = {
      code: 'provider_not_reached',
      severity: 'warning',
      detail: 'Checkbox не відповідає: тиша. Нові чеки стануть у чергу й підуть самі, щойно він відповість.',
      since: inDays(-1),
    }
    expect(problemsOf({ provider_silence: silence(3) })).toEqual([told])
    const fiscal = { failure: { kind: 'timeout', detail: 'тиша' } as const, facts: null }
    expect(problemsOf({ facts: facts({ fiscal }), provider_silence: silence(3) })).toEqual([told])
  })

  test.each([null, {}, 'rubbish', { since: 7 }])('is nothing when it is %j', (provider_silence) => {
    expect(problemsOf({ provider_silence })).toEqual([])
  })
})

describe('what following the parcels met', () => {
  const met = (kind: string) => ({ kind, detail: 'Нова пошта просить питати рідше', since: now.toISOString() })

  test('is told, and a rejected key only once', () => {
    expect(problemsOf({ carrier_problem: met('rate_limited') })).toEqual([
      {
        code: 'carrier_paused',
        severity: 'warning',
        detail: 'Посилки каси тимчасово не оновлюються. Нова пошта просить питати рідше. Спробуємо знову самі.',
      },
    ])
    const carrier = { failure: { kind: 'key_rejected', detail: '' } as const, facts: null }
    for (const given of [null, met('key_rejected'), met('timeout')]) {
      const found = problemsOf({ facts: facts({ carrier }), carrier_problem: given })
      expect(found.map(({ code }) => code)).toEqual(['carrier_key_rejected'])
    }
  })

  test.each([null, {}, 'rubbish', { kind: 7 }])('is nothing when it is %j', (carrier_problem) => {
    expect(problemsOf({ carrier_problem })).toEqual([])
  })
})

describe('the state', () => {
  test('is unchecked until the first check, unless something is already known to be wrong', () => {
    const unchecked = { checked_at: null, facts: null, is_test: null }
    expect(healthOf(examined(unchecked), now).state).toBe('unchecked')
    const secrets = { license_key: 'unreadable', pin: 'readable', carrier_key: 'missing' } as const
    const health = healthOf(examined({ ...unchecked, secrets }), now)
    expect(health.state).toBe('error')
    expect(health.problems.map(({ code }) => code)).toEqual(['secret_missing', 'secret_unreadable'])
  })

  test('is a warning for a test register and an error as soon as one problem is', () => {
    expect(healthOf(examined({ is_test: true }), now).state).toBe('warning')
    const fiscal = { failure: null, facts: good({ cashier: { blocked: true, signature_ready: false } }) }
    expect(healthOf(examined({ is_test: true, facts: facts({ fiscal }) }), now).state).toBe('error')
  })
})

test('every problem says what is wrong and ends like a sentence', () => {
  const worst = [
    problemsOf({
      is_test: true,
      secrets: { license_key: 'missing', pin: 'unreadable', carrier_key: 'unreadable' },
      carrier_problem: { kind: 'timeout', detail: 'тиша' },
    }),
    problemsOf({ carrier_problem: { kind: 'key_rejected', detail: '' } }),
    problemsOf({ facts: facts({ carrier: { failure: { kind: 'timeout', detail: 'тиша' }, facts: null } }) }),
    ...(['bad_license_key', 'bad_pin', 'refused', 'timeout'] as const).map(ofFailure),
    ...[
      { cashier: { blocked: true, may_ettn: false, signature_until: inDays(1), signature_ready: false } },
      { cashier: { signature_until: inDays(-1) }, billing: { blocks_at: inDays(1) }, delivery_connected: false },
      { billing: { blocks_at: inDays(-1) }, has_shift: true, shift_opened_at: inDays(-1) },
      { billing: { paid_until: inDays(1) } },
      { billing: { paid_until: inDays(-1) } },
    ].map((changes) => problemsOf({ facts: facts({ fiscal: { failure: null, facts: good(changes) } }) })),
  ].flat()
  expect(new Set(worst.map(({ code }) => code))).toEqual(new Set(registerProblemCodes))
  for (const { detail } of worst) expect(detail).toMatch(/^\p{Lu}.*[^.]\.$/u)
})
