import type { CloseKind, ReportMetric } from './reports.ts'
import type { LineState, NoReceiptReason } from './payouts.ts'
import type { PaymentState } from './parcel-payments.ts'

/** Headings of the numbers, on screen and in files. */
export const metricWords: Record<ReportMetric, string> = {
  created: 'Створено чеків',
  fiscalized: 'Фіскалізовано',
  cancelled: 'Скасовано',
  waiting: 'Очікують оплати',
  refused: 'Відмови',
  returned: 'Повернення',
  paid: 'Оплачено посилок',
  accepted: 'Прийнято',
  commission: 'Комісія',
  transferred: 'Перераховано',
  no_receipt: 'Без чека',
  late: 'Гроші запізнюються',
  sum_differs: 'Сума інша',
  other_payee: 'Інший ФОП',
  z_report: 'За Z-звітами',
  z_difference: 'Різниця із Z-звітом',
}

/** These have only money and no count: they belong to the transfers counted under «Прийнято». */
export const amountOnly: readonly ReportMetric[] = ['commission', 'transferred']

/** Counted of shifts, which have neither an order nor a TTN. */
export const shiftMetrics = ['z_report', 'z_difference'] as const satisfies readonly ReportMetric[]
export const isShiftMetric = (metric: ReportMetric): boolean => shiftMetrics.some((one) => one === metric)

/** What a transfer means, in the order of the report: what is in order first, then what a person must act on. */
export const lineStateWords: Record<LineState, string> = {
  matched: 'Збігається',
  no_receipt: 'Без чека',
  sum_differs: 'Сума інша',
  unknown_ttn: 'Невідома ТТН',
  other_payee: 'Інший ФОП',
  duplicate: 'Повтор переказу',
  returned: 'Повернення',
}

export const paymentStateWords: Record<PaymentState, string> = {
  returned: 'Повернення',
  other_payee: 'Інший ФОП',
  no_receipt: 'Без чека',
  sum_differs: 'Сума інша',
  settled: 'Гроші надійшли',
  unwatched: 'До першого реєстру',
  awaited: 'Чекаємо грошей',
  late: 'Гроші запізнюються',
}

export const noReceiptWords: Record<NoReceiptReason, string> = {
  none: 'чека не створено',
  waiting: 'чек ще не фіскальний',
  in_doubt: 'стан чека невідомий',
  cancelled: 'чек скасовано або не створено',
  not_needed: 'чек не потрібен',
}

/** What prevents the close of a day. */
export const closeWords: Record<CloseKind, string> = {
  received_without_receipt: 'Посилки оплачено, а чека немає',
  paid_not_fiscal: 'Оплачено, а чек не фіскальний',
  receipt_sums_differ: 'Чек і контроль оплати на різні суми',
  receipt_attention: 'Чеки потребують уваги',
  receipt_failed: 'Чеки не створено',
  unbound_received: 'Посилки отримано чи оплачено, а чия каса, не доведено',
  fiscal_without_code: 'Фіскальні чеки без номера або не передані податковій',
  return_due: 'Від посилок відмовилися, а повернення за чеками немає',
  ttn_differs: 'У CRM інша ТТН, ніж у замовленні',
  transfer_no_receipt: 'Гроші надійшли, а фіскального чека немає',
  transfer_sum_differs: 'Переказ і чек на різні суми',
  transfer_other_payee: 'Гроші отримав інший ФОП, ніж у чеку',
  transfer_unknown_ttn: 'Перекази за ТТН, яких немає в замовленнях',
  transfer_duplicate: 'Повторні перекази',
  money_late: 'Покупці заплатили, а гроші не надійшли вчасно',
  shift_less_than_ours: 'У Z-звітах бракує наших чеків',
}
