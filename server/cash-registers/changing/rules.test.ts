import { describe, expect, test } from 'vitest'
import { changesOf, isSameName, standingAfter, whyNotDelete } from './rules.ts'

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

describe('which register is the default', () => {
  const [first, second, idle] = [
    { active: true, is_default: true },
    { active: true, is_default: false },
    { active: false, is_default: false },
  ]

  test('is never one that is not active', () => {
    const refused = { ok: false, refusal: 'register.not_active' }
    expect(standingAfter(idle, { is_default: true }, [first])).toEqual(refused)
    expect(standingAfter(second, { active: false, is_default: true }, [first])).toEqual(refused)
    expect(standingAfter(idle, { active: true, is_default: true }, [first])).toEqual({ ok: true, standing: first })
  })

  test('changes by naming another, not by giving it up', () => {
    const refused = { ok: false, refusal: 'register.is_default' }
    expect(standingAfter(first, { is_default: false }, [second])).toEqual(refused)
    expect(standingAfter(first, { is_default: false }, [])).toEqual(refused)
    expect(standingAfter(first, { active: false }, [idle, second])).toEqual(refused)
    expect(standingAfter(second, { is_default: true }, [first])).toEqual({ ok: true, standing: first })
    expect(standingAfter(second, { is_default: false }, [first])).toEqual({ ok: true, standing: second })
  })

  test('stays it through every edit that does not speak of it', () => {
    expect(standingAfter(first, {}, [second])).toEqual({ ok: true, standing: first })
    expect(standingAfter(first, { active: true }, [second, idle])).toEqual({ ok: true, standing: first })
  })

  test('is none once the last active one rests', () => {
    expect(standingAfter(first, { active: false }, [])).toEqual({ ok: true, standing: idle })
    expect(standingAfter(first, { active: false }, [idle])).toEqual({ ok: true, standing: idle })
  })

  test('is the first active one unasked, and no second one', () => {
    expect(standingAfter(idle, { active: true }, [])).toEqual({ ok: true, standing: first })
    expect(standingAfter(idle, { active: true }, [idle])).toEqual({ ok: true, standing: first })
    expect(standingAfter(idle, { active: true }, [first, second])).toEqual({ ok: true, standing: second })
    expect(standingAfter(idle, {}, [])).toEqual({ ok: true, standing: idle })
  })

  test('may be deleted only when it is the last active one', () => {
    expect(whyNotDelete(first, [idle, second], false)).toBe('register.is_default')
    expect(whyNotDelete(first, [idle], false)).toBeNull()
    expect(whyNotDelete(first, [], false)).toBeNull()
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

test('the audit entry of an edit names exactly what changed, before and after', () => {
  const before = { name: 'Основна', payment_label: 'Післяплата', tax_codes: ['8'], active: true }
  expect(changesOf(before, { ...before, tax_codes: ['8'] })).toEqual({})
  expect(changesOf(before, { name: 'Друга', payment_label: 'NovaPay', tax_codes: ['8', '7'], active: false })).toEqual({
    name: { before: 'Основна', after: 'Друга' },
    payment_label: { before: 'Післяплата', after: 'NovaPay' },
    tax_codes: { before: ['8'], after: ['8', '7'] },
    active: { before: true, after: false },
  })
})
