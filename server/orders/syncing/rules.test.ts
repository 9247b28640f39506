import { describe, expect, test } from 'vitest'
import { judgeDecision, planSync, sourceOf, syncedTo, type OrderSource } from './rules.ts'

const now = new Date('2026-03-09T12:00:00.000Z')
const minutesAgo = (minutes: number): string => new Date(now.getTime() - minutes * 60_000).toISOString()

describe('a run over the CRM asks for', () => {
  const known = { synced_to: minutesAgo(10), retried_at: minutesAgo(59), succeeded_at: minutesAgo(0) }
  const threeDays = 3 * 24 * 60
  const usual = { updated_from: minutesAgo(15), brings_unreadable: false }
  const everything = { updated_from: null, brings_unreadable: true }
  const old = [{ updated_at: minutesAgo(60) }, { updated_at: minutesAgo(30) }]
  const oldToo = { updated_from: minutesAgo(65), brings_unreadable: true }

  test.each<[string, Parameters<typeof planSync>[0], Parameters<typeof planSync>[1], boolean, unknown]>([
    ['everything the first time', undefined, [], false, everything],
    [
      'everything while no run was whole',
      { synced_to: null, retried_at: null, succeeded_at: null },
      [],
      false,
      everything,
    ],
    ['what changed since the last whole run, and five minutes before', known, [], false, usual],
    [
      'three days more, now and then: the CRM may show a change long after it has dated it',
      { ...known, succeeded_at: minutesAgo(1) },
      [],
      false,
      { updated_from: minutesAgo(15 + threeDays), brings_unreadable: false },
    ],
    [
      'nothing later than now, whatever a clock that was ahead has written',
      { ...known, synced_to: minutesAgo(-600) },
      [],
      false,
      { updated_from: minutesAgo(5), brings_unreadable: false },
    ],
    ['no more when everything could be read, even if a person wants it', known, [], true, usual],
    ['the unreadable not before the hour is over', known, old, false, usual],
    ['the unreadable when a person wants it', known, old, true, oldToo],
    [
      'the unreadable not a millisecond before',
      { ...known, retried_at: minutesAgo(60 - 1 / 60_000) },
      old,
      false,
      usual,
    ],
    ['a single unreadable one too', known, [{ updated_at: minutesAgo(60) }], true, oldToo],
    ['the unreadable when the hour is over', { ...known, retried_at: minutesAgo(60) }, old, false, oldToo],
    ['the unreadable when that was never tried', { ...known, retried_at: null }, old, false, oldToo],
    ['everything when the CRM did not date an unreadable one', known, [...old, { updated_at: null }], true, everything],
  ])('%s', (_what, before, unreadable, retry, expected) => {
    expect(planSync(before, unreadable, { now, retry })).toEqual(expected)
  })
})

describe('a whole run has brought everything up to', () => {
  test.each<[string, string | null, (string | null)[], string | null]>([
    ['nothing, when the CRM told no time at all', null, [], null],
    ['nothing, when it dated none of its orders', null, [null], null],
    ['the newest change the CRM told', minutesAgo(30), [minutesAgo(20), minutesAgo(5), minutesAgo(10)], minutesAgo(5)],
    ['where it was, when nothing newer came', minutesAgo(30), [minutesAgo(40), null], minutesAgo(30)],
    ['its own beginning, exactly', minutesAgo(30), [minutesAgo(0)], minutesAgo(0)],
    ['no later than its beginning', minutesAgo(30), [minutesAgo(-1)], minutesAgo(30)],
    ['its beginning, when all that was told lies ahead of our clock', null, [minutesAgo(-1)], minutesAgo(0)],
  ])('%s', (_what, known, told, expected) => {
    expect(syncedTo(known, told, now)).toBe(expected)
  })
})

const crmOf = (fingerprint: string) => ({ fingerprint, host: `${fingerprint}.example` })
const aSource = (id: number, crm: string | null, changes: Partial<OrderSource> = {}): OrderSource => ({
  id,
  crm: crm === null ? null : crmOf(crm),
  decided: null,
  decided_against: null,
  ...changes,
})

describe('the orders of the present CRM are', () => {
  test.each<[string, OrderSource[], string | null, number | null]>([
    ['the first source, when no CRM was ever remembered', [aSource(1, null)], 'a', 1],
    ['those that this CRM gave before', [aSource(1, 'a')], 'a', 1],
    ['those that this CRM gave before another one', [aSource(2, 'b'), aSource(1, 'a')], 'a', 1],
    ['not known, when another one gave those that are there', [aSource(1, 'a')], 'b', null],
    ['those read last, where the CRM has no identity', [aSource(2, 'b'), aSource(1, 'a')], null, 2],
    ['the first source, where no CRM has an identity', [aSource(1, null)], null, 1],
  ])('%s', (_what, known, present, expected) => {
    expect(sourceOf(known, present === null ? null : crmOf(present))?.id ?? null).toBe(expected)
  })
})

describe('a decision about the CRM «b» instead of «a» is', () => {
  const same = { decision: 'same', present: 'b', before: 'a' } as const
  const asNew = { ...same, decision: 'new' } as const
  const moved = [aSource(1, 'b', { decided: 'same', decided_against: 'a' })]
  const parted = [aSource(2, 'b', { decided: 'new', decided_against: 'a' }), aSource(1, 'a')]

  test.each<[string, OrderSource[], string | null, Parameters<typeof judgeDecision>[2], unknown]>([
    ['taken', [aSource(1, 'a')], 'b', same, null],
    ['taken, that it is another shop', [aSource(1, 'a')], 'b', asNew, null],
    ['taken, also where a third one was read before', [aSource(3, 'c'), aSource(1, 'a')], 'b', same, null],
    ['given already, as the same shop', moved, 'b', same, 'already'],
    ['given already, as another shop', parted, 'b', asNew, 'already'],
    ['refused, when it was said to be another shop', parted, 'b', same, 'crm.nothing_to_decide'],
    ['refused, when it was said to be the same shop', moved, 'b', asNew, 'crm.nothing_to_decide'],
    [
      'refused, when it was given about another one before',
      moved,
      'b',
      { ...same, before: 'c' },
      'crm.nothing_to_decide',
    ],
    ['refused, where no CRM was remembered', [aSource(1, null)], 'b', same, 'crm.nothing_to_decide'],
    ['refused, where the orders are of this CRM', [aSource(1, 'b')], 'b', same, 'crm.nothing_to_decide'],
    ['refused, when a third one is present', [aSource(1, 'a')], 'c', same, 'crm.other_meanwhile'],
    ['refused, when none with an identity is present', [aSource(1, 'a')], null, same, 'crm.other_meanwhile'],
    ['refused, when the orders are of a third one', [aSource(1, 'c')], 'b', same, 'crm.other_meanwhile'],
  ])('%s', (_what, known, present, decision, expected) => {
    expect(judgeDecision(known, present === null ? null : crmOf(present), decision)).toBe(expected)
  })
})
