import type { Tab } from './orders.ts'

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
}

const listed = (details: { changes?: unknown }): string =>
  Object.entries(fieldWords)
    .filter(([field]) => typeof details.changes === 'object' && details.changes !== null && field in details.changes)
    .map(([, word]) => word)
    .join(', ')

const sentences: Record<string, (details: { changes?: unknown }) => string> = {
  'order.edited': (details) => (listed(details) === '' ? 'Збережено без змін' : `Змінено ${listed(details)}`),
  'order.updated_from_crm': (details) => `CRM змінила ${listed(details)}`,
  'order.deleted': () => 'Замовлення приховано',
  'order.restored': () => 'Замовлення повернуто в чергу',
}

/** One step of an order's history in words. */
export const historySentence = (action: string, details: { changes?: unknown }): string =>
  sentences[action]?.(details) ?? action
export const arrivalSentence = 'Замовлення надійшло з CRM'
