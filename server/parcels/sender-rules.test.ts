import { describe, expect, test } from 'vitest'
import type { CarrierFailure, ParcelStatus } from '#/server/integrations/carrier/carrier-client.ts'
import { whyNotBound, whyNotOurSuccessor } from './sender-problems.ts'
import { countAnswers, failureOfKey, isSuspect, senderOf } from './sender-rules.ts'

const said: ParcelStatus = {
  ttn: '20450000000001',
  status_code: 5,
  status_text: 'Прямує',
  own: true,
  sender_phone: '380671112233',
  cod_amount: null,
  cod_kind: null,
  paid: false,
  received_at: null,
  successor: null,
}
const failure = (kind: CarrierFailure['kind']): CarrierFailure => ({ kind, detail: '', retry_after_seconds: null })

describe('whose parcel it is, seen with one key', () => {
  test.each([
    ['owner', 'its sender has a phone of the owner', {}, ['380500000000', '380671112233']],
    ['somebody_else', 'its sender has another phone', {}, ['380500000000']],
    ['somebody_else', 'no phone of the sender can be read', { sender_phone: null }, ['380671112233']],
    ['unproven', 'the phones of the owner are not known', {}, null],
    ['unproven', 'the owner has no phone', {}, []],
    ['not_shown', 'the carrier does not show the sender', { own: false }, ['380671112233']],
  ] as const)('%s, when %s', (expected, _when, changes, phones) => {
    expect(senderOf({ ...said, ...changes }, phones)).toBe(expected)
  })
})

test('only parcels that are anywhere speak for a key', () => {
  const parcels = [said, { ...said, own: false }, { ...said, status_code: 3 }, { ...said, status_code: null }]
  expect(countAnswers(parcels)).toEqual({ real: 2, own: 1 })
})

describe('a failure is the fault of the key or the carrier', () => {
  test.each([
    ['the key was rejected', 'key_rejected', 1, true],
    ['nobody answered', 'timeout', 0, true],
    ['nonsense came and nothing else', 'bad_answer', 0, true],
    ['nonsense came for one TTN among good answers', 'bad_answer', 1, false],
    ['the answer had no records in it', 'no_records', 0, false],
  ] as const)('when %s (%s, %i real answers): %s', (_when, kind, real, expected) => {
    expect(failureOfKey({ real, failure: failure(kind) })).toEqual(expected ? failure(kind) : null)
  })

  test('not when there is none', () => {
    expect(failureOfKey({ real: 1, failure: null })).toBeNull()
  })
})

describe('a key is asked about itself', () => {
  const answers = { asked: 3, real: 1, own: 0, failure: null }
  test.each([
    ['every parcel bound to it is masked', answers, true, true],
    ['one of them is shown', { ...answers, own: 1 }, true, false],
    ['none of them is anywhere', { ...answers, real: 0 }, true, false],
    ['the masked parcels were never bound to it', answers, false, false],
    ['the only TTN brought nonsense', { ...answers, asked: 1, failure: failure('bad_answer') }, false, true],
    ['one of several brought nonsense', { ...answers, failure: failure('bad_answer') }, true, false],
    ['nobody answered about the only TTN', { ...answers, asked: 1, failure: failure('timeout') }, true, false],
  ])('when %s: the last word says whether', (_when, given, are_bound, expected) => {
    expect(isSuspect(given, are_bound)).toBe(expected)
  })
})

describe('a person is told why a parcel is not taken for ours', () => {
  const at = new Date('2026-03-09T12:00:00.000Z')
  const since = at.toISOString()

  test('with the register or the TTN it is about', () => {
    expect(whyNotBound('somebody_else', 'Основна', at)).toMatchObject({ kind: 'other_sender', since })
    expect(whyNotBound('unproven', 'Основна', at)).toMatchObject({ kind: 'sender_unproven', since })
    expect(whyNotBound('unproven', 'Основна', at)?.detail).toContain('«Основна»')
    for (const sender of ['somebody_else', 'not_shown'] as const)
      expect(whyNotOurSuccessor(sender, '20450000000002', at)).toMatchObject({ kind: 'successor_not_ours', since })
    expect(whyNotOurSuccessor('not_shown', '20450000000002', at)?.detail).toContain('20450000000002')
  })

  test('and nothing when nothing speaks against it', () => {
    expect([whyNotBound('owner', 'Основна', at), whyNotBound('not_shown', 'Основна', at)]).toEqual([null, null])
    expect(whyNotOurSuccessor('owner', '20450000000002', at)).toBeNull()
    expect(whyNotOurSuccessor('unproven', '20450000000002', at)).toBeNull()
  })
})
