import { formatMoney } from '../money.ts'

/** A receipt waits for the payment of a parcel that will not come. */
export interface ParcelDeleted {
  ttn: string
  amount: number
}

export const parcelDeletedWords = ({ ttn, amount }: ParcelDeleted): string =>
  `ТТН ${ttn} видалено в Новій пошті, тож за нею не заплатять, а чек на ${formatMoney(amount)} чекає оплати. Скасуйте чек. Якщо товар відправляєте за іншою ТТН, введіть її в замовлення і створіть новий чек.`
