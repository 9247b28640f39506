import { expect, test } from 'vitest'
import { axeFindings } from './browser.ts'
import { anOrder, dialog, figures, openShopForReceipts, panel, press, state } from './receipt-panel.ts'

const { app, arrive, move, providers, openOrder, documents } = openShopForReceipts()

const ascending = (a: number, b: number) => a - b

test('a test register is marked, and a sum that does not match is told before anything is sent, with the way to mend it', async () => {
  const [ttn = ''] = await arrive([{ order: anOrder }])
  const setTest = (is_test: boolean) => app().db.updateTable('cash_registers').set({ is_test }).execute()
  await setTest(true)
  const page = await openOrder(ttn)
  await press(page, 'Створити чек')
  const asked = dialog(page, /^Створити чек/)
  await asked.getByText('тестовий чек').waitFor()
  await setTest(false)
  // Meanwhile the waybill is changed at the carrier.
  providers().carrier.parcels.put([{ ttn, cod: { kind: 'payment_control', amount: 1150 } }])
  await move(ttn, 6)
  const told = figures(await asked.locator('[data-tone=danger]').textContent())
  for (const words of [
    'за чеком1 200,00 ₴',
    'в накладній1 150,00 ₴',
    'Різниця50,00 ₴',
    'Якщо різницю 50,00 ₴ вже сплачено, створіть передоплату.',
  ])
    expect(told).toContain(words)
  await expect.poll(() => asked.getByRole('button', { name: 'Створити чек' }).count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])
  await asked.getByRole('button', { name: 'Змінити замовлення' }).click()
  await asked.waitFor({ state: 'detached' })
  await page.getByRole('textbox', { name: /^Ціна/ }).first().waitFor()
  expect(documents(ttn)).toEqual([])
})

test('U17: a doubt reads as work under way, and a second receipt is off with the reason', async () => {
  const [ttn = ''] = await arrive([{ order: anOrder }])
  const { fiscal } = providers()
  // The document comes a while after the answer was lost, so the first looks find nothing.
  const late = { kind: 'late_effect', delay_ms: 4_000, meanwhile: 'reset' } as const
  fiscal.faults.arm({ operation: 'create_ettn', fault: late })
  const page = await openOrder(ttn)
  await press(page, 'Створити чек')
  await page.keyboard.press('Enter')
  await state(page, 'Перевіряємо в Checkbox')
  await panel(page)
    .getByText(/^Перевіряємо в Checkbox · з \d\d:\d\d\. Чек не дублюватиметься\. Повторювати не потрібно\.$/)
    .waitFor()
  await expect.poll(() => panel(page).getByRole('alert').count()).toBe(0)
  await expect.poll(() => panel(page).getByRole('button', { name: 'Створити чек' }).isDisabled()).toBe(true)
  await panel(page)
    .getByText('У замовлення вже є чек. Новий можна створити, лише коли цей скасовано або повернено в Checkbox.')
    .waitFor()
  expect(await axeFindings(page)).toEqual([])
  // Nobody reloads anything: the look-up finds it, and the screen follows.
  await panel(page).getByText('Очікує оплати').waitFor()
  expect(documents(ttn)).toHaveLength(1)
})

test('U18: what Checkbox refused has a reason, its own words and a way on', async () => {
  const [ttn = ''] = await arrive([{ order: anOrder }])
  providers().fiscal.faults.arm({
    operation: 'create_ettn',
    fault: { kind: 'status', status: 422, body: { code: 'validation.custom', message: 'Назва товару задовга' } },
  })
  const page = await openOrder(ttn)
  await press(page, 'Створити чек')
  await page.keyboard.press('Enter')
  await state(page, 'Не створено')
  await panel(page).getByText('Checkbox не прийняв чека.').waitFor()
  await panel(page)
    .getByText(/Назва товару задовга/)
    .waitFor()
  await panel(page)
    .getByText(/Виправте в замовленні те, на що вказує Checkbox/)
    .waitFor()
  await press(page, 'Створити ще раз')
  await page.keyboard.press('Enter')
  await state(page, 'Очікує оплати')
  expect(documents(ttn)).toHaveLength(1)
})

