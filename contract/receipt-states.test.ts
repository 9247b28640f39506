import { expect, test } from 'vitest'
import { deadStates, receiptCan, receiptStates, receiptTransitions, type ReceiptState } from './receipt-states.ts'

const statesWhere = (may: (state: ReceiptState) => boolean) => receiptStates.filter((state) => may(state))

test('a receipt holds its order until it is proven that no document exists', () => {
  expect(deadStates).toEqual(['cancelled', 'failed'])
  expect(statesWhere((state) => !receiptCan.hold_the_order(state))).toEqual(['cancelled', 'failed'])
})

test('a person may cancel everything that is neither fiscal nor over', () => {
  expect(statesWhere((state) => !receiptCan.be_cancelled(state))).toEqual(['fiscalized', 'cancelled', 'failed'])
})

test('a person may ask for another look only while the provider has not answered clearly', () => {
  expect(statesWhere(receiptCan.be_rechecked)).toEqual(['unknown', 'attention', 'cancel_unknown'])
})

test('a person may attach a document only to a receipt that needs their attention', () => {
  expect(statesWhere(receiptCan.be_attached)).toEqual(['attention'])
})

test('nothing leads out of what is fiscal, cancelled or failed', () => {
  expect(statesWhere((state) => receiptTransitions[state].length === 0)).toEqual(['fiscalized', 'cancelled', 'failed'])
})

test('only what may have no document at the provider is queued to be sent again', () => {
  expect(statesWhere((state) => receiptTransitions[state].includes('queued'))).toEqual(['sending', 'unknown'])
  expect(statesWhere((state) => receiptTransitions[state].includes('sending'))).toEqual(['queued'])
})

test('only a document that is there can be removed, and then only the provider knows whether it was', () => {
  expect(statesWhere((state) => receiptTransitions[state].includes('cancelling'))).toEqual(['created'])
  expect(statesWhere((state) => receiptTransitions[state].includes('cancel_unknown'))).toEqual(['cancelling'])
})

test('a receipt ends from every state that can still end so', () => {
  const into = (to: ReceiptState) => statesWhere((state) => receiptTransitions[state].includes(to))
  expect(into('fiscalized')).toEqual(['queued', 'unknown', 'attention', 'created', 'cancelling', 'cancel_unknown'])
  expect(into('cancelled')).toEqual(receiptStates.filter((state) => receiptTransitions[state].length > 0))
  expect(into('failed')).toEqual(['sending', 'unknown', 'attention', 'created'])
  expect(into('created')).toEqual(['queued', 'sending', 'unknown', 'attention', 'cancelling', 'cancel_unknown'])
  expect(into('attention')).toEqual(['unknown', 'created', 'cancel_unknown'])
  expect(into('unknown')).toEqual(['queued', 'sending', 'attention'])
})
