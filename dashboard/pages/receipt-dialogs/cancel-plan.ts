import type { Order } from '#/contract/orders.ts'
import { formatMoney } from '#/contract/money.ts'
import type { ReceiptState } from '#/contract/receipt-states.ts'

type Cancelled = Pick<NonNullable<Order['receipt']>, 'state' | 'returned_at' | 'cancel_requested' | 'prepayment'>

export interface CancelPlan {
  /** Whether there is anything left to ask for. */
  possible: boolean
  /** What will happen, or why nothing can. */
  happens: string
  /** What stays as it is although the receipt goes. */
  stays: string | null
}

const later = 'Касир скасує його сам, щойно Checkbox підтвердить стан чека. Стежити не потрібно.'
const nothing = 'Скасовувати немає чого: чека, який можна скасувати, у цього замовлення немає.'
const underWay = 'Скасування вже триває. Щойно Checkbox підтвердить його, стан зміниться сам.'

const happens: Record<ReceiptState, string> = {
  queued: 'Чек ще не надіслано в Checkbox. Він просто вийде з черги, у Checkbox нічого не з’явиться.',
  sending: `Чек саме створюється. ${later}`,
  unknown: `Чи створено чек, ще перевіряємо. ${later}`,
  attention: `Що з чеком, ще не з’ясовано. ${later}`,
  created:
    'Чек буде видалено в Checkbox, доки посилку не оплачено. Якщо одержувач усе ж заплатить, потрібен буде новий чек.',
  cancelling: underWay,
  cancel_unknown: underWay,
  fiscalized:
    'Чек уже фіскалізовано, тому скасувати його не можна: можливе лише повернення. Оформте його в кабінеті Checkbox (чек видачі коштів), а тут стан сам зміниться на «Повернено».',
  cancelled: nothing,
  failed: nothing,
}

const paid =
  'Посилку вже оплачено, і Checkbox фіскалізує чек найближчим часом. Якщо встигнути раніше, чек буде видалено, а за отримані гроші потрібен буде новий.'

const askable: ReadonlySet<ReceiptState> = new Set(['queued', 'sending', 'unknown', 'attention', 'created'])

/** What «Скасувати чек» would do to this receipt, in words a person can decide by. */
export function cancelPlan(
  { state, returned_at, cancel_requested, prepayment }: Cancelled,
  isPaid = false,
): CancelPlan {
  if (returned_at !== null)
    return {
      possible: false,
      happens: 'За цим чеком уже оформлено повернення, скасовувати його не треба.',
      stays: null,
    }
  const isAsked = cancel_requested && askable.has(state)
  return {
    possible: askable.has(state) && !cancel_requested,
    happens: isAsked
      ? `Запит на скасування вже прийнято. ${later}`
      : isPaid && state === 'created'
        ? paid
        : happens[state],
    stays: askable.has(state) ? whatStays(prepayment) : null,
  }
}

function whatStays(prepayment: Cancelled['prepayment']): string | null {
  if (prepayment === null) return null
  const sum = formatMoney(prepayment.amount)
  return prepayment.state === 'fiscalized'
    ? `Чек передоплати на ${sum} уже фіскалізовано, він залишиться: буде скасовано лише чек на залишок. Передоплату можна тільки повернути в кабінеті Checkbox.`
    : `Разом із ним буде скасовано й чек передоплати на ${sum}, якщо його ще не фіскалізовано.`
}
