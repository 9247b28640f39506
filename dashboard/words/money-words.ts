import { formatMoney } from '#/contract/money.ts'
import type { LineState, NoReceiptReason, PayoutLine } from '#/contract/payouts.ts'
import type { Forms } from '#/contract/plurals.ts'
import { lineStateWords } from '#/contract/report-words.ts'

/** One line of a payout list is one transfer. */
export const transfers: Forms = { one: 'переказ', few: 'перекази', many: 'переказів', other: 'переказу' }
export const payoutLists: Forms = { one: 'реєстр', few: 'реєстри', many: 'реєстрів', other: 'реєстру' }

export const isLineState = (name: string): name is LineState => name in lineStateWords
const states = Object.keys(lineStateWords).filter(isLineState)

/** Only those that occur, in the order of the words. */
export const countedStates = (counts: Partial<Record<LineState, number>>): { state: LineState; count: number }[] =>
  states.map((state) => ({ state, count: counts[state] ?? 0 })).filter(({ count }) => count > 0)

const noReceiptWords: Record<NoReceiptReason, string> = {
  none: 'Гроші надійшли, а чека за цю посилку немає.',
  waiting: 'Гроші надійшли, а чек ще не фіскальний.',
  in_doubt: 'Гроші надійшли, а чи є чек, ще з’ясовується.',
  cancelled: 'Гроші надійшли, а чек скасовано й іншого немає.',
  not_needed: 'Гроші надійшли, хоча в замовленні позначено, що чек не потрібен.',
}

type Judged = Pick<PayoutLine, 'state' | 'why' | 'difference' | 'order_ref' | 'receipt_payee' | 'accepted'>

/** Why a transfer is in its state, in one sentence. */
export function whyOf({ state, why, difference, order_ref, receipt_payee, accepted }: Judged): string {
  switch (state) {
    case 'matched':
      return 'Сума та сама, що в чеку.'
    case 'no_receipt':
      return noReceiptWords[why ?? 'none']
    case 'sum_differs':
      return differenceWords(difference ?? 0)
    case 'unknown_ttn':
      return `Замовлення з такою ТТН немає або їх кілька.${order_ref === null ? '' : ` У реєстрі вказано замовлення №\u00a0${order_ref}.`}`
    case 'other_payee':
      return receipt_payee === null
        ? 'Посилка належить касі іншого одержувача.'
        : `Чек видала каса іншого одержувача: ${receipt_payee.name}.`
    case 'duplicate':
      return 'Цей переказ уже є в іншому рядку.'
    case 'returned':
      return accepted < 0 ? 'Гроші повернено покупцеві.' : 'Чек за цю посилку повернено.'
  }
}

const differenceWords = (difference: number): string =>
  `За цією ТТН прийнято на\u00a0${formatMoney(Math.abs(difference))} ${difference < 0 ? 'менше' : 'більше'}, ніж у чеку.`
