import { describe, expect, test } from 'vitest'
import type { EttnDocument } from '#/server/integrations/fiscal/ettn-client.ts'
import { failureOf } from '#/server/integrations/fiscal/failure-words.ts'
import { eventOfFound, eventOfOutcome } from './event-of-outcome.ts'

const attempt = 7
const problem = { code: 'receipt.foreign', detail: 'За ТТН у Checkbox є інший чек.' }
const document: EttnDocument = {
  id: 'document',
  ttn: '20450000000001',
  amount: 120_000,
  register_fiscal_number: '4000000001',
  relation_id: null,
  status: 'waiting',
  raw_status: 'CREATED',
  created_at: '2026-03-09T08:00:00.000Z',
  receipt_id: null,
  return_receipt_id: null,
  is_copy_undelivered: false,
  error: null,
}

describe('the answer to a send', () => {
  test('with a document is believed, and names the document', () => {
    expect(eventOfOutcome({ kind: 'positive', document }, attempt, 0)).toEqual({
      type: 'sent_positive',
      attempt,
      provider_id: 'document',
    })
  })

  test('that surely stored nothing ends the try, and says so to a person', () => {
    const failure = failureOf('refused', 'Накладну не знайдено')
    expect(eventOfOutcome({ kind: 'refused', failure, code: null }, attempt, 0)).toMatchObject({
      type: 'sent_refused',
      attempt,
      problem: { code: 'receipt.refused', detail: expect.stringContaining('Накладну не знайдено.') },
    })
  })

  test('that the shift is closed costs no try, up to five times: the shift may close between its opening and the send', () => {
    const failure = failureOf('refused', 'Зміну не відкрито')
    const types = [0, 4, 5, 6].map(
      (voided) => eventOfOutcome({ kind: 'refused', failure, code: 'shift.not_opened' }, attempt, voided).type,
    )
    expect(types).toEqual(['not_sent', 'not_sent', 'sent_refused', 'sent_refused'])
    expect(eventOfOutcome({ kind: 'refused', failure, code: 'shift.not_opened' }, attempt, 0)).toEqual({
      type: 'not_sent',
      attempt,
    })
    // Any other refusal is one, however few permits were void.
    const other = eventOfOutcome({ kind: 'refused', failure, code: 'receipt.invalid' }, attempt, 0)
    expect(other.type).toBe('sent_refused')
  })

  test('whose meaning is not known is looked into before anybody believes that there is no document', () => {
    const failure = failureOf('refused', 'Невідома помилка')
    expect(eventOfOutcome({ kind: 'answered', failure, code: 'shift.not_opened' }, attempt, 0)).toMatchObject({
      type: 'sent_answered',
      attempt,
      problem: { code: 'receipt.refused' },
    })
  })

  test('that never came, or says that such a document exists, is never taken for a no', () => {
    const unclear = {
      kind: 'ambiguous',
      failure: failureOf('timeout', 'Checkbox не відповів вчасно'),
      retry_after_seconds: null,
      misconfigured: false,
    } as const
    expect(eventOfOutcome({ ...unclear, already_exists: false }, attempt, 0)).toMatchObject({
      type: 'sent_ambiguous',
      attempt,
      problem: { code: 'receipt.timeout' },
    })
    expect(eventOfOutcome({ ...unclear, already_exists: true }, attempt, 0)).toMatchObject({
      type: 'sent_exists',
      attempt,
      problem: { code: 'receipt.told_exists' },
    })
  })

  test('is none when nothing was sent: the permit is void', () => {
    const outcome = { kind: 'not_sent', failure: failureOf('permit_over', 'час минув') } as const
    expect(eventOfOutcome(outcome, attempt, 0)).toEqual({ type: 'not_sent', attempt })
  })
})

describe('a document that was there before anything was sent', () => {
  test.each([
    { kind: 'waiting', provider_id: 'document' },
    { kind: 'fiscal', provider_id: 'document', fiscal_receipt_id: null },
    { kind: 'receipt_error', provider_id: 'document', problem },
  ] as const)('and is $kind is the receipt’s own: nothing is sent beside it', (finding) => {
    expect(eventOfFound(finding, attempt)).toEqual({ type: 'sent_positive', attempt, provider_id: 'document' })
  })

  test('and was cancelled is not made again: the person who cancelled it did not want it', () => {
    expect(eventOfFound({ kind: 'only_cancelled' }, attempt)).toMatchObject({
      type: 'sent_answered',
      attempt,
      problem: { code: 'receipt.cancelled_outside' },
    })
  })

  test('and can never become fiscal ends the receipt with the reason', () => {
    expect(eventOfFound({ kind: 'ended', problem }, attempt)).toEqual({ type: 'sent_refused', attempt, problem })
  })

  test.each(['several', 'foreign'] as const)('and is in the way (%s) stops the send and goes to a person', (kind) => {
    expect(eventOfFound({ kind, problem, provider_ids: ['theirs'] }, attempt)).toEqual({
      type: 'stopped',
      attempt,
      problem,
    })
  })
})
