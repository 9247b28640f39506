/** One line of goods: round(price × quantity / 1000) − discount. */
export const lineSum = ({ price, quantity, discount }: { price: number; quantity: number; discount: number }): number =>
  Math.round((price * quantity) / 1000) - discount

// Chromium writes «грн» and Node «₴» for the default symbol; the narrow one is ₴ in both.
const money = new Intl.NumberFormat('uk-UA', { style: 'currency', currency: 'UAH', currencyDisplay: 'narrowSymbol' })

/** 123450 → «1 234,50 ₴», −5 → «−0,05 ₴»; both spaces do not break, and the minus is one. */
export const formatMoney = (kopiykas: number): string => money.format(kopiykas / 100).replace('-', '−')
