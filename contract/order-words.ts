import type { Tab } from './tabs.ts'
import { formatMoney } from './money.ts'
import { receiptSentence } from './receipt-words.ts'

/** What people read about an order, where both the server (files, history) and the dashboard say it. */
export const tabWords: Record<Tab, string> = {
  no_receipt: 'Без чека',
  has_receipt: 'З чеком',
  received: 'Отримано',
  refused: 'Відмова',
}

const fieldWords: Record<string, string> = {
  recipient: 'одержувача',
  ttn: 'ТТН',
  notes: 'примітки',
  goods: 'товари',
  total: 'суму',
  receipt_not_needed: 'позначку «чек не потрібен»',
}

/** «одержувача, ТТН»: what an order's change touched, in the accusative. */
export const changedWords = (details: { changes?: unknown }): string =>
  Object.entries(fieldWords)
    .filter(([field]) => typeof details.changes === 'object' && details.changes !== null && field in details.changes)
    .map(([, word]) => word)
    .join(', ')

/** What is known of a step; what did not change is not there. */
interface Details {
  changes?: unknown
  reason?: unknown
  moved?: unknown
  paid?: unknown
  status_text?: unknown
  cash_register?: unknown
  successor_ttn?: unknown
  successor_kind?: unknown
  crm_ttn?: unknown
  ttn?: unknown
  cod_before?: unknown
  cod_amount?: unknown
  event?: unknown
  kind?: unknown
  from_state?: unknown
  to_state?: unknown
  problem?: unknown
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

const sum = (value: unknown): string => formatMoney(typeof value === 'number' ? value : 0)

const successorWords: Record<string, string> = { return: 'Повернення їде за ТТН', redirect: 'Переадресовано, нова ТТН' }

/** What the carrier said, in the order a person would say it. */
function parcelSentence(details: Details): string {
  const told = [
    ...(details.moved
      ? [details.status_text ? `Нова пошта: «${text(details.status_text)}»` : 'Нова пошта: стан невідомий']
      : []),
    ...(details.paid ? ['Посилку оплачено'] : []),
    ...(details.cod_before === undefined
      ? []
      : [`Післяплату змінено: було ${sum(details.cod_before)}, стало ${sum(details.cod_amount)}`]),
    ...(details.cash_register ? [`Посилка належить касі «${text(details.cash_register)}»`] : []),
    ...(details.successor_ttn
      ? [`${successorWords[text(details.successor_kind)] ?? 'Посилка їде далі за ТТН'} ${text(details.successor_ttn)}`]
      : []),
  ]
  return told.join('. ')
}

const stepOfReceipt = (details: Details): string =>
  receiptSentence({
    event: text(details.event),
    kind: text(details.kind),
    from_state: text(details.from_state),
    to_state: text(details.to_state),
    details,
  })

const sentences: Record<string, (details: Details) => string> = {
  'parcel.stepped': parcelSentence,
  'receipt.stepped': stepOfReceipt,
  'order.edited': (details) =>
    changedWords(details) === '' ? 'Збережено без змін' : `Змінено ${changedWords(details)}`,
  'order.updated_from_crm': (details) => `CRM змінила ${changedWords(details)}`,
  'order.ttn_kept': ({ crm_ttn }) => `ТТН замовлення підтверджено, хоча в CRM ${text(crm_ttn)}`,
  'order.deleted': () => 'Замовлення приховано',
  'order.restored': () => 'Замовлення повернено в чергу',
  'order.receipt_not_needed': ({ reason }) => `Чек не потрібен: «${text(reason)}»`,
  'receipt.sums_accepted': ({ reason }) => `Прийнято, що суми розійшлися: «${text(reason)}»`,
  'receipt.sums_not_accepted': () => 'Прийняття сум скасовано',
  'order.left_sale_settled': ({ ttn, reason }) => `Посилка ${text(ttn)} не потребує чека: «${text(reason)}»`,
  'order.receipt_needed': () => 'Позначку «чек не потрібен» знято',
}

/** One step of an order's history in words. */
export const historySentence = (action: string, details: Details): string => sentences[action]?.(details) ?? action
export const arrivalSentence = 'Замовлення надійшло з CRM'
