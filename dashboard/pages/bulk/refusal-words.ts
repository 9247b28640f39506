import type { ErrorCode } from '#/contract/errors.ts'

/** Why orders of a bulk get no receipt, short enough to stand beside a number: «без ТТН 2». */
const words: Partial<Record<ErrorCode, string>> = {
  'order.not_found': 'замовлення приховано',
  'order.changed': 'змінилося, перегляньте ще раз',
  'register.not_found': 'каси вже немає',
  'receipt.exists': 'чек уже є',
  'receipt.not_needed': 'чек не потрібен',
  'receipt.ttn_taken': 'на цю ТТН уже є чек',
  'receipt.document_exists': 'чек уже є в Checkbox',
  'receipt.no_ttn': 'без ТТН',
  'receipt.not_bound': 'ТТН ще не перевірено',
  'receipt.not_ours': 'ТТН не вашої каси',
  'receipt.parcel_refused': 'відмова одержувача',
  'receipt.parcel_deleted': 'ТТН видалено',
  'receipt.parcel_redirected': 'посилку переадресовано',
  'receipt.money_transfer': 'післяплата грошовим переказом',
  'receipt.sum_unknown': 'суми оплати не видно',
  'receipt.no_payment_control': 'без контролю оплати',
  'receipt.register_unusable': 'каса не працює',
  'receipt.register_unchecked': 'касу не перевірено',
  'receipt.no_goods': 'без товарів',
  'receipt.zero_price': 'нульова ціна',
  'receipt.goods_below_total': 'товари на меншу суму, ніж замовлення',
  'receipt.sum_mismatch': 'суми не збігаються',
  'receipt.listed_twice': 'вказано двічі',
  'receipt.not_tried': 'черга не дійшла',
}

const known: Record<string, string | undefined> = words

export const refusalWord = (code: string): string => known[code] ?? 'інша причина'

export interface ReasonGroup<Item> {
  code: string
  word: string
  items: Item[]
}

/** The largest group first: that is where mending pays most. */
export function groupByReason<Item extends { code: string }>(items: readonly Item[]): ReasonGroup<Item>[] {
  return [...Map.groupBy(items, ({ code }) => code)]
    .map(([code, ofCode]) => ({ code, word: refusalWord(code), items: ofCode }))
    .toSorted((a, b) => b.items.length - a.items.length)
}
