import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openStage } from './stage.ts'

/** What those hear who do not see the screen, and what those can reach who have no mouse. */
const stage = openStage({ viewport: { width: 1280, height: 900 } })

async function show(address: string): Promise<Page> {
  const page = await stage.page()
  await stage.show(page, address)
  return page
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

test.each([
  'order/changed in the CRM',
  'order/saved by two at once',
  'receipts/refused: Checkbox has a document already',
  'orders/list failing',
  'audit/lines',
])('a message is read out without the tables and buttons that stand with it: %s', async (address) => {
  const page = await show(address)
  const message = page.locator(':is([role=alert], [role=status])').filter({ hasText: /\S/ })
  await expect.poll(() => message.count()).toBeGreaterThan(0)
  await expect.poll(() => message.locator('table, button, input').count()).toBe(0)
})

test('that the CRM does not answer is read out once, without the minute; that it does is not read out at all', async () => {
  const page = await show('orders/CRM down')
  const told = page.locator('main output').filter({ hasText: 'CRM' })
  await expect.poll(() => told.allTextContents()).toEqual([expect.not.stringMatching(/\d|станом/)])
  await page.getByText(/дані станом на/).waitFor()
  await stage.show(page, 'orders/received')
  await page.getByText(/^Дані з CRM оновлено/).waitFor()
  await expect.poll(() => told.count()).toBe(0)
})

test('a failure stays until it is closed; a good result goes by itself, and makes room first', async () => {
  const page = await stage.page()
  await page.clock.install()
  await stage.show(page, 'around every page/toasts')
  const failure = page.getByText(/^Повернути не вдалося\./)
  await page.clock.fastForward('01:00:00')
  await page.getByText('Чек скасовано.').waitFor({ state: 'detached' })
  await expect.poll(() => failure.count()).toBe(1)
  await page.getByRole('button', { name: 'Закрити сповіщення' }).click()
  await failure.waitFor({ state: 'detached' })
})

test.each([
  ['order/to be hidden', 'Залишити'],
  ['users/asked: Вимкнути', 'Не вимикати'],
  ['users/asked: Скинути пароль', 'Не скидати'],
  ['receipts/to be cancelled', 'Залишити чек'],
])('Enter pressed without thinking harms nothing: %s', async (address, safe) => {
  const page = await show(address)
  await expect.poll(() => focused(page)).toBe(safe)
})

test('a button that does nothing can be reached, and tells why', async () => {
  const page = await show('receipts/the panel in every state')
  const off = page.locator('button[aria-disabled=true]')
  await expect.poll(() => off.count()).toBeGreaterThan(0)
  await expect
    .poll(() =>
      page
        .getByRole('button', { name: /^Створити/ })
        .and(page.locator(':disabled'))
        .count(),
    )
    .toBe(0)
  const button = off.first()
  await button.focus()
  await expect.poll(() => focused(page)).toBe(await button.textContent())
  for (const one of await off.all()) {
    const why = await one.getAttribute('aria-describedby')
    await expect.poll(() => page.locator(`[id="${why}"]`).textContent()).toMatch(/^\p{Lu}.+\.$/u)
  }
  await button.press('Enter')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
})

test('why nothing can be done about an order stands in its row, and not only under the mouse', async () => {
  for (const address of ['orders/without a receipt, other reasons', 'orders/refused']) {
    const page = await show(address)
    const reasons = await page
      .locator('td[data-column=receipt][title]')
      .evaluateAll((all) => all.map((one) => [one.getAttribute('title') ?? '', one.textContent]))
    expect(reasons.length).toBeGreaterThan(0)
    for (const [title, text] of reasons) expect(text).toContain(title)
  }
})

test('inside an order every part has a heading of the same rank', async () => {
  const page = await show('order/open')
  const ranks = await page
    .locator('dialog[open] :is(h1, h2, h3, h4)')
    .evaluateAll((all) => all.map((one) => one.tagName))
  expect(ranks[0]).toBe('H2')
  expect(new Set(ranks.slice(1))).toEqual(new Set(['H3']))
})

test('a table that becomes cards on a telephone stays a table for those who hear it', async () => {
  const page = await stage.page()
  for (const address of ['orders/without a receipt', 'order/open', 'order/saved by two at once']) {
    await page.setViewportSize({ width: 1280, height: 900 })
    await stage.show(page, address)
    await page.setViewportSize({ width: 390, height: 900 })
    const unnamed = await page.locator(':is(table, tr, td, th):visible').evaluateAll((all) =>
      all
        .filter((one) => !one.hasAttribute('role') && one.closest('[aria-hidden=true]') === null)
        .filter((one) => !getComputedStyle(one.closest('table') ?? one).display.startsWith('table'))
        .map((one) => one.outerHTML.slice(0, 80)),
    )
    expect(unnamed).toEqual([])
  }
})