test('U19: cancelling names the receipt, says what will happen and cannot be misread; the result follows by itself', async () => {
  const [ttn = ''] = await arrive([{ order: anOrder }])
  const page = await openOrder(ttn)
  await press(page, 'Створити чек')
  await page.keyboard.press('Enter')
  await state(page, 'Очікує оплати')
  await press(page, 'Скасувати чек…')
  const asked = dialog(page, new RegExp(`^Скасувати чек за ТТН\\s…\\u2060${ttn.slice(-4)}\\?$`))
  await asked.getByText('Чек буде видалено в Checkbox').waitFor()
  await expect.poll(() => asked.getByRole('button').allTextContents()).toEqual(['Залишити чек', 'Скасувати чек'])
  expect(await axeFindings(page)).toEqual([])
  await asked.getByRole('button', { name: 'Залишити чек' }).click()
  expect(documents(ttn)).toHaveLength(1)

  await press(page, 'Скасувати чек…')
  await page.keyboard.press('Enter')
  await asked.waitFor({ state: 'detached' })
  expect(documents(ttn)).toHaveLength(1)

  await press(page, 'Скасувати чек…')
  await asked.getByRole('button', { name: 'Скасувати чек' }).click()
  await asked.waitFor({ state: 'detached' })
  await state(page, 'Скасовано')
  expect(documents(ttn)).toEqual([])
  await expect.poll(() => panel(page).getByRole('button', { name: 'Створити чек' }).isEnabled()).toBe(true)
})

test('U19, U38: a fiscal receipt has its number, link, QR and slip, and only a return is left', async () => {
  const [ttn = ''] = await arrive([{ order: anOrder }])
  const page = await openOrder(ttn)
  await press(page, 'Створити чек')
  await page.keyboard.press('Enter')
  await state(page, 'Очікує оплати')
  providers().fiscal.documents.payTtn(ttn)
  await panel(page).getByText('Фіскалізовано', { exact: true }).waitFor()
  const link = panel(page).getByRole('link', { name: /^Відкрити чек/ })
  await link.waitFor()
  const url = (await link.getAttribute('href')) ?? ''
  expect(url).toMatch(/^https:\/\/check\.checkbox\.ua\//)
  await panel(page).getByRole('img', { name: 'QR-код із посиланням на чек' }).waitFor()
  await panel(page).getByText('Фіскальний чек не скасовують: можливе лише повернення').waitFor()
  await expect
    .poll(() =>
      panel(page)
        .getByRole('button', { name: /Скасувати/ })
        .count(),
    )
    .toBe(0)
  expect(await axeFindings(page)).toEqual([])

  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', document.body.lastElementChild?.textContent ?? '')
  })
  await press(page, 'Друкувати чек')
  await page.locator('body[data-printed]').waitFor()
  await page.emulateMedia({ media: 'print' })
  const slip = page.getByRole('article')
  expect((await slip.boundingBox())?.width).toBeCloseTo(272, -1)
  const paper = figures(await slip.textContent())
  for (const words of ['ФОП Шевченко О. П.', `ТТН ${ttn}`, 'Сума1 200,00 ₴', 'Фіскальний номер', url])
    expect(paper).toContain(words)
  await expect.poll(() => page.getByRole('banner').isVisible()).toBe(false)
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
  await expect.poll(() => field.inputValue()).toBe('150,50')
  for (const [typed, left] of [
    ['150', '1 050,00'],
    ['150,5', '1 049,50'],
    ['150.50', '1 049,50'],
  ] as const) {
    await field.fill(typed)
    await expect.poll(() => rest()).toBe(`Залишок до сплати${left} ₴`)
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
  await expect.poll(() => asked.isVisible()).toBe(true)

  await asked.getByLabel('Готівка').check()
  await field.fill('150,45')
  await asked.getByText(/покупець платить 150,50\s₴/).waitFor()
  // Cash has one label, other payments a closed list of them.
  await expect.poll(() => asked.getByLabel('Назва оплати в чеку').count()).toBe(0)
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
