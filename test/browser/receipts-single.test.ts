import type { Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFindings } from './browser.ts'
import { anOrder, dialog, figures, openShopForReceipts, panel, press, state } from './receipt-panel.ts'
import { person } from './walks.ts'

const { app, computer, arrive, orderId, openOrder, documents } = openShopForReceipts()

test('U15: the confirmation shows exactly what will be fiscalized, Enter confirms, and only the server’s word changes the state', async () => {
  const [ttn = ''] = await arrive([{ order: anOrder }])
  const page = await openOrder(ttn)
  await press(page, 'Створити чек')
  const asked = dialog(page, new RegExp(`^Створити чек за ТТН\\s…\\u2060${ttn.slice(-4)}\\?$`))
  const shown = figures(await asked.textContent())
  for (const words of [
    'ФОП Шевченко О. П.',
    '2 товари',
    '2 × 450,00 ₴',
    '900,00 ₴',
    'Знижка−50,00 ₴',
    'Сума1 200,00 ₴',
    'Передоплата немає'.replace(' ', ''),
    'Залишок до сплати1 200,00 ₴',
  ])
    expect(shown).toContain(words)
  expect(await axeFindings(page)).toEqual([])

  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/api/v1/receipts', async (route) => {
    await held
    await route.continue()
  })
  await page.keyboard.press('Enter')
  await asked.getByRole('button', { name: 'Створити чек' }).and(page.locator('[data-loading]')).waitFor()
  await expect.poll(() => panel(page).getByText('У черзі').count()).toBe(0)
  release()
  await asked.waitFor({ state: 'detached' })
  await page.getByText(/^Чек за замовлення №.* у черзі\.$/).waitFor()
  await state(page, 'Очікує оплати')
  expect(documents(ttn).map(({ total_sum }) => total_sum)).toEqual([120_000])
})

test('U16: a double click, a second Enter and a lost answer are one receipt, and nobody has to ask again', async () => {
  const [ttn = ''] = await arrive([{ order: anOrder }])
  const page = await openOrder(ttn)
  const keys: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/api/v1/receipts'))
      keys.push(request.headers()['idempotency-key'] ?? '')
  })
  await press(page, 'Створити чек')
  const confirm = dialog(page, /^Створити чек/).getByRole('button', { name: 'Створити чек' })
  // The answer to the first one never comes, although the server has done it.
  const lose = async (route: Route) => {
    await route.fetch()
    await route.abort()
  }
  await page.route('**/api/v1/receipts', lose, { times: 1 })
  await confirm.dblclick()
  await page.keyboard.press('Enter')
  await dialog(page, /^Створити чек/).waitFor({ state: 'detached' })
  await state(page, 'Очікує оплати')
  expect(keys).toHaveLength(1)
  expect(documents(ttn)).toHaveLength(1)
})

test('who may only look is told so and is offered nothing', async () => {
  const [ttn = ''] = await arrive([{ order: anOrder }])
  const page = await (await computer()).open(`/?order=${await orderId(ttn)}`, await person(app(), 'auditor'))
  await panel(page).getByText('Створювати й скасовувати чеки можуть касир і адміністратор.').waitFor()
  await expect.poll(() => panel(page).getByRole('button').count()).toBe(0)
})
