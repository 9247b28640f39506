/**
 * The page for the buyer, and the only address a screen may link to as a receipt. The same text is a pattern for JavaScript
 * and for PostgreSQL.
 */
export const receiptUrlPattern = '^https://check[.]checkbox[.]ua/[A-Za-z0-9_-]{1,100}$'
const isReceiptUrl = new RegExp(receiptUrlPattern)

export const toReceiptUrl = (receiptId: string): string | null =>
  onlyReceiptUrl(`https://check.checkbox.ua/${receiptId}`)

/** The page where the tax service shows the receipt (seen on the live API: `…/cashregs/check?id=…&date=…&fn=…`). */
export const taxUrlPattern = '^https://cabinet[.]tax[.]gov[.]ua/[A-Za-z0-9_.~%?&=+:,;@!*/-]{1,1000}$'
const isTaxUrl = new RegExp(taxUrlPattern)

/** null: whatever it is, it is not a page of the tax service. */
export const onlyTaxUrl = (url: string | null): string | null => (url !== null && isTaxUrl.test(url) ? url : null)

/** null: whatever it is, it is not the provider's page of a receipt. */
export const onlyReceiptUrl = (url: string | null): string | null =>
  url !== null && isReceiptUrl.test(url) ? url : null
