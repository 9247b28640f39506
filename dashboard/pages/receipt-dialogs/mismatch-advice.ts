import { formatMoney } from '#/contract/money.ts'

/** How a receipt without a prepayment comes to what the waybill asks for. What was paid is no discount, so that comes first. */
export const mismatchAdvice = (control: number, asked: number): string =>
  control > asked
    ? `Якщо різницю ${formatMoney(control - asked)} вже сплачено, створіть передоплату. Якщо ні, дайте на неї знижку або виправте товари.`
    : `За чеком бракує ${formatMoney(asked - control)}: виправте товари чи суму замовлення.`

/** How a prepayment does; `due` is what is left of the total when the buyer pays what the waybill asks. */
export const prepaymentAdvice = (due: number): string =>
  due > 0
    ? `За накладною передоплата має бути ${formatMoney(due)}. Якщо заплатили іншу суму, змініть контроль оплати в Новій пошті.`
    : 'За накладною одержувач платить усю суму, тож передоплати бути не може. Спершу зменште контроль оплати в Новій пошті.'
