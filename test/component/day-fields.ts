import type { Page } from 'playwright-core'
import type { Stage } from './stage.ts'

/** The language of the browser is never asked. */
export const english = { locale: 'en-US', viewport: { width: 1280, height: 900 } }

/** The list of orders with its filters open, at that moment. */
export async function openFilters(stage: Stage, at?: string): Promise<Page> {
  const page = await stage.page()
  if (at !== undefined) await page.clock.setFixedTime(new Date(at))
  await stage.show(page, 'orders/received')
  await page.getByRole('button', { name: 'Фільтри' }).click()
  await field(page, 'Дата від').waitFor()
  return page
}

export const field = (page: Page, label: string) => page.getByRole('textbox', { name: label, exact: true })
export const calendar = (page: Page) => page.getByRole('dialog', { name: /^Календар: / })
export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
export const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.id)

/** The period as the address has it. */
export const period = (page: Page) => {
  const { searchParams } = new URL(page.url())
  return `${searchParams.get('from') ?? ''} – ${searchParams.get('to') ?? ''}`
}
