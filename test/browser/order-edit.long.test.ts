import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { theSystem } from '#/server/audit/record-audit.ts'
import { editOrder } from '#/server/orders/changing/edit-order.ts'
import { axeFindings } from './browser.ts'
import { openShop } from './shop.ts'
import { logIn, person } from './walks.ts'

const shop = openShop()
const { app, computer, arrive, orderId } = shop

const sheet = (page: Page) => page.getByRole('dialog', { name: /^Замовлення/ })
const unsaved = (page: Page) => page.getByRole('dialog', { name: 'Зміни не збережено' })
const rowOf = (id: string) => app().db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.id)

const anOrder = {
  goods: [{ code: 'SKU-101', name: 'Чохол', price: 120_000, quantity: 1000, discount: 0 }],
  total: 120_000,
  notes: 'як було',
}

async function orders(count: number): Promise<string[]> {
  return Promise.all((await arrive(Array.from({ length: count }, () => ({ order: anOrder })))).map(orderId))
}

/** The order with its fields open. `deaf`: no news comes from the server by itself. */
async function edit(id: string, { deaf = false, name = 'Олена Шевченко' } = {}): Promise<Page> {
  const { context, open } = await computer()
  if (deaf) await context.route('**/api/v1/events*', (route) => route.abort())
  const page = await open(`/?order=${id}`, await person(app(), 'cashier', name))
  await sheet(page).getByRole('button', { name: 'Редагувати' }).waitFor()
  await page.keyboard.press('KeyE')
  await notes(page).waitFor()
  return page
}

const notes = (page: Page) => sheet(page).getByRole('textbox', { name: 'Примітки' })

test('U22: mistakes are named beside their fields and on top, the first has the focus, and nothing is sent', async () => {
  const [id = ''] = await orders(1)
  const page = await edit(id)
  await expect.poll(() => focused(page)).toBe('order-name')
  await sheet(page).getByLabel('ТТН').fill('не номер')
  await sheet(page).getByLabel('Ціна, рядок 1').fill('дорого')
  await sheet(page).getByRole('button', { name: 'Додати товар' }).click()
  await expect.poll(() => focused(page)).toBe('Назва, рядок 2')
  await page.keyboard.press('Control+Enter')

  const summary = sheet(page).getByRole('alert')
  await summary.getByText('Не збережено: 4 помилки.').waitFor()
  await expect.poll(() => focused(page)).toBe('order-ttn')
  await expect.poll(() => sheet(page).getByLabel('ТТН').getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => sheet(page).getByText('ТТН складається лише з цифр (зазвичай 14).').count()).toBe(2)
  expect(await axeFindings(page)).toEqual([])
  await summary.getByRole('link', { name: 'Товари, рядок 1, ціна' }).click()
  await expect.poll(() => focused(page)).toBe('Ціна, рядок 1')
  expect((await rowOf(id)).version).toBe(1)

  await page.keyboard.type('1150,5')
  await sheet(page).getByRole('button', { name: 'Прибрати рядок 2' }).click()
  await sheet(page).getByLabel('ТТН').fill('2045 9999 0000 01')
  await sheet(page).getByRole('textbox', { name: 'Сума замовлення' }).fill('1150.50')
  await page.keyboard.press('Control+Enter')
  await sheet(page).getByText('Зміни збережено.').waitFor()
  expect(await rowOf(id)).toMatchObject({ ttn: '20459999000001', total: 115_050, version: 2 })
})

test('what is typed is guarded against Esc, neighbours and «back»', async () => {
  const [first = '', second = ''] = await orders(2)
  const page = await (await computer()).open('/', await person(app()))
  await page.locator(`tr[data-id="${first}"]`).click()
  await sheet(page).getByRole('button', { name: 'Редагувати' }).click()
  await notes(page).fill('напівслово')

  await page.keyboard.press('Escape')
  await unsaved(page).getByRole('button', { name: 'Повернутися' }).click()
  await expect.poll(() => notes(page).inputValue()).toBe('напівслово')

  await page.goBack()
  await unsaved(page).waitFor()
  await page.keyboard.press('Escape')
  await unsaved(page).waitFor({ state: 'detached' })
  expect(new URL(page.url()).searchParams.get('order')).toBe(first)

  await sheet(page).getByRole('button', { name: 'Наступне замовлення' }).click()
  await unsaved(page).getByRole('button', { name: 'Не зберігати' }).click()
  await page.waitForURL((url) => url.searchParams.get('order') === second)
  expect((await rowOf(first)).notes).toBe('як було')

  await sheet(page).getByRole('button', { name: 'Редагувати' }).click()
  await notes(page).fill('збережене')
  await page.keyboard.press('Escape')
  await unsaved(page).getByRole('button', { name: 'Зберегти' }).click()
  await sheet(page).waitFor({ state: 'detached' })
  expect((await rowOf(second)).notes).toBe('збережене')
})

