import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { formatMoney } from '#/contract/money.ts'
import type { Order } from '#/contract/orders.ts'
import type { Role } from '#/contract/permissions.ts'
import { editOrder } from '#/server/orders/changing/edit-order.ts'
import { syncOrders } from '#/server/orders/syncing/sync-orders.ts'
import { theSystem } from '#/server/audit/record-audit.ts'
import { alterAnswers } from './answers.ts'
import { axeFindings } from './browser.ts'
import { openShop } from './shop.ts'
import { person } from './walks.ts'
import { wordsOf } from './words.ts'

const shop = openShop()
const { app, computer, arrive, orderId } = shop

const goods = [
  { code: '101', name: 'Чохол', price: 85_000, quantity: 1000, discount: 0 },
  { code: '207', name: 'Скло', price: 19_950, quantity: 2000, discount: 0 },
]
/** Goods of 1,249.00 sold for 1,200.00. */
const anOrder = { goods, total: 120_000 }

const sheet = (page: Page) => page.getByRole('dialog', { name: /^Замовлення/ })
const rowOf = (id: string) => app().db.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
const plain = async (text: Promise<string | null>) => ((await text) ?? '').replace(/\s+/g, ' ')

async function openOrder(id: string, role: Role = 'cashier', more = {}): Promise<Page> {
  const page = await (await computer(more)).open(`/?order=${id}`, await person(app(), role))
  await sheet(page).getByRole('heading', { name: 'Історія' }).waitFor()
  return page
}

test('U21: the order shows goods that add up, the recipient, the parcel and its history; Esc closes it', async () => {
  const [ttn = ''] = await arrive([
    { order: { ...anOrder, notes: 'Подзвонити', recipient: { name: 'Олена Шевченко', phone: '380671112233' } } },
  ])
  const page = await openOrder(await orderId(ttn), 'cashier', { permissions: ['clipboard-read', 'clipboard-write'] })
  // The history comes with a question of its own.
  await sheet(page).getByText('Замовлення надійшло з CRM').waitFor()
  const shown = await plain(sheet(page).textContent())
  for (const words of [
    'Без чека',
    '+380 67 111 22 33',
    `контроль оплати, ${formatMoney(120_000)}, ще не сплачено`.replaceAll('\u00a0', ' '),
    'Товари разом1 249,00 ₴',
    'Знижка замовлення−49,00 ₴',
    'Сума замовлення1 200,00 ₴',
    'Контроль оплати в накладній1 200,00 ₴',
    'Суми збігаються з контролем оплати до копійки.',
    'Подзвонити',
    'Замовлення надійшло з CRM',
  ])
    expect(shown).toContain(words)
  const rows = await sheet(page).getByRole('table').getByRole('row').allTextContents()
  expect(rows.slice(1).map((row) => row.replace(/\s+/g, ' '))).toEqual([
    'Чохол1011850,00 ₴—850,00 ₴',
    'Скло2072199,50 ₴—399,00 ₴',
  ])

  await page.keyboard.press('KeyT')
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(ttn)

  await page.keyboard.press('Escape')
  await sheet(page).waitFor({ state: 'detached' })
  expect(new URL(page.url()).searchParams.has('order')).toBe(false)
})

