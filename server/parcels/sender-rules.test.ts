import { describe, expect, test } from 'vitest'
import type { CarrierFailure, ParcelStatus } from '#/server/integrations/carrier/carrier-client.ts'
import { doubtAbout, whyNotOurSuccessor } from './sender-problems.ts'
import { countAnswers, failureOfKey, isSuspect, registerOf, senderOf } from './sender-rules.ts'

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
  made_at: null,
  successor: null,
}
const failure = (kind: CarrierFailure['kind']): CarrierFailure => ({ kind, detail: '', retry_after_seconds: null })

describe('what one key shows of the sender', () => {
  test.each([
    ['owner', 'it is a phone of the key’s owner', {}, ['380500000000', '380671112233']],
    ['shown', 'it is another phone', {}, ['380500000000']],
    ['shown', 'no phone can be read', { sender_phone: null }, ['380671112233']],
    ['shown', 'the phones of the owner are not known', {}, null],
    ['not_shown', 'the carrier hides it', { own: false }, ['380671112233']],
  ] as const)('%s, when %s', (expected, _when, changes, phones) => {
    expect(senderOf({ ...said, ...changes }, phones)).toBe(expected)
  })
})

describe('whose parcel it is, after the keys', () => {
  const [one, other] = [
    { id: 'one', name: 'Перша', is_owner: false },
    { id: 'other', name: 'Друга', is_owner: false },
  ]

  test('the register’s whose key alone is shown the sender, once every key has answered', () => {
    expect([registerOf([one], true), registerOf([one], false)]).toEqual(['one', null])
  })

  test('of several, the one’s whose owner has the phone of the sender; that decides at once', () => {
    const owner = { ...other, is_owner: true }
    expect([registerOf([one, owner], false), registerOf([owner], false)]).toEqual(['other', 'other'])
  })

  test('nobody’s, when no key is shown it or no phone decides', () => {
    expect([registerOf([], true), registerOf([one, other], true)]).toEqual([null, null])
  })

  test('a doubt names the registers, and says only what is so', () => {
    expect(doubtAbout([one, other], new Date(0)).detail).toContain('за ключами кількох кас («Перша», «Друга»)')
    expect(doubtAbout([one], new Date(0)).detail).toContain('ключі інших кас відповіли не всі')
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

test('a person is told of a successor whose sender is hidden', () => {
  const at = new Date('2026-03-09T12:00:00.000Z')
  expect(whyNotOurSuccessor(false, '20450000000002', at)).toMatchObject({
    kind: 'successor_not_ours',
    detail: expect.stringContaining('20450000000002'),
    since: at.toISOString(),
  })
  expect(whyNotOurSuccessor(true, '20450000000002', at)).toBeNull()
})
