import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { theSystem } from '#/server/audit/record-audit.ts'
import type { CrmOrder } from '#/server/integrations/crm-order.ts'
import { createReceipt } from '#/server/receipts/creating/create-receipt.ts'
import { alterAnswers, holdOne, withoutItems } from './answers.ts'
import { axeFindings } from './browser.ts'
import { openShop, type Wished } from './shop.ts'
import { heading, logIn, person } from './walks.ts'
import { wordsOf } from './words.ts'

const shop = openShop({ registers: ['Основна', 'ФОП Шевченко О. П.'] })
const { app, computer, arrive } = shop

const named = (name: string, wished: Wished = {}, order: Partial<CrmOrder> = {}): Wished => ({
  ...wished,
  order: { ...order, recipient: { name, phone: '380671112233' } },
})

async function open(path: string): Promise<Page> {
  const { open: openPage } = await computer({
    viewport: { width: 1280, height: 900 },
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  const page = await openPage(path)
  await logIn(page, await person(app()))
  await heading(page, 'Замовлення').waitFor()
  return page
}

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const tab = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Вкладки замовлень' }).getByRole('link', { name })
const plain = async (text: Promise<string | null>) => ((await text) ?? '').replace(/\s+/g, ' ').trim()

test('U1, U5: every order is in exactly one tab, with a count on each, and its row says what to do or why not', async () => {
  const ttns = await arrive([
    named('Вкладка Готове'),
    named('Вкладка Безтетеен', {}, { ttn: null }),
    named('Вкладка Чуже', { foreign: true }),
    named('Вкладка Переказ', { by_transfer: true }),
    named('Вкладка Різниця', { control: 100 }),
    named('Вкладка Чек'),
    named('Вкладка Отримав', { status_code: 9 }),
    named('Вкладка Відмовився', { status_code: 103 }),
  ])
  await createReceipt(app().app, theSystem, await shop.orderId(ttns[5] ?? ''))
  const page = await open('/?q=вкладка')
  await row(page, 'Готове').waitFor()

  const counts = ['Без чека', 'З чеком', 'Отримано', 'Відмова'].map((name) => plain(tab(page, name).textContent()))
  expect(await Promise.all(counts)).toEqual(['Без чека5', 'З чеком1', 'Отримано1', 'Відмова1'])
  await expect.poll(() => tab(page, 'Без чека').getAttribute('aria-current')).toBe('page')

  await row(page, 'Готове').getByRole('button', { name: 'Створити чек' }).waitFor()
  await row(page, 'Безтетеен').getByText('Немає ТТН').last().waitFor()
  await row(page, 'Чуже').getByText('ТТН не вашої каси').waitFor()
  await row(page, 'Переказ').getByText('Післяплата переказом').waitFor()
  await row(page, 'Різниця').getByText('Суми не збігаються').waitFor()

  const shown = new Map<string, string[]>()
  for (const [key, name] of ['Без чека', 'З чеком', 'Отримано', 'Відмова'].entries()) {
    await page.keyboard.press(`Digit${key + 1}`)
    await page.locator('[aria-current=page]', { hasText: name }).waitFor()
    await expect.poll(() => page.locator('tr[data-id]').count()).toBe(name === 'Без чека' ? 5 : 1)
    shown.set(name, await page.locator('tr[data-id]').evaluateAll((rows) => rows.map((one) => one.dataset['id'] ?? '')))
  }
  expect(new URL(page.url()).searchParams.get('tab')).toBe('refused')
  expect(new Set([...shown.values()].flat()).size).toBe(8)
  await row(page, 'Відмовився').getByText('Чек не потрібен', { exact: true }).waitFor()
})

test('U2, U3: a row has everything of an order, and the TTN is copied as plain digits', async () => {
  const [ttn = ''] = await arrive([named('Стовпець Повний', { status_code: 7 })])
  const page = await open('/?q=стовпець')
  await row(page, 'Повний').waitFor()
  await expect
    .poll(() => page.getByRole('columnheader').allTextContents())
    .toEqual(['', 'ТТН, замовлення', 'Одержувач', 'Товари', 'Сума, оплата', 'Посилка', 'Чек', 'Час, каса'])
  const text = await plain(row(page, 'Повний').textContent())
  for (const part of ['+380 67 111 22 33', 'Чекає у відділенні', 'Основна', '₴', 'щойно']) expect(text).toContain(part)
  await expect.poll(() => row(page, 'Повний').locator('b').textContent()).toBe(ttn.slice(-4))

  await row(page, 'Повний')
    .getByRole('button', { name: /^Копіювати: ТТН/ })
    .click()
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(ttn)

  const high = async () => (await row(page, 'Повний').boundingBox())?.height ?? 0
  const before = await high()
  await page.getByRole('button', { name: 'Щільні рядки' }).click()
  await expect.poll(() => high()).toBeLessThan(before)
  await page.reload()
  await row(page, 'Повний').waitFor()
  await expect.poll(() => high()).toBeLessThan(before)
})

test('U4: pages follow as one scrolls or asks, the head stays in sight, and few rows are in the document', async () => {
  await arrive(Array.from({ length: 130 }, (_, place) => named(`Сторінка ${place}`)))
  const page = await open('/?q=сторінка')
  await row(page, 'Сторінка').first().waitFor()
  await page.getByText('Показано 50 із 130').waitFor()
  await expect.poll(() => page.getByRole('table').getAttribute('aria-rowcount')).toBe('131')

  await page.mouse.move(600, 600)
  await page.mouse.wheel(0, 3_000)
  await page.getByText('Показано 100 із 130').waitFor()
  const head = await page.getByRole('columnheader', { name: 'Одержувач' }).boundingBox()
  const banner = await page.getByRole('banner').boundingBox()
  expect(head?.y).toBeCloseTo(banner?.height ?? 0, 0)
  await expect.poll(() => page.locator('tr[data-id]').count()).toBeLessThan(45)

  await page.mouse.wheel(0, 20_000)
  await page.getByText('Показано 130 із 130').waitFor()
  await page.mouse.wheel(0, 20_000)
  await expect.poll(() => page.locator('tr[data-id]').last().getAttribute('aria-rowindex')).toBe('131')
})

test('U6: when the CRM is down the list stays, says how old it is, and can be asked again', async () => {
  await arrive([named('Свіжий Перший')])
  const page = await open('/?q=свіжий')
  await page.getByText(/^Дані з CRM оновлено о\s\d\d:\d\d$/).waitFor()
  shop.crm.failure = { kind: 'timeout', detail: 'CRM не відповіла вчасно' }
  await expect
    .poll(
      async () => {
        await page.keyboard.press('r')
        return page.getByText(/^CRM не відповіла вчасно, дані станом на\s\d\d:\d\d$/).count()
      },
      { interval: 1_000 },
    )
    .toBe(1)
  await expect.poll(() => row(page, 'Перший').count()).toBe(1)
  shop.crm.failure = null
  await expect
    .poll(
      async () => {
        await page.getByRole('button', { name: /Повторити|Оновити/ }).click()
        return page.getByText(/^Дані з CRM оновлено о/).count()
      },
      { interval: 1_000 },
    )
    .toBe(1)
})

test('U7, U14: the summary leads to exactly the orders it counts, and the alarm to those received without a receipt', async () => {
  await arrive([named('Підсумок Тривога', { status_code: 9 }), named('Підсумок Чекає', { status_code: 7 })])
  const page = await open('/')
  const card = page.getByRole('region', { name: 'Підсумок' })
  await card.getByText(/дані на \d\d:\d\d/).waitFor()
  const told = Number(/Не забрано(\d+)/.exec(await plain(card.textContent()))?.[1])
  await card.getByRole('link', { name: /Не забрано/ }).click()
  await page.getByRole('button', { name: 'Прибрати фільтр: Не забрано' }).waitFor()
  await expect
    .poll(async () => {
      const texts = await Promise.all(['Без чека', 'З чеком'].map((name) => tab(page, name).textContent()))
      return texts.reduce((sum, text) => sum + Number(/\d+$/.exec(text ?? '')?.[0]), 0)
    })
    .toBe(told)

  await card.getByRole('link', { name: /Отримано без чека/ }).click()
  await page.getByRole('heading', { level: 2, name: /^Отримано без чека/ }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/attention')
})

test('an empty tab is good news, and a list that cannot be had says why', async () => {
  const page = await open('/?tab=has_receipt&sum_from=99999999999')
  await page.getByRole('heading', { name: 'За цими фільтрами нічого не знайдено' }).waitFor()
  const held = await holdOne(page, '**/api/v1/orders?*')
  await page.getByRole('link', { name: 'Скинути фільтри (1)' }).click()
  await page.waitForURL((url) => !url.searchParams.has('sum_from'))
  await held.answered
  // Nobody has answered yet whether the tab is empty.
  await expect
    .poll(() => page.getByRole('heading', { level: 2 }).allTextContents())
    .toEqual(['За цими фільтрами нічого не знайдено'])
  held.letGo()
  await page.getByRole('heading', { name: 'За цими фільтрами нічого не знайдено' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Оновити' }).waitFor()
  const lists = '**/api/v1/orders?*'
  await alterAnswers(page.context(), lists, withoutItems)
  await page.keyboard.press('Digit1')
  await page.waitForURL(/tab=no_receipt/)
  await page.getByRole('heading', { name: 'Усі замовлення мають чеки' }).waitFor()
  await page.context().unroute(lists)

  await page.context().route(lists, (route) => route.abort())
  await page.keyboard.press('Digit4')
  await page.waitForURL(/tab=refused/)
  await page.getByRole('alert').getByText('Немає зв’язку').waitFor()
  await page.context().unroute(lists)
  await page.getByRole('button', { name: 'Спробувати ще раз' }).click()
  await row(page, 'Відмовився').waitFor()
  await expect.poll(() => page.getByRole('alert').count()).toBe(0)
})

test('while the answer is late there are rows of the real height, and after five seconds the reason; without a register the way to one', async () => {
  const { context, open: openPage } = await computer()
  const { promise, resolve } = Promise.withResolvers<void>()
  await context.route('**/api/v1/orders?*', async (route) => {
    await promise
    await route.continue()
  })
  await context.route('**/api/v1/cash-registers?*', (route) =>
    route.fulfill({ json: { items: [], next_cursor: null } }),
  )
  const page = await openPage('/?q=вкладка')
  await logIn(page, await person(app(), 'admin'))
  await page.getByText('Додайте касу, щоб створювати чеки.').waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Додати касу' }).getAttribute('href')).toBe('/cash-registers')
  await page.getByText('CRM відповідає повільно…').waitFor()
  resolve()
  await row(page, 'Готове').waitFor()
})

test.each([
  ['light', 1280],
  ['dark', 320],
] as const)(
  'nothing is wrong for axe in the %s scheme at %i pixels, and nothing is in English',
  async (colorScheme, width) => {
    await arrive([named('Огляд Отримав', { status_code: 9 })])
    const { open: openPage } = await computer({ viewport: { width, height: 900 }, colorScheme })
    const page = await openPage('/?q=огляд&attention=true&tab=received')
    await logIn(page, await person(app(), 'admin'))
    await row(page, 'Отримав').first().waitFor()
    const tools = page.getByRole('button', { name: /^Фільтри та інше/ })
    if (await tools.isVisible()) await tools.click()
    await page.getByRole('button', { name: /^Фільтри( \(|$)/ }).click()
    await page.getByLabel('Дата від', { exact: true }).waitFor()
    await row(page, 'Отримав').first().getByRole('checkbox').check()
    expect(await axeFindings(page)).toEqual([])
    expect(await wordsOf(page, latinNames)).toEqual({ foreign: [], mixed: [], untypographic: [] })
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0)
  },
)

/** Names of systems and of files; goods of the shop. */
const latinNames = /^(CRM|CSV|XLSX|Checkbox|SKU|Ctrl|person\d+)$/
