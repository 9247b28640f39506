import { expect, test } from 'vitest'
import { errors } from '#/contract/errors.ts'
import { formatMoney } from '#/contract/money.ts'
import { receiptStates, type ReceiptState } from '#/contract/receipt-states.ts'
import type { Batch } from '../api/receipts.ts'
import { countOutcomes, groupRows, retryable, toRows } from './bulk/batch-report.ts'
import { batchTally, doneOf } from './bulk/batch-words.ts'
import { cancelPlan } from './receipt-dialogs/cancel-plan.ts'
import { failureWords } from './receipt/failure-words.ts'
import { mismatchAdvice } from './receipt-dialogs/mismatch-advice.ts'
import { readPrepayment } from './receipt-dialogs/prepayment-amount.ts'
import { receiptStory } from './receipt/receipt-story.ts'
import { refusalWord } from './bulk/refusal-words.ts'
import { csvName, toReportCsv } from './bulk/report-csv.ts'
import { titleFor } from './receipt-dialogs/title-for.ts'
import { parseMoney } from '../words/parse-money.ts'
import { refusedProblem } from '#/server/receipts/machine/problem-words.ts'

test.each([
  ['150', 15_000],
  ['150,5', 15_050],
  ['150.50', 15_050],
  ['150,', 15_000],
  ['1,15', 115],
  ['4,35', 435],
  ['1 234,50', 123_450],
  ['1\u00a0234,50\u00a0₴', 123_450],
  ['0', 0],
  ['0,01', 1],
  ['12 грн', 1200],
  ['', null],
  ['-5', null],
  ['1,234', null],
  ['1.2.3', null],
  ['сто', null],
  ['1e3', null],
  ['99999999999', null],
])('U20: «%s» is %s kopiykas', (typed, kopiykas) => {
  expect(parseMoney(typed)).toBe(kopiykas)
})

test('U20: a prepayment is more than nothing and less than everything, and says so', () => {
  expect(readPrepayment('150,5', 20_000)).toEqual({ amount: 15_050, problem: null })
  expect(readPrepayment('', 20_000).problem).toBe('Введіть суму передоплати.')
  expect(readPrepayment('багато', 20_000).problem).toContain('150.50')
  expect(readPrepayment('0', 20_000).problem).toContain('більшою за нуль')
  expect(readPrepayment('199,99', 20_000).amount).toBe(19_999)
  expect(readPrepayment('200', 20_000).problem).toContain('меншою за суму замовлення, 200,00\u00a0₴')
  expect(readPrepayment('201', 20_000).problem).toContain('меншою за суму замовлення')
})

const receipt = { returned_at: null, cancel_requested: false, prepayment: null }
const prepayment = {
  amount: 30_000,
  payment: 'cashless',
  fiscal_code: null,
  receipt_url: null,
  returned_at: null,
} as const

test.each<[ReceiptState, boolean, string]>([
  ['queued', true, 'просто вийде з черги'],
  ['sending', true, 'щойно Checkbox підтвердить'],
  ['unknown', true, 'щойно Checkbox підтвердить'],
  ['attention', true, 'щойно Checkbox підтвердить'],
  ['created', true, 'буде видалено в Checkbox'],
  ['cancelling', false, 'вже триває'],
  ['cancel_unknown', false, 'вже триває'],
  ['fiscalized', false, 'можливе лише повернення'],
  ['cancelled', false, 'Скасовувати немає чого'],
  ['failed', false, 'Скасовувати немає чого'],
])('U19: cancelling a receipt that is %s (possible: %s): «%s»', (state, possible, words) => {
  const plan = cancelPlan({ ...receipt, state })
  expect(plan.possible).toBe(possible)
  expect(plan.happens).toContain(words)
  expect(plan.stays).toBeNull()
})

test('U19: cancelling the receipt of a parcel that is paid for says so, and promises no payment to come', () => {
  const { possible, happens } = cancelPlan({ ...receipt, state: 'created' }, true)
  expect(possible).toBe(true)
  expect(happens).toContain('Посилку вже оплачено')
  expect(happens).not.toMatch(/доки посилку не оплачено|усе ж заплатить/)
  expect(cancelPlan({ ...receipt, state: 'queued' }, true).happens).toContain('просто вийде з черги')
})