test('U21: neighbours come without closing, and the focus returns to the row one stopped at', async () => {
  const ttns = await arrive([{ order: anOrder }, { order: anOrder }])
  const ids = await Promise.all(ttns.map(orderId))
  const page = await (await computer()).open('/', await person(app()))
  const row = (id = '') => page.locator(`tr[data-id="${id}"]`)
  await row(ids[0]).focus()
  await page.keyboard.press('Enter')
  const [first, second] = await Promise.all(ids.map(rowOf))
  await page.getByRole('dialog', { name: `№\u00a0${first?.number}` }).waitFor()
  await page.keyboard.press('KeyJ')
  await page.getByRole('dialog', { name: `№\u00a0${second?.number}` }).waitFor()
  await page.keyboard.press('BracketLeft')
  await page.getByRole('dialog', { name: `№\u00a0${first?.number}` }).waitFor()
  await page.getByRole('button', { name: 'Наступне замовлення' }).click()
  await page.getByRole('dialog', { name: `№\u00a0${second?.number}` }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-id'))).toBe(ids[1])
})

test('U21: the sums against the payment control are told with both and the difference, and the remedy is one press and a saving', async () => {
  const [ttn = ''] = await arrive([{ order: anOrder, control: 110_000 }])
  const id = await orderId(ttn)
  const page = await openOrder(id)
  const told = sheet(page).getByText(
    'До сплати 1 200,00 ₴, а контроль оплати в накладній 1 100,00 ₴: різниця 100,00 ₴.',
  )
  await told.first().waitFor()
  // What was paid is no discount: an advance is offered first, with the sum filled in.
  const offered = sheet(page).getByRole('button', { name: /^(Різницю вже сплачено|Дати знижку)/ })
  await offered.first().click()
  const advance = page.getByRole('dialog', { name: /^Створити передоплату/ })
  await expect.poll(() => advance.getByLabel('Сума передоплати, ₴').inputValue()).toBe('100,00')
  await page.keyboard.press('Escape')
  await advance.waitFor({ state: 'detached' })
  await sheet(page)
    .getByRole('button', { name: /^Дати знижку 100,00.₴: сума стане 1.100,00.₴$/ })
    .click()
  await expect.poll(() => sheet(page).getByLabel('Сума замовлення').inputValue()).toBe('1100,00')
  await sheet(page).getByText('Суми збігаються з контролем оплати').waitFor()
  expect((await rowOf(id)).total).toBe(120_000)

  // The sums follow every key.
  await sheet(page).getByLabel('К-сть, рядок 2').fill('2,5')
  await sheet(page).getByText('498,75').waitFor()
  await page.keyboard.press('Control+Enter')
  await sheet(page).getByText('Зміни збережено.').waitFor()
  expect(await rowOf(id)).toMatchObject({ total: 110_000, version: 2 })
})

test('what the CRM has otherwise is shown beside ours, and taken only when a person says so', async () => {
  const [ttn = ''] = await arrive([{ order: { ...anOrder, notes: 'як було' } }])
  const id = await orderId(ttn)
  await editOrder(app().app, theSystem, { id, request: { notes: 'наше' }, expected_version: null })
  const given = [...shop.crm.orders.values()].find((order) => order.ttn === ttn)
  if (given === undefined) throw new Error('the CRM has lost it')
  shop.crm.put({ ...given, notes: 'від CRM', total: 115_000, updated_at: new Date().toISOString() })
  await syncOrders(app().app)

  const page = await openOrder(id)
  const panel = sheet(page).locator('[data-tone]').filter({ hasText: 'У CRM це замовлення тепер інше.' })
  await panel.waitFor()
  const rows = await panel.getByRole('row').allTextContents()
  expect(rows.map((row) => row.replace(/\s+/g, ' '))).toEqual([
    'ПолеУ насУ CRM',
    'Сума замовлення1 200,00 ₴1 150,00 ₴',
    'Приміткинашевід CRM',
  ])
  await panel.getByRole('button', { name: 'Взяти з CRM' }).click()
  await panel.waitFor({ state: 'detached' })
  expect(await rowOf(id)).toMatchObject({ notes: 'від CRM', total: 115_000, crm_changed: false })
})

test('a cancelled order says so in the list, in itself and before a receipt, and what only the CRM writes is shown beside ours', async () => {
  const [ttn = ''] = await arrive([{ order: anOrder }])
  const id = await orderId(ttn)
  await editOrder(app().app, theSystem, { id, request: { notes: 'наше' }, expected_version: null })
  const given = [...shop.crm.orders.values()].find((order) => order.ttn === ttn)
  if (given === undefined) throw new Error('the CRM has lost it')
  shop.crm.put({ ...given, notes: 'наше', number: 'НОВИЙ', status: 'Скасовано', updated_at: new Date().toISOString() })
  await syncOrders(app().app)

  const page = await openOrder(id)
  await sheet(page).getByText('Замовлення скасовано в CRM.').waitFor()
  const panel = sheet(page).locator('[data-tone]').filter({ hasText: 'У CRM це замовлення тепер інше.' })
  await panel.getByRole('row').nth(2).waitFor()
  expect((await panel.getByRole('row').allTextContents()).map((row) => row.replace(/\s+/g, ' '))).toEqual([
    'ПолеУ насУ CRM',
    `Номер${given.number}НОВИЙ`,
    `Статус у CRM${given.status}Скасовано`,
  ])
  await expect.poll(() => panel.getByRole('button').count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])
  await sheet(page).getByRole('button', { name: 'Створити чек' }).click()
  await page.getByText('Створюйте чек, лише якщо посилку справді відправлено.').waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await page.locator(`tr[data-id="${id}"]`).getByText('Скасовано в CRM').waitFor()
})

test('asking the carrier now shows its refusal in place, and its news after that', async () => {
  const [ttn = ''] = await arrive([{ order: anOrder }])
  const id = await orderId(ttn)
  const page = await openOrder(id)
  const { carrier } = shop.providers()
  carrier.parcels.put([{ ttn, status_code: 7 }])
  carrier.faults.arm({ operation: 'get_status_documents', fault: { kind: 'status', status: 503 }, times: 'always' })
  onTestFinished(() => void carrier.faults.disarm())
  await sheet(page).getByRole('button', { name: 'Оновити стан' }).click()
  await sheet(page)
    .getByRole('alert')
    .getByText(
      'Стан посилки поки що не оновлено. Нова пошта каже, що тимчасово не працює (код 503). Спробуємо ще раз самі.',
    )
    .waitFor()
  await sheet(page).getByText('У дорозі', { exact: true }).waitFor()
  carrier.faults.disarm()
  await sheet(page).getByRole('button', { name: 'Оновити стан' }).click()
  await sheet(page).getByText('Чекає у відділенні', { exact: true }).waitFor()
  await expect.poll(() => sheet(page).getByRole('alert').count()).toBe(0)
})

