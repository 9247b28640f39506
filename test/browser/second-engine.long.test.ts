import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { findFirefox } from '#/scripts/find-browser.ts'
import { firefoxAt } from './firefox.ts'
import { panel, state } from './receipt-panel.ts'
import { openShop, type Wished } from './shop.ts'
import { heading, logIn, person } from './walks.ts'

/** The main ways of a cashier in an engine that shares nothing with Chromium. */
const path = findFirefox()
const lacking = path === null ? ', which this machine does not have (firefox-esr)' : ''

describe.skipIf(path === null)(`in Firefox${lacking}`, () => {
  const shop = openShop({ intervals: { reconcile: 1, poll_receipts: 1 }, engine: firefoxAt(path ?? '') })
  const { app, computer, arrive } = shop

  const family = (surname: string, count: number, wished: Wished = {}): Wished[] =>
    Array.from({ length: count }, (_, place) => ({
      ...wished,
      order: { ...wished.order, recipient: { name: `${surname} ${place + 1}`, phone: '380671112233' } },
    }))

  async function open(surname: string, viewport = { width: 1280, height: 800 }): Promise<Page> {
    const list = `/?q=${encodeURIComponent(surname)}`
    const page = await (await computer({ viewport })).open(list, await person(app()))
    await row(page, `${surname} 1`).waitFor()
    return page
  }

  const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
  const dialog = (page: Page, name: RegExp) => page.getByRole('dialog', { name })
  const focused = (page: Page) =>
    page.evaluate(
      () => document.activeElement?.querySelector('[data-column=recipient] > div > :first-child')?.textContent,
    )
  const receiptsOf = async (surname: string) => {
    const made = app().db.selectFrom('receipts').innerJoin('orders', 'orders.id', 'receipts.order_id').select('state')
    return (await made.where('recipient_name', 'like', `${surname}%`).execute()).map((receipt) => receipt.state)
  }

  test('a person logs in, and the list has its rows, its tabs and its sums', async () => {
    await arrive(family('Вхідний', 3))
    const page = await (await computer({ viewport: { width: 1280, height: 800 } })).open('/')
    await expect.poll(() => page.evaluate(() => navigator.userAgent)).toContain('Firefox/')
    await logIn(page, await person(app()))
    await heading(page, 'Замовлення').waitFor()
    await row(page, 'Вхідний 1')
      .getByText(/\d,\d\d\s₴/)
      .first()
      .waitFor()
    await expect.poll(() => page.locator('tr[data-id]').count()).toBeGreaterThanOrEqual(3)
    const tabs = page.getByRole('navigation', { name: 'Вкладки замовлень' })
    await expect.poll(() => tabs.getByRole('link').count()).toBe(4)
  })

  test('keys move along the list, choose and ask for a receipt, and Enter makes it, once', async () => {
    const [ttn = ''] = await arrive(family('Клавішний', 3))
    const page = await open('Клавішний')
    await page.keyboard.press('KeyJ')
    await expect.poll(() => focused(page)).toBe('Клавішний 1')
    await page.keyboard.press('KeyJ')
    await expect.poll(() => focused(page)).toBe('Клавішний 2')
    await page.keyboard.press('KeyS')
    await expect.poll(() => row(page, 'Клавішний 2').getByRole('checkbox').isChecked()).toBe(true)
    await page.keyboard.press('Escape')
    await page.keyboard.press('KeyK')
    await expect.poll(() => focused(page)).toBe('Клавішний 1')
    await page.keyboard.press('KeyC')
    const asked = dialog(page, /^Створити чек за ТТН/)
    await asked.getByText(/Залишок до сплати/).waitFor()
    await page.keyboard.press('Enter')
    await asked.waitFor({ state: 'detached' })
    await row(page, 'Клавішний 1').getByText('Очікує оплати').waitFor()
    expect(shop.providers().fiscal.documents.live(ttn)).toHaveLength(1)
    expect(await receiptsOf('Клавішний')).toEqual(['created'])

    await page.keyboard.press('Enter')
    await state(page, 'Очікує оплати')
    await panel(page).getByRole('button', { name: 'Скасувати чек' }).waitFor()
    await page.keyboard.press('Escape')
    await expect.poll(() => focused(page)).toBe('Клавішний 1')
  })

  test('keys are heard by their place when they give the letters of the Ukrainian layout', async () => {
    await arrive(family('Розкладка', 2))
    const page = await open('Розкладка')
    // WebDriver knows no place for a Cyrillic letter, so the page is told of the key as this layout would.
    const press = (code: string, key: string) =>
      page.evaluate(
        (given) => {
          const event = new KeyboardEvent('keydown', { ...given, bubbles: true, cancelable: true })
          ;(document.activeElement ?? document.body).dispatchEvent(event)
        },
        { code, key },
      )
    await press('KeyJ', 'о')
    await press('KeyJ', 'о')
    await expect.poll(() => focused(page)).toBe('Розкладка 2')
    await press('KeyK', 'л')
    await press('KeyS', 'і')
    await expect.poll(() => row(page, 'Розкладка 1').getByRole('checkbox').isChecked()).toBe(true)
    await press('KeyC', 'с')
    await dialog(page, /^Створити чек/).waitFor()
  })

  test('receipts for all of a list are asked for by keys, followed in the dock, and told when they are there', async () => {
    await arrive(family('Гуртовий', 5))
    const page = await open('Гуртовий')
    await page.keyboard.press('KeyA')
    await page.keyboard.press('KeyC')
    const asked = dialog(page, /^Створити чеки: /)
    await asked.getByText(/Буде створено\s+5/).waitFor()
    await page.keyboard.press('Enter')
    await asked.waitFor({ state: 'detached' })
    await page.getByText(/^Готово: 5\sзамовлень\. Створено\s5/).waitFor()
    const dock = page.getByRole('complementary', { name: 'Створення чеків' })
    const pill = dock.getByRole('button', { name: /^Чеки/ })
    await expect.poll(() => pill.getAttribute('aria-expanded')).toBe('false')
    await pill.click()
    await dock.getByRole('link', { name: 'Звіт' }).click()
    await heading(page, 'Масове створення чеків').waitFor()
    expect(await receiptsOf('Гуртовий')).toEqual(Array.from({ length: 5 }, () => 'created'))
  })

  test('a period is typed, picked from the calendar and taken by a quick range', async () => {
    await arrive(family('Датований', 2))
    const page = await open('Датований')
    const period = () => {
      const { searchParams } = new URL(page.url())
      return [searchParams.get('from'), searchParams.get('to')]
    }
    await page.getByRole('button', { name: 'Фільтри' }).click()
    const from = page.getByRole('textbox', { name: 'Дата від', exact: true })
    await from.fill('9.3.2026')
    await from.press('Enter')
    await expect.poll(period).toEqual(['2026-03-09', null])
    await expect.poll(() => from.inputValue()).toBe('09.03.2026')
    await page.getByRole('button', { name: 'Календар: Дата від' }).click()
    const calendar = dialog(page, /^Календар: /)
    await calendar.getByRole('button', { name: /^вівторок, 10 березня 2026/ }).click()
    await expect.poll(period).toEqual(['2026-03-10', null])
    await page.getByRole('button', { name: 'Сьогодні', exact: true }).click()
    await expect.poll(() => new Set(period()).size).toBe(1)
    await row(page, 'Датований 1').waitFor()
  })

  test('on a telephone orders are cards within the screen, and a receipt is made by touch', async () => {
    await arrive(family('Кишеньковий', 3))
    const page = await open('Кишеньковий', { width: 390, height: 844 })
    const first = page.locator('tr[data-id]').first()
    expect((await first.boundingBox())?.y).toBeLessThanOrEqual(260)
    await expect.poll(() => first.evaluate((card) => getComputedStyle(card).display)).toBe('grid')
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    await first.getByRole('button', { name: 'Створити чек' }).click()
    await dialog(page, /^Створити чек за ТТН/)
      .getByRole('button', { name: 'Створити чек' })
      .click()
    await first.getByText('Очікує оплати').waitFor()
  })
})
