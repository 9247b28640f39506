/** The order of a parcel that was received has another TTN now, and no receipt was made for the first. */
export interface SaleLeft {
  left_ttn: string
  /** null: none any more. */
  ttn: string | null
}

export const saleLeftWords = ({ left_ttn, ttn }: SaleLeft): string =>
  `Посилку ${left_ttn} отримано, а чека на неї немає. Замовлення тепер ${ttn === null ? 'без ТТН' : `має ТТН ${ttn}`}. Якщо то був його продаж, поверніть ТТН ${left_ttn} і створіть чек; якщо ні, позначте, чому чек не потрібен.`
