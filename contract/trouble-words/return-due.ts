import { formatMoney } from '../money.ts'

/** A sale that came to nothing, although a receipt states that it was paid. */
export interface ReturnDue {
  /** Kopiykas of the fiscal receipt of the parcel, and of the fiscal advance; null: there is none. */
  of_parcel: number | null
  of_advance: number | null
}

export function returnDueWords({ of_parcel, of_advance }: ReturnDue): string {
  if (of_parcel === null)
    return `Від посилки відмовилися, а чек передоплати на ${formatMoney(of_advance ?? 0)} фіскальний. Якщо гроші повертаєте, зробіть чек повернення в Checkbox; якщо передоплата лишається у вас, позначте, чому повернення не потрібне.`
  const fiscal =
    of_advance === null
      ? `чек на ${formatMoney(of_parcel)} фіскальний`
      : `чек на ${formatMoney(of_parcel)} і чек передоплати на ${formatMoney(of_advance)} фіскальні`
  return `Від посилки відмовилися, а ${fiscal}. Зробіть чек повернення в Checkbox або позначте, чому повернення не потрібне.`
}
