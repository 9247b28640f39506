import type { ReceiptState } from '../receipt-states.ts'

/** A receipt that should have left its state by itself long ago. */
export interface Stuck {
  state: ReceiptState
  kind: 'ettn' | 'prepayment'
  cancel_wanted: boolean
  /** What is noted beside it. */
  problem: { code: string; detail: string } | null
  /** It is the rest of an advance that is not fiscal. */
  waits_for_advance: boolean
}

/** What it waits for, and what a person can do. */
export function stuckWords({ state, kind, cancel_wanted, problem, waits_for_advance }: Stuck): string {
  if (cancel_wanted) return cancelWords(problem)
  if (state === 'created' && kind === 'prepayment')
    return 'Чек передоплати вже в Checkbox, але Checkbox надто довго не робить його фіскальним. Чек на залишок без цього не надсилається. Перевірте передоплату в кабінеті Checkbox або запитайте підтримку Checkbox. Якщо передоплата не потрібна, скасуйте чек: Касир скаже, чи це ще можливо.'
  if (state === 'queued' && waits_for_advance)
    return 'Чек на залишок надто довго чекає в черзі: чек передоплати досі не фіскальний. Подивіться, що з передоплатою; якщо чек не потрібен, скасуйте його.'
  if (state === 'queued') return `Чек надто довго чекає надсилання. ${whyQueued(problem)}`
  if (state === 'sending')
    return 'Чек надто довго надсилається: схоже, фонові роботи Касира стоять. Перевірте, чи Касир працює; чи створено чек, він перевірить сам.'
  return 'Надто довго не відомо, що з чеком у Checkbox: певної відповіді немає. Другого чека Касир не надішле. Подивіться в кабінеті Checkbox і натисніть «Перевірити ще раз»; якщо відповіді й далі не буде, Касир попросить вашого рішення.'
}

/** Only what was noted about its waiting: a reason of an earlier try is no reason any more. */
const whyQueued = (problem: Stuck['problem']): string =>
  problem?.code === 'receipt.waits'
    ? `${problem.detail} Якщо збій не минає, усуньте його причину або скасуйте чек.`
    : 'Причини не записано: або перед ним багато інших чеків цієї каси, або фонові роботи Касира стоять. Перевірте, чи надсилаються інші чеки; якщо цей не потрібен, скасуйте його.'

const cancelWords = (problem: Stuck['problem']): string => {
  const why = problem?.code === 'receipt.removal_refused' ? ` ${problem.detail}` : ''
  return `Чек попросили скасувати, а чи скасовано його в Checkbox, надто довго не відомо.${why} Касир пробує далі. Подивіться на чек у кабінеті Checkbox; якщо він там є, видаліть його, і Касир це побачить.`
}
