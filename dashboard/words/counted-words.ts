/** Words that are counted on several pages. */
export const goodsForms = { one: 'товар', few: 'товари', many: 'товарів', other: 'товару' }
export const receiptForms = { one: 'чек', few: 'чеки', many: 'чеків', other: 'чека' }
export const orderForms = { one: 'замовлення', few: 'замовлення', many: 'замовлень', other: 'замовлення' }
