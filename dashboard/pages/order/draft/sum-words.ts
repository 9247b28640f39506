import { sentenceOf } from '#/contract/errors.ts'
import { formatMoney } from '#/contract/money.ts'
import type { Remedy, SumCheck } from './check-sums.ts'

/** What is wrong with the sums, both of them and the difference named. */
export function sumSentences(check: SumCheck): string[] {
  const { goods, discount, control, asked, difference, empty_lines } = check
  const sentences: string[] = []
  if (goods === 0 && empty_lines.length === 0) sentences.push(sentenceOf('receipt.no_goods'))
  if (empty_lines.length > 0) sentences.push(sentenceOf('receipt.zero_price'))
  if (discount < 0)
    sentences.push(
      `Товарів на ${formatMoney(goods)}, а сума замовлення ${formatMoney(goods - discount)}: бракує ${formatMoney(-discount)}.`,
    )
  if (asked !== null && difference !== 0)
    sentences.push(
      `До сплати ${formatMoney(control)}, а контроль оплати в накладній ${formatMoney(asked)}: різниця ${formatMoney(Math.abs(difference))}.`,
    )
  if (check.remedies.some(({ kind }) => kind === 'prepay'))
    sentences.push('Якщо різницю вже сплачено, це передоплата, а не знижка.')
  return sentences
}

/** What the button says it will do. */
export function remedyLabel(remedy: Remedy, check: SumCheck): string {
  if (remedy.kind === 'prepay') return `Різницю вже сплачено: передоплата ${formatMoney(remedy.amount)}`
  if (remedy.kind === 'drop_line') return `Прибрати рядок ${remedy.line + 1}`
  if (remedy.kind === 'price_one_kopiyka') return `Поставити в рядку ${remedy.line + 1} ціну ${formatMoney(1)}`
  if (remedy.kind === 'edit_goods') {
    return remedy.by > 0 ? `Виправити товари: бракує ${formatMoney(remedy.by)}` : 'Виправити товари'
  }
  const more = remedy.discount - Math.max(check.discount, 0)
  const total = formatMoney(remedy.total)
  if (more > 0 && remedy.discount > 0) return `Дати знижку ${formatMoney(more)}: сума стане ${total}`
  return `Поставити суму ${total}`
}