test('the quick way: E on the row, typing, Ctrl+Enter, and the focus is on the row again', async () => {
  const [id = ''] = await orders(1)
  const page = await (await computer()).open('/', await person(app()))
  await page.locator(`tr[data-id="${id}"]`).focus()
  await page.keyboard.press('KeyE')
  await expect.poll(() => focused(page)).toBe('order-name')
  await page.keyboard.type('Марія Нова')
  await page.keyboard.press('Control+Enter')
  await sheet(page).waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-id'))).toBe(id)
  expect((await rowOf(id)).recipient_name).toBe('Марія Нова')
  await page.locator(`tr[data-id="${id}"]`).getByText('Марія Нова').waitFor()
})

test('U22: when somebody else has saved meanwhile, both versions stand beside each other and a person chooses', async () => {
  const [id = ''] = await orders(1)
  const page = await edit(id, { deaf: true })
  await notes(page).fill('моє')
  await sheet(page).getByRole('textbox', { name: 'Сума замовлення' }).fill('1100')
  await editOrder(app().app, theSystem, {
    id,
    request: { notes: 'їхнє', total: 118_000, ttn: '20450000777777' },
    expected_version: null,
  })
  await page.keyboard.press('Control+Enter')

  const panel = sheet(page).locator('[data-tone]').filter({ hasText: 'замовлення змінив хтось інший' })
  await panel.waitFor()
  expect((await panel.getByRole('row').allTextContents()).map((row) => row.replace(/\s+/g, ' '))).toEqual([
    'ПолеМоєНовеВибір',
    'Сума замовлення1 100,00 ₴1 180,00 ₴Залишити моєВзяти нове',
    'ПриміткимоєїхнєЗалишити моєВзяти нове',
  ])
  expect(await axeFindings(page)).toEqual([])
  expect(await rowOf(id)).toMatchObject({ notes: 'їхнє', version: 2 })
  // Nothing is saved over somebody else's before the choice.
  await page.keyboard.press('Control+Enter')
  await panel.getByRole('row').nth(1).getByRole('button', { name: 'Залишити моє' }).click()
  await panel.getByRole('row').nth(1).getByRole('button', { name: 'Взяти нове' }).click()
  await sheet(page).getByText('Взято нове: ТТН').waitFor()
  await expect.poll(() => notes(page).inputValue()).toBe('їхнє')
  await sheet(page).getByRole('button', { name: 'Зберегти' }).click()
  await sheet(page).getByText('Зміни збережено.').waitFor()
  expect(await rowOf(id)).toMatchObject({ notes: 'їхнє', total: 110_000, ttn: '20450000777777', version: 3 })
})

test('U22: a receipt that came first stops the saving, tells who and when, and the order is shown as it is', async () => {
  const [id = ''] = await orders(1)
  const page = await edit(id, { deaf: true })
  await notes(page).fill('запізно')
  const colleague = await person(app(), 'cashier', 'Ганна Рання')
  const { status } = await (
    await app().anonymous.logIn(colleague.login, colleague.password)
  ).post('/receipts', { order_id: id })
  expect(status).toBe(202)
  await page.keyboard.press('Control+Enter')

  const told = sheet(page)
    .getByRole('alert')
    .filter({ hasText: 'Зміни не збережено: для замовлення вже створюється чек.' })
  await told.getByText(colleague.login).waitFor()
  const words = ((await told.textContent()) ?? '').replace(/\s+/g, ' ')
  expect(words).toMatch(new RegExp(`Чек створює ${colleague.login}, о \\d\\d:\\d\\d\\.`))
  expect(words).toContain('Не збережено: Примітки.')
  await expect.poll(() => sheet(page).getByRole('textbox').count()).toBe(0)
  await expect.poll(() => sheet(page).getByRole('button', { name: 'Редагувати' }).count()).toBe(0)
  expect((await rowOf(id)).notes).toBe('як було')

  await page.reload()
  await sheet(page)
    .getByText(/^У замовлення є чек \(.*\), тому змінити його не можна\. Спершу скасуйте чек\.$/)
    .waitFor()
})

test('U34: whoever opens an order sees who edits it and since when', async () => {
  const [id = ''] = await orders(1)
  const watching = await (await computer()).open(`/?order=${id}`)
  await logIn(watching, await person(app(), 'cashier', 'Марія Друга'))
  await sheet(watching).getByRole('button', { name: 'Редагувати' }).waitFor()
  await expect.poll(() => sheet(watching).getByText('редагує з').count()).toBe(0)
  const editing = await edit(id, { name: 'Олена Перша' })
  await sheet(watching)
    .getByText(/^Олена Перша редагує з \d\d:\d\d$/)
    .waitFor()
  await expect.poll(() => sheet(editing).getByText('редагує з').count()).toBe(0)
})
