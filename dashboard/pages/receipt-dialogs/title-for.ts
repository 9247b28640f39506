import type { Order } from '#/contract/orders.ts'

/** «Скасувати чек за ТТН …4821?»: the title alone says which one. A joiner keeps the digits by their «…». */
export const titleFor = (deed: string, { ttn, number }: Pick<Order, 'ttn' | 'number'>): string =>
  ttn === null ? `${deed} за замовлення №\u00a0${number}?` : `${deed} за ТТН\u00a0…\u2060${ttn.slice(-4)}?`
