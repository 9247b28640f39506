import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Role } from '#/contract/permissions.ts'
import { openShop, type Wished } from './shop.ts'
import { ukrainianKeys } from './ukrainian-layout.ts'
import { heading, person } from './walks.ts'

const shop = openShop()
const { app, computer, arrive } = shop

const family = (surname: string, count: number, wished: Wished = {}): Wished[] =>
  Array.from({ length: count }, (_, place) => ({
    ...wished,
    order: { ...wished.order, recipient: { name: `${surname} ${place + 1}`, phone: '380671112233' } },
  }))

async function open(surname: string, role: Role = 'cashier'): Promise<Page> {
  const page = await (
    await computer({ viewport: { width: 1280, height: 900 }, permissions: ['clipboard-read', 'clipboard-write'] })
  ).open(`/?q=${encodeURIComponent(surname)}`, await person(app(), role))
  await heading(page, 'Замовлення').waitFor()
  await page.locator('tr[data-id]').first().waitFor()
  return page
}

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const bar = (page: Page) => page.getByRole('region', { name: 'Вибрані замовлення' })
const chosen = async (page: Page) => /^(\d+)/.exec((await bar(page).getByRole('status').textContent()) ?? '')?.[1]
/** Whoever has the focus, by the name of the recipient in that row. */
const focused = (page: Page) =>
  page.evaluate(
    () => document.activeElement?.querySelector('[data-column=recipient] > div > :first-child')?.textContent,
  )
const isChosen = (page: Page, text: string) => row(page, text).getByRole('checkbox').isChecked()

test('U24, U35: four keys on the Ukrainian layout make fifty receipts', async () => {
  await arrive(family('Полтинник', 50))
  const page = await open('Полтинник')
  await page.getByText('Показано 50 із 50').waitFor()
  const press = await ukrainianKeys(page)

  await press('KeyA')
  await expect.poll(() => chosen(page)).toBe('50')
  await press('KeyC')
  await page
    .getByRole('dialog')
    .getByText(/Буде створено\s+50/)
    .waitFor()
  await press('Enter')

  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => bar(page).count()).toBe(0)
  const made = app().db.selectFrom('receipts').innerJoin('orders', 'orders.id', 'receipts.order_id').select('state')
  await expect
    .poll(async () => (await made.where('recipient_name', 'like', 'Полтинник%').execute()).map(({ state }) => state), {
      interval: 500,
    })
    .toEqual(Array.from({ length: 50 }, () => 'created'))
  // The rows stay where they were and say what has become of them.
  const told = () => row(page, 'Полтинник 1').first().getByText('Очікує оплати').count()
  await expect.poll(told).toBe(1)
})

test('U24: a checkbox, a range with Shift, the page, and everything of the filter, with the count and the sum in sight', async () => {
  await arrive(
    family('Добірка', 60, {
      order: { goods: [{ code: 'A', name: 'Чохол', price: 10_000, quantity: 1000, discount: 0 }], total: 10_000 },
    }),
  )
  const page = await open('Добірка')
  await row(page, 'Добірка 2').first().getByRole('checkbox').check()
  await page
    .locator('tr[data-id]')
    .nth(5)
    .getByRole('checkbox')
    .click({ modifiers: ['Shift'] })
  const count = Number(await chosen(page))
  expect(count).toBeGreaterThan(3)
  await bar(page)
    .getByText(`${count * 100},00`)
    .waitFor()

  await page.getByRole('checkbox', { name: 'Вибрати всі завантажені замовлення' }).check()
  await bar(page).getByText('50 замовлень вибрано · 5 000,00 ₴').waitFor()
  await bar(page).getByRole('button', { name: 'Вибрати всі 60 за фільтром' }).click()
  await bar(page).getByText('60 замовлень вибрано · 6 000,00 ₴').waitFor()

  await page.locator('tr[data-id]').first().getByRole('checkbox').uncheck()
  await bar(page).getByText('59 замовлень вибрано · 5 900,00 ₴').waitFor()
  await page.keyboard.press('Escape')
  await bar(page).waitFor({ state: 'detached' })
  await page.keyboard.press('a')
  await page.keyboard.press('a')
  await bar(page).getByText('60 замовлень вибрано · 6 000,00 ₴').waitFor()
})