test('U39: in the report the receipt of a parcel that is paid for waits for no payment', () => {
  const order = { number: '1', ttn: null, recipient: { name: 'Олена' }, total: 1, parcel: null }
  const told = (parcel: { paid: boolean; group: null } | null) =>
    toReportCsv(toRows(batch(['created'], [])), new Map([['order 0', { ...order, parcel }]]))
  expect(told(null)).toContain(';Очікує оплати;')
  expect(told({ paid: true, group: null })).toContain(';Очікує фіскалізації;')
})

test('U19: of a chain only the rest can be cancelled once the prepayment is fiscal', () => {
  const fiscal = cancelPlan({ ...receipt, state: 'created', prepayment: { ...prepayment, state: 'fiscalized' } })
  expect(fiscal.stays).toContain('буде скасовано лише чек на залишок')
  const waiting = cancelPlan({ ...receipt, state: 'queued', prepayment: { ...prepayment, state: 'queued' } })
  expect(waiting.stays).toContain('Разом із ним буде скасовано й чек передоплати на 300,00\u00a0₴')
})

test('U19: what is asked for already, or returned, is not offered again', () => {
  expect(cancelPlan({ ...receipt, state: 'unknown', cancel_requested: true })).toMatchObject({ possible: false })
  expect(cancelPlan({ ...receipt, state: 'fiscalized', returned_at: '2026-03-09T07:05:00Z' }).happens).toContain(
    'вже оформлено повернення'.slice(1),
  )
})

test('U19: the title says which receipt', () => {
  expect(titleFor('Скасувати чек', { ttn: '20450000004821', number: '7' })).toBe(
    'Скасувати чек за ТТН\u00a0…\u20604821?',
  )
  expect(titleFor('Створити чек', { ttn: null, number: '7' })).toBe('Створити чек за замовлення №\u00a07?')
})

const told = { returned_at: null, fiscalized_at: null, cancel_requested: false, problem: null }

test('U17: a doubt is told as work, with its attempt and since when', () => {
  const at = (time: string, state: ReceiptState) => ({ at: `2026-03-09T${time}:00Z`, state })
  const events = [at('11:50', 'unknown'), at('12:00', 'queued'), at('12:05', 'unknown'), at('12:07', 'unknown')]
  expect(receiptStory({ ...told, state: 'unknown' }, { attempt: 2, events })).toBe(
    'Перевіряємо в Checkbox · спроба 2 · з 14:05. Чек не дублюватиметься. Повторювати не потрібно.',
  )
  expect(receiptStory({ ...told, state: 'unknown' }, null)).toBe(
    'Перевіряємо в Checkbox. Чек не дублюватиметься. Повторювати не потрібно.',
  )
})

test('every state has its own sentence', () => {
  const sentences = receiptStates.map((state) => receiptStory({ ...told, state }, null))
  expect(new Set(sentences).size).toBe(receiptStates.length)
  expect(receiptStory({ ...told, state: 'created', cancel_requested: true }, null)).toContain(
    'Запит на скасування прийнято',
  )
  expect(receiptStory({ ...told, state: 'fiscalized', fiscalized_at: '2026-03-09T12:05:00Z' }, null)).toBe(
    'Чек фіскалізовано 9 березня 2026 р. о 14:05.',
  )
  expect(receiptStory({ ...told, state: 'fiscalized', returned_at: '2026-03-09T12:05:00Z' }, null)).toContain(
    'повернення',
  )
})

test('a sum that does not match is first asked about as an advance, and only then as a discount', () => {
  const advice = mismatchAdvice(120_000, 115_000)
  expect(advice).toContain(`різницю ${formatMoney(5_000)} вже сплачено`)
  expect(advice.indexOf('передоплату')).toBeLessThan(advice.indexOf('знижку'))
  expect(mismatchAdvice(115_000, 120_000)).not.toMatch(/передоплат|знижк/)
})

