import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openShop, type Wished } from './shop.ts'
import { heading, logIn, person, type Person } from './walks.ts'

const shop = openShop({ registers: ['Основна', 'Друга каса'] })
const { app, computer, arrive } = shop

const named = (name: string, wished: Wished = {}, phone = '380671112233'): Wished => ({
  ...wished,
  order: { ...wished.order, recipient: { name, phone } },
})

async function open(path: string, who?: Person): Promise<Page> {
  const page = await (await computer({ viewport: { width: 1280, height: 900 }, acceptDownloads: true })).open(path)
  await logIn(page, who ?? (await person(app())))
  await heading(page, 'Замовлення').waitFor()
  return page
}

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Вкладки замовлень' }).getByRole('link', { name })
const box = (page: Page) => page.getByRole('textbox', { name: /^Пошук замовлень/ })
const understood = (page: Page) => page.locator('#how-understood')
const chip = (page: Page, words: string) => page.getByRole('button', { name: `Прибрати фільтр: ${words}` })
const names = (page: Page) => page.locator('tr[data-id] [data-column=recipient] > div > :first-child').allTextContents()
const searchOf = (page: Page) => new URL(page.url()).searchParams

const byName = ([one]: [string, string], [other]: [string, string]) => one.localeCompare(other)

test('U9, U10, U11: one box finds by the end of a TTN or phone, by name in any spelling and layout, and says how it understood', async () => {
  const [ttn = ''] = await arrive([
    named('Дем’яненко Ґалина', {}, '380501234321'),
    named('Демʼяненко Іван', { status_code: 9 }, '380509998877'),
  ])
  const page = await open('/')
  await row(page, 'Ґалина').waitFor()
  await page.keyboard.press('/')
  await expect.poll(() => box(page).evaluate((field) => field === document.activeElement)).toBe(true)

  for (const [typed, told] of [
    [ttn.slice(-5), 'закінчується на'],
    ['4321', 'закінчується на 4321'],
    ['050 123 43 21', 'телефон +380 50 123 43 21'],
    ['галина демяненко', 'слово «галина» і слово «демяненко»'],
    ['ufkbyf ltv', 'набрано латиницею'],
  ] as const) {
    await box(page).fill(typed)
    await expect.poll(() => names(page), { message: typed }).toEqual(['Дем’яненко Ґалина'])
    expect((await understood(page).textContent())?.replace(/\s/g, ' ')).toContain(told)
  }

  await box(page).fill('демяненко')
  await expect.poll(async () => (await tab(page, 'Отримано').textContent()) ?? '').toBe('Отримано1')
  await expect.poll(() => tab(page, 'Без чека').textContent()).toBe('Без чека1')

  await box(page).fill('9998877')
  await page.getByRole('heading', { name: 'За запитом «9998877» тут нічого не знайдено' }).waitFor()
  await page.getByText('Шукали в ТТН, телефоні, номері замовлення й сумі.').waitFor()
  await page.getByRole('main').getByRole('link', { name: 'Отримано (1)' }).click()
  await row(page, 'Іван').waitFor()
})

test('U11, U12: a scanned TTN opens its order whatever tab and filter is on, and Esc clears and gives the focus back', async () => {
  const [, ttn = ''] = await arrive([named('Сканер Тутешній'), named('Сканер Отриманий', { status_code: 9 })])
  const page = await open('/?prepaid=true')
  await page.getByRole('heading', { name: 'За цими фільтрами нічого не знайдено' }).waitFor()
  await chip(page, 'Є передоплата').focus()
  await page.keyboard.press('/')
  await page.keyboard.type(ttn)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByText('Сканер Отриманий').first().waitFor()
  expect(searchOf(page).get('order')).toBe(await shop.orderId(ttn))

  await page.goBack()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(() => box(page).evaluate((field) => field === document.activeElement)).toBe(true)
  await page.keyboard.press('Escape')
  await expect.poll(() => box(page).inputValue()).toBe('')
  await expect.poll(() => chip(page, 'Є передоплата').evaluate((one) => one === document.activeElement)).toBe(true)
  await expect.poll(() => searchOf(page).get('q')).toBeNull()
})

