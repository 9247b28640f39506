import { expect, test } from 'vitest'
import { receiptEventWords, receiptSentence, receiptStateWords, receiptWord } from '#/contract/receipt-words.ts'
import { receiptStates } from '#/contract/receipt-states.ts'
import type { ReceiptEventType } from './machine/facts.ts'

/** Does not compile when the machine knows an event that has no words. */
const told: Record<ReceiptEventType | 'requested', unknown> = receiptEventWords

test('every event is told in a Ukrainian sentence, whatever it led to', () => {
  for (const event of Object.keys(told)) {
    for (const from_state of [null, ...receiptStates]) {
      for (const to_state of receiptStates) {
        const text = receiptSentence({ event, kind: 'ettn', from_state, to_state, details: {} })
        expect(text).toMatch(/^(Checkbox|[А-ЯҐЄІЇ])/)
        expect(text).not.toMatch(/_|undefined/)
      }
    }
  }
})

test('a sentence says whose it is and why', () => {
  const step = { event: 'sent_refused', from_state: 'sending', to_state: 'failed' }
  const details = { problem: { code: 'x', detail: 'Накладну не знайдено.' } }
  expect(receiptSentence({ ...step, kind: 'ettn', details })).toBe(
    'Checkbox відмовився створити чек. Накладну не знайдено.',
  )
  expect(receiptSentence({ ...step, kind: 'prepayment', details: {} })).toBe(
    'Передоплата. Checkbox відмовився створити чек',
  )
})

test('a returned receipt is called so, whatever its state', () => {
  expect(receiptWord({ state: 'fiscalized', returned_at: null })).toBe('Фіскалізовано')
  expect(receiptWord({ state: 'fiscalized', returned_at: '2026-03-09T07:05:00.000Z' })).toBe('Повернено')
  expect(new Set(Object.values(receiptStateWords)).size).toBe(receiptStates.length)
})
