import type { ReceiptProblem } from './receipts.ts'
import type { ReceiptState } from './receipt-states.ts'

/** What people read about a receipt, where both the server (history) and the dashboard say it. */
export const receiptStateWords: Record<ReceiptState, string> = {
  queued: 'У черзі',
  sending: 'Створюється…',
  unknown: 'Перевіряємо в Checkbox',
  attention: 'Потрібна увага',
  created: 'Очікує оплати',
  cancelling: 'Скасовується…',
  cancel_unknown: 'Перевіряємо скасування',
  fiscalized: 'Фіскалізовано',
  cancelled: 'Скасовано',
  failed: 'Не створено',
}

/** Receipts by their state, paid for or not: what a filter finds. */
export const receiptFilterWords: Record<ReceiptState, string> = {
  ...receiptStateWords,
  created: 'Очікує оплати чи фіскалізації',
}

const returnedWord = 'Повернено'

/** `created` once the parcel is paid for: no payment is waited for any more. */
const paidWord = 'Очікує фіскалізації'

interface ToldReceipt {
  state: ReceiptState
  returned_at: string | null
  /** Whether the parcel is paid for, where that is known. */
  is_paid?: boolean
}

export function receiptWord({ state, returned_at, is_paid = false }: ToldReceipt): string {
  if (returned_at !== null) return returnedWord
  return state === 'created' && is_paid ? paidWord : receiptStateWords[state]
}

/** Whether the buyer has paid for the parcel: it is not handed out otherwise. What was paid for a refused one goes back. */
export const isPaidFor = (parcel: { paid: boolean; group: string | null } | null): boolean =>
  parcel !== null && parcel.group !== 'refused' && (parcel.paid || parcel.group === 'received')

/** A chain whose rest was cancelled after its prepayment became fiscal. That cannot be undone; the rest can be made again. */
export const prepaymentStays: ReceiptProblem = {
  code: 'receipt.prepayment_fiscalized',
  detail:
    'Передоплату вже фіскалізовано, тому скасовано лише чек на залишок. Якщо посилка їде далі, створіть чек на залишок ще раз; якщо гроші повертають, оформте повернення передоплати в Checkbox.',
}

/** One step of a receipt, as it is kept. */
export interface ReceiptStep {
  event: string
  kind: string
  from_state: string | null
  to_state: string
  details: { problem?: unknown }
}

type Sentence = string | ((step: ReceiptStep) => string)

const hasStayed = ({ from_state, to_state }: ReceiptStep): boolean => from_state === to_state

export const receiptEventWords = {
  requested: 'Чек поставлено в чергу',
  claimed: 'Чек надсилається в Checkbox',
  restored: 'Дані відновлено з копії: перевіряємо, чи чек не надіслано після неї',
  cancel_asked: ({ to_state }) =>
    to_state === 'cancelled'
      ? 'Чек скасовано до надсилання'
      : 'Запит на скасування прийнято: чек буде скасовано, щойно Checkbox підтвердить стан чека',
  sent_positive: 'Checkbox створив чек',
  sent_refused: ({ to_state }) =>
    to_state === 'cancelled' ? 'Checkbox не створив чека, його скасовано' : 'Checkbox відмовився створити чек',
  sent_answered: 'Checkbox відповів відмовою, перевіряємо, чи чек усе-таки з’явився',
  sent_ambiguous: 'Певної відповіді від Checkbox немає, перевіряємо, чи чек з’явився',
  sent_exists: 'Checkbox відповів, що такий чек уже є. Шукаємо його, вдруге не створюємо',
  not_sent: ({ to_state }) =>
    to_state === 'cancelled'
      ? 'Зв’язку з Checkbox не було, нічого не надіслано. Чек скасовано'
      : 'Зв’язку з Checkbox не було, чека не надіслано. Спробуємо ще раз',
  stopped: ({ to_state }) =>
    to_state === 'cancelled'
      ? 'Чек скасовано й не надіслано: у Checkbox уже є інший за цією ТТН'
      : 'Чека не надіслано: у Checkbox уже є інший за цією ТТН',
  lease_expired: ({ to_state }) =>
    to_state === 'cancel_unknown'
      ? 'Скасування перервалося, перевіряємо, чи чек скасовано'
      : 'Надсилання перервалося, перевіряємо, чи чек з’явився',
  found_waiting: ({ from_state }) =>
    from_state === 'cancel_unknown'
      ? 'Перевірка: чек у Checkbox досі є, скасуємо ще раз'
      : 'Перевірка: чек є в Checkbox, ще не фіскальний',
  found_fiscal: 'Чек фіскалізовано',
  found_receipt_error: 'Checkbox не зміг фіскалізувати чек',
  found_ended: 'Перевірка: чек у Checkbox не вдався й чинним не стане',
  found_only_cancelled: (step) =>
    hasStayed(step) ? 'Перевірка: чек у Checkbox скасовано, перевіримо ще раз' : 'Перевірка: чек у Checkbox скасовано',
  found_nothing: (step) => `Перевірка: чека в Checkbox немає${hasStayed(step) ? ', перевіримо ще раз' : after(step)}`,
  found_several: 'Перевірка: замість одного чека в Checkbox знайдено кілька за цією ТТН',
  found_foreign: 'Перевірка: замість нашого чека в Checkbox за цією ТТН є той, який створив не Касир',
  look_up_failed: 'Checkbox не відповів, що з чеком, спитаємо пізніше',
  silent_too_long: 'Checkbox довго не дає однозначної відповіді про чек',
  recheck_asked: 'Запит на повторну перевірку чека прийнято',
  attached_waiting: 'До чека прив’язано документ Checkbox, ще не фіскальний',
  attached_fiscal: 'До чека прив’язано фіскальний документ Checkbox',
  adopted_waiting: 'Прийнято чек, який уже є в Checkbox, ще не фіскальний',
  adopted_fiscal: 'Прийнято фіскальний чек, який уже є в Checkbox',
  given_up: 'Чек закрито вручну з поясненням',
  polled_gone: (step) =>
    hasStayed(step) ? 'Чека в Checkbox не видно, перевіримо ще раз' : 'Чек скасовано в Checkbox, не в Касирі',
  cancel_claimed: 'Чек скасовується в Checkbox',
  removed: 'Чек скасовано',
  remove_refused: 'Checkbox не скасував чека',
  remove_ambiguous: 'Певної відповіді на скасування немає, перевіряємо, чи чек скасовано',
  not_removable: 'Checkbox не дає скасувати чек передоплати, поки він не фіскальний',
  polled_returned: 'За чеком оформлено повернення',
  fiscal_code_received: 'Отримано фіскальний номер чека',
} as const satisfies Record<string, Sentence>

const after = ({ to_state }: ReceiptStep): string => {
  if (to_state === 'queued') return ', надсилаємо ще раз'
  return to_state === 'cancelled' ? ', його скасовано' : ''
}

const known: Record<string, Sentence | undefined> = receiptEventWords

/** One step of a receipt's history in words, with the reason where there is one. */
export function receiptSentence(step: ReceiptStep): string {
  const words = known[step.event] ?? step.event
  const told = typeof words === 'string' ? words : words(step)
  const reason = reasonOf(step.details)
  return `${step.kind === 'prepayment' ? 'Передоплата. ' : ''}${told}${reason === '' ? '' : `. ${reason}`}`
}

function reasonOf({ problem }: ReceiptStep['details']): string {
  if (typeof problem !== 'object' || problem === null || !('detail' in problem)) return ''
  return typeof problem.detail === 'string' ? problem.detail : ''
}
