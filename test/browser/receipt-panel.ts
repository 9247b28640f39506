import type { Page } from 'playwright-core'
import { openShop } from './shop.ts'
import { person } from './walks.ts'

const goods = [
  { code: 'A', name: 'Чохол', price: 45_000, quantity: 2000, discount: 0 },
  { code: 'B', name: 'Скло', price: 35_000, quantity: 1000, discount: 0 },
]
/** Goods of 1,250.00 sold for 1,200.00. */
export const anOrder = { goods, total: 120_000 }

/** A shop in which a person makes receipts one by one, from the panel of an opened order. */
export function openShopForReceipts() {
  const shop = openShop({ intervals: { reconcile: 1, poll_receipts: 1 } })
  const openOrder = async (ttn: string): Promise<Page> => {
    const page = await (await shop.computer()).open(`/?order=${await shop.orderId(ttn)}`, await person(shop.app()))
    await panel(page).waitFor()
    return page
  }
  return { ...shop, openOrder, documents: (ttn: string) => shop.providers().fiscal.documents.live(ttn) }
}

export const panel = (page: Page) => page.getByRole('region', { name: 'Чек', exact: true })
export const press = (page: Page, name: string) => panel(page).getByRole('button', { name, exact: true }).click()
export const dialog = (page: Page, name: RegExp) => page.getByRole('dialog', { name })
export const state = (page: Page, word: string) => panel(page).getByText(word, { exact: true }).first().waitFor()
export const figures = (text: string | null) => (text ?? '').replace(/\s+/g, ' ')
