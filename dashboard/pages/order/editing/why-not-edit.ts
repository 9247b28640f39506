import type { Order } from '#/contract/orders.ts'
import { may, type Role } from '#/contract/permissions.ts'
import { advanceOf, isHeld } from '#/contract/receipt-candidate.ts'
import { isPaidFor, receiptWord } from '#/contract/receipt-words.ts'

/** The sentence beside fields that cannot be changed; null: they can. */
export function whyNotEdit({ receipt, parcel }: Pick<Order, 'receipt' | 'parcel'>, role: Role): string | null {
  if (!may(role, 'order.edit')) return 'Ви переглядаєте замовлення: змінювати його можуть касир і адміністратор.'
  if (receipt === null || !isHeld({ receipt }) || advanceOf({ receipt }) > 0) return null
  if (receipt.state === 'fiscalized')
    return 'Чек фіскалізовано, тому замовлення вже не змінити. Змінити його можна, лише коли чек повернено в Checkbox.'
  if (receipt.state === 'created' && isPaidFor(parcel))
    return 'Посилку вже оплачено, і Checkbox фіскалізує чек найближчим часом, тому замовлення вже не змінити.'
  const word = receiptWord(receipt).replace('…', '').toLocaleLowerCase('uk')
  return `У замовлення є чек (${word}), тому змінити його не можна. Спершу скасуйте чек.`
}