test('U23: hiding is asked about, and an admin may think better of it', async () => {
  const [ttn = ''] = await arrive([{ order: anOrder }])
  const id = await orderId(ttn)
  const page = await openOrder(id, 'admin')
  await sheet(page).getByRole('button', { name: 'Приховати замовлення' }).click()
  const asked = page.getByRole('dialog', { name: /^Приховати замовлення №/ })
  await asked.getByRole('button', { name: 'Залишити' }).click()
  expect((await rowOf(id)).deleted_at).toBeNull()
  await sheet(page).getByRole('button', { name: 'Приховати замовлення' }).click()
  await asked.getByRole('button', { name: 'Приховати замовлення' }).click()
  await sheet(page).waitFor({ state: 'detached' })
  expect((await rowOf(id)).deleted_at).not.toBeNull()
  await page.getByRole('button', { name: 'Повернути', exact: true }).click()
  await page.getByText(/повернено в чергу/).waitFor()
  expect((await rowOf(id)).deleted_at).toBeNull()
})

test('U38: one order goes to paper without anything of the screen', async () => {
  const [ttn = ''] = await arrive([{ order: anOrder }])
  const page = await openOrder(await orderId(ttn))
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await page.getByRole('button', { name: 'Друкувати' }).click()
  await page.locator('body[data-printed]').waitFor({ state: 'attached' })
  await page.emulateMedia({ media: 'print' })
  const paper = await plain(page.evaluate(() => document.body.innerText))
  for (const words of ['Замовлення № ', 'Скло', '399,00 ₴', 'Знижка', '−49,00 ₴', ttn.slice(-4)])
    expect(paper).toContain(words)
  expect(paper).not.toContain('Оновити стан')
})

/** Names and keys that are Latin on purpose. */
const latin = /^(CRM|Ctrl|Enter|Checkbox|NovaPay|CSV|XLSX|Esc)$/

test('an auditor changes nothing; nothing for axe to find, no English, no scrolling sideways', async () => {
  const [ttn = ''] = await arrive([{ order: anOrder, control: 110_000 }])
  const id = await orderId(ttn)
  const watching = await openOrder(id, 'auditor')
  await sheet(watching).getByText('Ви переглядаєте замовлення: змінювати його можуть касир і адміністратор.').waitFor()
  for (const name of ['Редагувати', 'Приховати замовлення', 'Оновити стан', /^Дати знижку/])
    await expect.poll(() => sheet(watching).getByRole('button', { name }).count()).toBe(0)

  const page = await openOrder(id)
  for (const isEditing of [false, true]) {
    if (isEditing) await page.keyboard.press('KeyE')
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.locator(`html[data-color-scheme=${colorScheme}]`).waitFor()
      expect(await axeFindings(page), `axe in the ${colorScheme} scheme`).toEqual([])
    }
    expect(await wordsOf(page, latin)).toEqual({ foreign: [], mixed: [], untypographic: [] })
    await page.setViewportSize({ width: 320, height: 700 })
    const wider = await sheet(page).evaluate(
      (dialog) =>
        [dialog, ...dialog.children].filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth).length,
    )
    expect(wider).toBe(0)
    await page.setViewportSize({ width: 1280, height: 800 })
  }
})

test('an address of a receipt that is not https is neither a link nor a QR code', async () => {
  const receipt: NonNullable<Order['receipt']> = {
    id: '0199f3a2-7c1e-7b11-9d50-3f1b2a4c5d6e',
    state: 'fiscalized',
    amount: 120_000,
    prepayment: null,
    is_test: false,
    cancel_requested: false,
    fiscal_code: 'TEST-1',
    fiscalized_at: '2026-03-09T12:01:00.000Z',
    returned_at: null,
    receipt_url: 'javascript:alert(1)',
    problem: null,
  }
  const [ttn = ''] = await arrive([{ order: anOrder }])
  const id = await orderId(ttn)
  const { context, open } = await computer()
  await alterAnswers<Order>(context, `**/api/v1/orders/${id}`, (order) => ({
    ...order,
    receipt,
    revision: order.revision + 1,
  }))
  const page = await open(`/?order=${id}`, await person(app()))
  await sheet(page).getByText('javascript:alert(1)').waitFor()
  await expect.poll(() => page.locator('a[href^=javascript]').count()).toBe(0)
  await expect
    .poll(() =>
      sheet(page)
        .getByRole('img', { name: /^QR-код/ })
        .count(),
    )
    .toBe(0)
})