test('U35, U36: every key of the list works by its place, and none while somebody types', async () => {
  const [ttn = ''] = await arrive([...family('Клавіша', 1), ...family('Клавішник', 2)])
  const page = await open('Клавіш')
  const press = await ukrainianKeys(page)
  await press('KeyJ')
  await expect.poll(() => focused(page)).toBe('Клавіша 1')
  await press('KeyJ')
  await expect.poll(() => focused(page)).toBe('Клавішник 1')
  await press('KeyK', 'KeyS')
  await expect.poll(() => isChosen(page, 'Клавіша 1')).toBe(true)
  await page.keyboard.press('Shift+ArrowDown')
  await expect.poll(() => chosen(page)).toBe('2')
  await expect.poll(() => focused(page)).toBe('Клавішник 1')
  await page.keyboard.press('Space')
  await expect.poll(() => chosen(page)).toBe('1')
  await press('Escape', 'KeyK')

  await press('KeyT')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(ttn)

  const dialog = page.getByRole('dialog')
  await press('KeyC')
  await dialog.getByRole('button', { name: 'Створити чек' }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toBe('Клавіша 1')
  await press('KeyP')
  await dialog
    .getByRole('heading', { name: /ередоплат/ })
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await press('KeyX')
  await page.getByText('Чека немає, скасовувати немає чого.').waitFor()
  await press('KeyE')
  await dialog.getByRole('textbox').first().waitFor()
  expect(new URL(page.url()).searchParams.get('order')).toBe(await shop.orderId(ttn))
  await page.goBack()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => focused(page)).toBe('Клавіша 1')
  await press('Enter')
  await dialog.getByText('Клавіша 1').first().waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })

  await press('Slash')
  await page.keyboard.type('клавіша')
  await page.waitForFunction(() => !location.search.includes('order'))
  await expect.poll(() => page.getByRole('textbox', { name: /^Пошук/ }).inputValue()).toBe('клавіша')
  await expect.poll(() => bar(page).count()).toBe(0)
})

test('U37: everything can be done by Tab alone, and what has the focus is never under the head of the table', async () => {
  await arrive(family('Табулятор', 30))
  const page = await open('Табулятор')
  await page.getByRole('columnheader').getByRole('checkbox').focus()
  const reached: string[] = []
  for (let press = 0; press < 5; press += 1) {
    await page.keyboard.press('Tab')
    reached.push(
      await page.evaluate(() => {
        const active = document.activeElement
        return active?.tagName === 'TR' ? 'row' : (active?.getAttribute('aria-label') ?? active?.textContent ?? '')
      }),
    )
  }
  expect(reached.map((name) => name.replace(/[\s\d…]+/g, ' ').trim())).toEqual([
    'row',
    'Вибрати замовлення №',
    'Копіювати: ТТН',
    '№',
    'Створити чек',
  ])
  for (let step = 0; step < 25; step += 1) await page.keyboard.press('ArrowDown')
  for (let step = 0; step < 15; step += 1) await page.keyboard.press('ArrowUp')
  const [inFocus, head] = await Promise.all([
    page.evaluate(() => document.activeElement?.getBoundingClientRect().top ?? 0),
    page.getByRole('columnheader').first().boundingBox(),
  ])
  expect(inFocus).toBeGreaterThanOrEqual((head?.y ?? 0) + (head?.height ?? 0) - 1)
})

test('an auditor looks and changes nothing', async () => {
  await arrive(family('Ревізор', 2))
  const page = await open('Ревізор', 'auditor')
  await row(page, 'Ревізор 1').getByText('Створити чек').waitFor()
  await expect.poll(() => row(page, 'Ревізор 1').getByRole('button', { name: 'Створити чек' }).count()).toBe(0)
  await page.keyboard.press('j')
  await page.keyboard.press('c')
  await page.getByText('Для цієї дії бракує прав.').waitFor()
  await page.keyboard.press('a')
  await bar(page).getByRole('button', { name: 'Друк реєстру' }).waitFor()
  await expect.poll(() => bar(page).getByRole('button', { name: 'Створити чеки' }).count()).toBe(0)
})
