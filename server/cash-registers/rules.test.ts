import { describe, expect, test } from 'vitest'
import type { RegisterCheck } from '#/server/integrations/fiscal/fiscal-client.ts'
import { factsAfter, isDueForCheck, isSameName, standingAfter, testAfter, whyNotDelete } from './rules.ts'

const flags = [true, false] as const
const wishes = [true, false, undefined] as const
const standings = [
  { active: true, is_default: true },
  { active: true, is_default: false },
  { active: false, is_default: false },
]

describe('whatever is asked of a register beside any others', () => {
  /** Before the change all was well: one default if any is active, none otherwise. */
  const cases = standings.flatMap((register) =>
    [[], ...standings.map((one) => [one]), ...standings.flatMap((one) => standings.map((two) => [one, two]))]
      .filter((others) => {
        const all = [register, ...others]
        return all.filter(({ is_default }) => is_default).length === (all.some(({ active }) => active) ? 1 : 0)
      })
      .flatMap((others) =>
        wishes.flatMap((active) => wishes.map((is_default) => ({ register, others, wanted: { active, is_default } }))),
      ),
  )

  test('one is the default if any is active, and what is granted is as it was asked for', () => {
    for (const given of cases) {
      const { register, others, wanted } = given
      const outcome = standingAfter(register, wanted, others)
      const after = outcome.ok ? outcome.standing : register
      const isTaken = outcome.ok && after.is_default && !register.is_default
      const rest = others.map(({ active, is_default }) => ({ active, is_default: is_default && !isTaken }))
      const all = [after, ...rest]
      const defaults = all.filter(({ is_default }) => is_default)
      const isAsAsked = after.active === (wanted.active ?? register.active)
      const hasDefault = wanted.is_default !== true || after.is_default
      expect(
        {
          defaults: defaults.length,
          idle: defaults.filter(({ active }) => !active).length,
          kept: !outcome.ok || (isAsAsked && hasDefault),
        },
        JSON.stringify(given),
      ).toEqual({ defaults: all.some(({ active }) => active) ? 1 : 0, idle: 0, kept: true })
    }
  })

  test('most of it is granted', () => {
    const granted = cases.filter(({ register, others, wanted }) => standingAfter(register, wanted, others).ok)
    expect(granted.length).toBeGreaterThan(cases.length / 2)
  })
})

test.each(flags.flatMap((is_default) => flags.flatMap((other) => flags.map((live) => ({ is_default, other, live })))))(
  'deleting with $is_default, another active $other, live receipts $live',
  ({ is_default, other, live }) => {
    const refusal = whyNotDelete({ active: true, is_default }, [{ active: other, is_default: false }], live)
    const expected = live ? 'register.has_live_receipts' : is_default && other ? 'register.is_default' : null
    expect(refusal).toBe(expected)
  },
)

test('names that read the same are the same', () => {
  expect(isSameName('ФОП  Їжак ', 'фоп їжак')).toBe(true)
  expect(isSameName('ФОП и\u0306од', 'фоп йод')).toBe(true)
  expect(isSameName('ФОП Їжак', 'ФОП Іжак')).toBe(false)
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

  test('whether it is a test register is only unlearned when the provider says so', () => {
    expect(testAfter(null, gone)).toBeNull()
    expect(testAfter(true, gone)).toBe(true)
    expect(testAfter(true, { ...gone, is_test: false })).toBe(false)
    expect(testAfter(true, null)).toBe(true)
  })
})

describe('it is time to look again', () => {
  const now = new Date('2026-03-09T12:00:00.000Z')
  const hoursAgo = (hours: number) => new Date(now.getTime() - hours * 3_600_000).toISOString()
  const facts = { fiscal: null, carrier: null }
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
    [{ active: true, checked_at: hoursAgo(24.01), facts }, true],
    [{ active: true, checked_at: hoursAgo(0), facts: factsAfter(null, gone, null) }, true],
    [{ active: true, checked_at: hoursAgo(0), facts: null }, true],
    [{ active: true, checked_at: hoursAgo(0), facts, provider_silence: { failures: 1 } }, true],
    [{ active: true, checked_at: hoursAgo(0), facts, may_be_mended: true }, true],
    [{ active: false, checked_at: hoursAgo(0), facts, may_be_mended: true }, false],
    // Midnight in Kyiv was 14 hours ago.
    [{ active: true, checked_at: hoursAgo(13), facts: withShift(true) }, false],
    [{ active: true, checked_at: hoursAgo(15), facts: withShift(true) }, true],
    [{ active: true, checked_at: hoursAgo(15), facts: withShift(false) }, false],
  ])('%j: %s', (register, isDue) => {
    expect(isDueForCheck({ provider_silence: null, may_be_mended: false, ...register }, now)).toBe(isDue)
  })
})
