import { formatMoney } from '#/contract/money.ts'
import { parseMoney } from '../../words/parse-money.ts'

export type PrepaymentAmount = { amount: number; problem: null } | { amount: null; problem: string }

/** What was typed as a prepayment of an order with this total, or what is wrong with it. */
export function readPrepayment(typed: string, total: number): PrepaymentAmount {
  if (typed.trim() === '') return { amount: null, problem: 'Введіть суму передоплати.' }
  const amount = parseMoney(typed)
  if (amount === null) return { amount: null, problem: 'Введіть суму в гривнях: 150, 150,5 або 150.50.' }
  if (amount === 0) return { amount: null, problem: 'Передоплата має бути більшою за нуль.' }
  if (amount >= total)
    return {
      amount: null,
      problem: `Передоплата має бути меншою за суму замовлення, ${formatMoney(total)}. Якщо сплачено все, чек за ТТН не потрібен.`,
    }
  return { amount, problem: null }
}
