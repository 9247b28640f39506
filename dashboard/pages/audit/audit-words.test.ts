import { describe, expect, test } from 'vitest'
import { auditEntries, type AuditItem } from '#/contract/audit.ts'
import { formatMoney } from '#/contract/money.ts'
import { receiptEventWords } from '#/contract/receipt-words.ts'
import { plainWords } from './audit-pieces.ts'
import { auditSentence, isAuditAction } from './audit-words.ts'
import { byDay } from './by-day.ts'

const order = { id: '018f0000-0000-7000-8000-000000000001', number: '84201' }
const receipt = { kind: 'ettn', amount: 65_100 } as const
const entry = (action: AuditItem['action'], given: Partial<AuditItem> = {}): AuditItem => ({
  id: '018f0000-0000-7000-8000-000000000002',
  at: '2026-03-09T12:05:00.000Z',
  actor: null,
  action,
  subject: { type: 'receipt', id: '018f0000-0000-7000-8000-000000000003' },
  details: {},
  address: null,
  ...given,
})
const said = (item: AuditItem): string => plainWords(auditSentence(item)).replaceAll('\u00a0', ' ')

describe('a line of the audit', () => {
  test.each(Object.keys(receiptEventWords))('about a receipt names its sum and its order: %s', (event) => {
    for (const [from, to] of [
      ['sending', 'created'],
      ['unknown', 'unknown'],
      ['cancelling', 'cancelled'],
      ['queued', 'attention'],
    ]) {
      const details = { order_id: order.id, event, from, to, attempt: 1 }
      const sentence = said(entry('receipt.moved', { details, order, receipt }))
      expect(sentence).toMatch(new RegExp(`чек(?:а|у|ом)? на ${sumOf(65_100)} за замовлення № 84201`, 'i'))
      expect(sentence).toMatch(/^\p{Lu}/u)
    }
  })

  test('about an advance says so', () => {
    const details = { order_id: order.id, event: 'sent_positive', from: 'sending', to: 'fiscalized', attempt: 1 }
    const advance = { kind: 'prepayment', amount: 30_000 } as const
    expect(said(entry('receipt.moved', { details, order, receipt: advance }))).toBe(
      `Checkbox створив чек передоплати на ${sumOf(30_000)} за замовлення № 84201`,
    )
  })

  test('leads to the order by the words that name it', () => {
    const pieces = auditSentence(entry('order.deleted', { subject: { type: 'order', id: order.id }, order }))
    expect(pieces).toEqual(['Приховано ', { leads: 'order', words: 'замовлення №\u00a084201' }])
  })

  test('of before, whose order nobody knows any more, is a sentence all the same', () => {
    expect(said(entry('receipt.copy_sent', { details: { by: 'sms' } }))).toBe(
      'Покупцеві надіслано копію чека за замовлення в SMS',
    )
    expect(said(entry('register.edited', { details: { secrets: ['pin'] } }))).toBe('Змінено касу: PIN-код')
    expect(said(entry('user.edited'))).toBe('Змінено користувача')
  })

  test('calls a register and a person by name', () => {
    expect(said(entry('register.checked', { subject_name: 'ФОП Їжак', details: { problems: [] } }))).toBe(
      'Касу «ФОП Їжак» перевірено: усе гаразд',
    )
    expect(said(entry('user.password_reset', { subject_name: 'Соломія', details: { sessions_ended: 1 } }))).toBe(
      'Пароль користувача «Соломія» скинуто, завершено 1 сеанс',
    )
  })

  test.each(Object.keys(auditEntries).filter(isAuditAction))('begins with a capital: %s', (action) => {
    const [day, from, to] = ['2026-03-09', '2026-03-01', '2026-03-31']
    const details = { made_at: '2026-03-09T12:05:00.000Z', event: 'found_fiscal', day, from, to }
    expect(said(entry(action, { details }))).toMatch(/^\p{Lu}/u)
  })
})

test('the audit log is told day by day, by the clock of Kyiv', () => {
  const at = (time: string) => entry('auth.logged_out', { id: time, at: time })
  const entries = [
    at('2026-03-09T22:05:00.000Z'),
    at('2026-03-09T21:55:00.000Z'),
    at('2026-03-09T08:00:00.000Z'),
    at('2026-03-01T08:00:00.000Z'),
  ]
  const days = byDay(entries, new Date('2026-03-10T10:00:00.000Z'))
  expect(days.map(({ title, entries: ofDay }) => [title, ofDay.length])).toEqual([
    ['Сьогодні, 10 березня 2026 р.', 1],
    ['Учора, 9 березня 2026 р.', 2],
    ['1 березня 2026 р.', 1],
  ])
})

function sumOf(kopiykas: number): string {
  return formatMoney(kopiykas).replaceAll('\u00a0', ' ')
}
