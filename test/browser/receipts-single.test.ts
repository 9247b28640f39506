import type { Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { axeFindings } from './browser.ts'
import { anOrder, dialog, figures, openShopForReceipts, panel, press, state } from './receipt-panel.ts'
import { person } from './walks.ts'

const { app, computer, arrive, orderId, providers, openOrder, documents } = openShopForReceipts()

const ascending = (a: number, b: number) => a - b

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
  expect(await panel(page).getByText('У черзі').count()).toBe(0)
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

test('U16: of two tabs that ask for the same receipt one gets it, and the other hears why not', async () => {
  const [ttn = ''] = await arrive([{ order: anOrder }])
  const tabs = [await openOrder(ttn), await openOrder(ttn)]
  let asking = 0
  let go = () => {}
  const together = new Promise<void>((resolve) => (go = resolve))
  for (const tab of tabs) {
    await tab.route('**/api/v1/receipts', async (route) => {
      asking += 1
      if (asking === tabs.length) go()
      await together
      await route.continue()
    })
    await press(tab, 'Створити чек')
    await tab.keyboard.press('Enter')
  }
  const open = async () =>
    (await Promise.all(tabs.map((tab) => dialog(tab, /^Створити чек/).count()))).toSorted(ascending)
  await expect.poll(open).toEqual([0, 1])
  await Promise.race(tabs.map((tab) => tab.getByRole('alert').getByText('У замовлення вже є чек.').waitFor()))
  await Promise.all(tabs.map((tab) => state(tab, 'Очікує оплати')))
  expect(documents(ttn)).toHaveLength(1)
})

test('U20: a prepayment is typed as people type, shows the rest at once, stops at the total and becomes two documents', async () => {
  const [ttn = ''] = await arrive([{ order: anOrder, control: 104_950 }])
  const page = await openOrder(ttn)
  await press(page, 'Передоплата…')
  const asked = dialog(page, /^Створити передоплату за ТТН/)
  const field = asked.getByLabel('Сума передоплати, ₴')
  const rest = async () => figures(await asked.getByText('Залишок до сплати').locator('..').textContent())
  // The waybill says it: the only sum that will do is there already.
  expect(await field.inputValue()).toBe('150,50')
  for (const [typed, left] of [
    ['150', '1 050,00'],
    ['150,5', '1 049,50'],
    ['150.50', '1 049,50'],
  ] as const) {
    await field.fill(typed)
    expect(await rest()).toBe(`Залишок до сплати${left} ₴`)
  }
  await field.fill('1200')
  await asked.getByText(/Передоплата має бути меншою за суму замовлення, 1\s200,00\s₴/).waitFor()
  await field.fill('100')
  const mismatch = figures(await asked.locator('[data-tone=danger]').textContent())
  for (const words of ['1 100,00 ₴', '1 049,50 ₴', '50,50 ₴', 'передоплата має бути 150,50 ₴'])
    expect(mismatch).toContain(words)
  await asked.getByText('Буде два документи').waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Enter')
  expect(await asked.isVisible()).toBe(true)

  await asked.getByLabel('Готівка').check()
  await field.fill('150,45')
  await asked.getByText(/покупець платить 150,50\s₴/).waitFor()
  // Cash has one label, other payments a closed list of them.
  expect(await asked.getByLabel('Назва оплати в чеку').count()).toBe(0)
  await asked.getByLabel('Безготівкова').check()
  await asked.getByLabel('Назва оплати в чеку').selectOption('Інтернет еквайринг')

  await field.fill('150,5')
  await field.press('Enter')
  await asked.waitFor({ state: 'detached' })
  await panel(page).getByText('Очікує оплати').waitFor()
  await panel(page).getByText('Фіскалізовано').waitFor()
  await expect.poll(() => documents(ttn).map(({ total_sum }) => total_sum)).toEqual([104_950])
  const paid = providers()
    .fiscal.documents.receipts()
    .map(({ total_sum, payments }) => [total_sum, payments[0]?.label])
  expect(paid).toContainEqual([15_050, 'Інтернет еквайринг'])
})

test('who may only look is told so and is offered nothing', async () => {
  const [ttn = ''] = await arrive([{ order: anOrder }])
  const page = await (await computer()).open(`/?order=${await orderId(ttn)}`, await person(app(), 'auditor'))
  await panel(page).getByText('Створювати й скасовувати чеки можуть касир і адміністратор.').waitFor()
  expect(await panel(page).getByRole('button').count()).toBe(0)
})
