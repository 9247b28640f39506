import { formatMoney } from '../money.ts'

/** A receipt that counts as fiscal, but whose fiscal number or delivery to the tax service does not come. */
export interface FiscalWithoutCode {
  amount: number
  /** It has its number; it was made offline and is not with the tax service yet. */
  is_offline: boolean
  /** What the provider says of the fiscal receipt itself. */
  problem: { code: string; detail: string } | null
}

export function fiscalWithoutCodeWords({ amount, is_offline, problem }: FiscalWithoutCode): string {
  const sum = formatMoney(amount)
  if (is_offline)
    return `Фіскальний чек на ${sum} створено офлайн, і Checkbox досі не передав його податковій. Касир питає далі. Перевірте в кабінеті Checkbox зв’язок каси з ДПС.`
  if (problem?.code === 'receipt.fiscal_error') return problem.detail
  return `Checkbox показує чек на ${sum} фіскальним, а фіскального номера досі немає. Касир питає далі. Перевірте чек у кабінеті Checkbox; доки номера немає, чек може бути недійсним.`
}