test('U13, U40: every filter is a chip and stands in the address; a link brings the same list, and views can be kept', async () => {
  await arrive([
    named('Фільтр Дешевий', {
      order: { goods: [{ code: 'A', name: 'Чохол', price: 10_000, quantity: 1000, discount: 0 }], total: 10_000 },
    }),
    named('Фільтр Дорогий', {
      order: { goods: [{ code: 'B', name: 'Кабель', price: 90_000, quantity: 1000, discount: 0 }], total: 90_000 },
      status_code: 7,
    }),
  ])
  const who = await person(app())
  const page = await open('/?q=фільтр', who)
  await row(page, 'Дешевий').waitFor()
  await page.getByRole('button', { name: 'Фільтри' }).click()
  await page.getByLabel('Сума від, ₴').fill('150,5')
  await page.getByLabel('Сума від, ₴').press('Enter')
  await expect.poll(() => names(page)).toEqual(['Фільтр Дорогий'])
  await page.getByLabel('Посилка', { exact: true }).selectOption({ label: 'Чекає у відділенні' })
  await page.getByLabel('Каса', { exact: true }).selectOption({ label: 'Основна' })
  await page.getByRole('button', { name: 'Фільтри (3)' }).waitFor()
  await expect.poll(() => names(page)).toEqual(['Фільтр Дорогий'])
  const link = page.url()

  await page.getByRole('button', { name: 'Збережені списки' }).click()
  await page.getByLabel('Назва для того, що зараз на екрані').fill('Дорогі на відділенні')
  await page.getByRole('button', { name: 'Зберегти список' }).click()

  await chip(page, 'Посилка: чекає у відділенні').click()
  await page.getByRole('button', { name: 'Скинути все' }).click()
  await row(page, 'Дешевий').waitFor()
  expect([...searchOf(page).keys()]).toEqual(['q'])
  await page.goBack()
  await chip(page, 'Сума від 150,50 ₴').waitFor()

  const other = await open(new URL(link).pathname + new URL(link).search, who)
  await expect.poll(() => names(other)).toEqual(['Фільтр Дорогий'])
  // The other computer of the same person has it too; whoever deletes it there deletes it everywhere.
  await other.getByRole('button', { name: 'Збережені списки' }).click()
  await other.getByRole('link', { name: 'Дорогі на відділенні' }).waitFor()
  await page.goto(`${app().url}/`)
  await page.getByRole('button', { name: 'Збережені списки' }).click()
  await page.getByRole('link', { name: 'Дорогі на відділенні' }).click()
  await expect.poll(() => names(page)).toEqual(['Фільтр Дорогий'])
  expect([...searchOf(page)].toSorted(byName)).toEqual([...new URL(link).searchParams].toSorted(byName))
  await other.getByRole('button', { name: 'Видалити список «Дорогі на відділенні»' }).click()
  await other.getByText('Збережіть тут вкладку з фільтрами, яку відкриваєте щодня.').waitFor()
})

test('U40: a phone that is searched for never stands in the address, and a reload keeps it; a link to an order opens it', async () => {
  const [ttn = ''] = await arrive([named('Приватна Особа', {}, '380639876543')])
  const who = await person(app())
  const page = await open('/', who)
  await box(page).fill('063 987 65 43')
  await expect.poll(() => names(page)).toEqual(['Приватна Особа'])
  expect(page.url()).not.toMatch(/987/)
  await page.reload()
  await expect.poll(() => names(page)).toEqual(['Приватна Особа'])
  expect(page.url()).not.toMatch(/987/)

  const direct = await open(`/?tab=refused&order=${await shop.orderId(ttn)}`, who)
  await direct.getByRole('dialog').getByText('Приватна Особа').first().waitFor()
  await direct.keyboard.press('Escape')
  await direct.getByRole('dialog').waitFor({ state: 'detached' })
  expect(searchOf(direct).get('order')).toBeNull()
  expect(searchOf(direct).get('tab')).toBe('refused')
})

test('U39: what is on screen is saved as a file for spreadsheets, with the filter in its name', async () => {
  await arrive([
    named('Файл Перший', { status_code: 7 }),
    named('=ФайлФормула', { status_code: 7 }),
    named('Файл Інший'),
  ])
  const page = await open('/?q=файл&parcel_group=waiting')
  await row(page, 'Файл Перший').waitFor()
  const saved = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Завантажити CSV' }).click()
  const file = await saved
  expect(file.suggestedFilename()).toMatch(/^[\w.-]+\.csv$/)
  expect(file.suggestedFilename()).toContain('waiting')
  const text = await readFile(await file.path(), 'utf8')
  expect(text.startsWith('\ufeff')).toBe(true)
  expect(text).toContain('Файл Перший')
  expect(text).not.toContain('Файл Інший')
  expect(text).toMatch(/;\d+,\d\d;/)
  expect(text).not.toMatch(/(^|;)"?=/m)
})