test('U18: a refusal has a reason of ours, the provider’s own words and what to mend', () => {
  const problem = refusedProblem({ kind: 'refused', detail: 'Checkbox не прийняв запиту: «Каса не оплачена»' })
  expect(problem.said).toBe('Checkbox не прийняв запиту: «Каса не оплачена».')
  expect(problem.detail).toBe(`${problem.said} Чек не створено. Виправте причину й створіть чек ще раз.`)
  expect(failureWords(problem.code).remedy).toBe('order')
  expect(failureWords('receipt.bad_pin')).toMatchObject({ remedy: 'register' })
  expect(failureWords('receipt.exhausted').fix).toContain('не буде другим')
})

test('U25: every refusal of a receipt has a short word', () => {
  const mayRefuse = Object.keys(errors).filter(
    (code) =>
      code.startsWith('receipt.') &&
      !/fiscal|recheck|attach|adopt|given_up|sums_|document|orphan|too_large|batch|not_found|copy_/.test(code),
  )
  expect(mayRefuse.length).toBeGreaterThan(12)
  expect(mayRefuse.filter((code) => refusalWord(code) === 'інша причина')).toEqual([])
})

const problem = { code: 'receipt.refused', detail: 'Checkbox не прийняв.' }
const batch = (states: readonly ReceiptState[], refusedCodes: readonly string[], finished = true): Batch => ({
  id: 'batch',
  created_at: '2026-03-09T12:05:00.000Z',
  created_by: null,
  total: states.length + refusedCodes.length,
  accepted: states.length,
  refused: refusedCodes.map((code, place) => ({ order_id: `refused ${place}`, code, detail: `через ${code}` })),
  counts: {},
  finished,
  items: states.map((state, place) => ({
    order_id: `order ${place}`,
    receipt_id: `receipt ${place}`,
    state,
    problem: state === 'failed' ? problem : null,
  })),
})

test('U28: what was sent is what became of it, in whatever states it is', () => {
  for (const finished of [true, false]) {
    const whole = batch(receiptStates, ['receipt.no_ttn', 'receipt.not_tried', 'receipt.exists'], finished)
    const counts = countOutcomes(toRows(whole))
    expect(Object.values(counts).reduce((sum, count) => sum + count)).toBe(whole.total)
    expect(groupRows(toRows(whole)).reduce((sum, { rows }) => sum + rows.length, 0)).toBe(whole.total)
    expect(doneOf(whole)).toBe(whole.total - counts.left)
  }
})

test('U27: only what is proven not to exist may be tried again', () => {
  const rows = toRows(batch(receiptStates, ['receipt.no_ttn', 'receipt.not_tried']))
  expect(retryable(rows)).toEqual([`order ${receiptStates.indexOf('failed')}`, 'refused 1'])
  expect(retryable(toRows(batch([], ['receipt.not_tried'], false)))).toEqual([])
})

test('U26: the dock names only what there is, and always what was created', () => {
  expect(batchTally(batch(['queued', 'sending'], [], false))).toBe('Створено\u00a00 · залишилося\u00a02')
  expect(batchTally(batch(['created', 'fiscalized', 'failed', 'unknown', 'cancelled'], ['receipt.exists']))).toBe(
    'Створено\u00a02 · не створено\u00a01 · на перевірці\u00a01 · скасовано\u00a01 · пропущено\u00a01',
  )
})

test('U39: the report opens in a spreadsheet and runs nothing there', () => {
  const rows = toRows(batch(['failed'], ['receipt.no_ttn']))
  const order = {
    number: '=1+1',
    ttn: '20450000004821',
    recipient: { name: 'Олена; "Шевченко"' },
    total: 123_450,
    parcel: null,
  }
  const csv = toReportCsv(rows, new Map([['order 0', order]]))
  expect(csv.split('\r\n')).toEqual([
    '\uFEFFЗамовлення;ТТН;Одержувач;Сума;Підсумок;Стан чека;Пояснення',
    `'=1+1;20450000004821;"Олена; ""Шевченко""";1234,50;Не створено;Не створено;Checkbox не прийняв.`,
    ';;;;Пропущено;;через receipt.no_ttn',
    '',
  ])
  expect(csvName('2026-03-09T12:05:00.000Z')).toBe('cheky-2026-03-09-1405.csv')
})
