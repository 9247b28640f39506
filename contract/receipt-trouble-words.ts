import { formatMoney } from './money.ts'
import type { ReceiptState } from './receipt-states.ts'
import { receiptWord } from './receipt-words.ts'

/** Each trouble as one line for a person: what happened, and what to do. */

export interface Lacking {
  amount: number
  received: boolean
  has_advance: boolean
  has_test_receipt: boolean
}

export function lackingWords({ amount, received, has_advance, has_test_receipt }: Lacking): string {
  const sum = formatMoney(amount)
  const happened = received ? `Посилку отримано (${sum})` : `Посилку оплачено (${sum})`
  if (has_advance)
    return `${happened}, а чека на залишок немає: фіскальна лише передоплата. Створіть чек на залишок або позначте, чому він не потрібен.`
  if (has_test_receipt)
    return `${happened}, а чек за неї лише тестовий. Зробіть касу справжньою в Checkbox, створіть справжній чек або позначте, чому він не потрібен.`
  return `${happened}, а чека за неї немає. Створіть чек або позначте, чому він не потрібен.`
}

export const unfiscalWords = (amount: number, state: ReceiptState): string =>
  `Посилку оплачено, а що чек на ${formatMoney(amount)} став фіскальним, Checkbox досі не підтвердив (${openWord(state)}). Перевірте його в кабінеті Checkbox.`

/** No payment is expected here any more. */
const openWord = (state: ReceiptState): string =>
  receiptWord({ state, returned_at: null, is_paid: true }).toLowerCase().replace('checkbox', 'Checkbox')

export interface Differing {
  amount: number
  /** Only what differs and was not accepted. */
  control: number | null
  fiscal: number | null
}

export function differingWords({ amount, control, fiscal }: Differing): string {
  const others = [
    ...(control === null ? [] : [`контроль оплати в Новій пошті тепер ${formatMoney(control)}`]),
    ...(fiscal === null ? [] : [`фіскальний чек у Checkbox на ${formatMoney(fiscal)}`]),
  ]
  return `Чек на ${formatMoney(amount)}, а ${others.join(', ')}. З’ясуйте, котра сума правильна; якщо так і має бути, прийміть суми й напишіть чому.`
}

/** The words of the receipt itself say what happened and what to do. */
export const failedWords = (problem: string | null): string =>
  problem ?? 'Чек не створено, а причини Checkbox не назвав. Створіть чек ще раз.'

export const undeliveredWords = (amount: number): string =>
  `Покупець не отримав копії фіскального чека на ${formatMoney(amount)}. Надішліть її на пошту чи телефон.`

/** For a receipt that waits for a person without a stored reason. */
export const noReasonWords = 'Чек потребує рішення. Відкрийте замовлення: у його історії сказано, що сталося.'
