import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Role } from '#/contract/permissions.ts'
import { handsOn, type Hands } from './hands.ts'
import { openShop } from './shop.ts'
import { heading, person, type Person } from './walks.ts'

/** No walk here touches a mouse: the page counts whoever does. */
const shop = openShop()
const { app, computer, arrive, orderId, providers } = shop

async function sitDown(role: Role): Promise<{ page: Page; hands: Hands; who: Person }> {
  const who = await person(app(), role)
  const page = await (await computer({ viewport: { width: 1280, height: 900 } })).open('/')
  await page.evaluate(() => {
    window.addEventListener('pointerdown', () => (document.body.dataset['pointed'] = 'true'), { capture: true })
  })
  const hands = handsOn(page)
  await hands.to(/^Логін/)
  await hands.type(who.login)
  await hands.to(/^Пароль/)
  await hands.type(who.password)
  await hands.press('Enter')
  await heading(page, 'Замовлення').waitFor()
  return { page, hands, who }
}

const noMouse = (page: Page) => page.evaluate(() => document.body.dataset['pointed'] ?? 'never')
const dialog = (page: Page, name: RegExp) => page.getByRole('dialog', { name })
const wish = (name: string) => ({ order: { recipient: { name, phone: '380671112233' } } })
const sums = (ttn: string) =>
  providers()
    .fiscal.documents.live(ttn)
    .map(({ total_sum }) => total_sum)

test('U37: a cashier finds an order, mends it, makes its receipt, cancels it and takes a prepayment without a mouse', async () => {
  const [ttn = ''] = await arrive([wish('Клавіатура Ганна')])
  const id = await orderId(ttn)
  const { page, hands } = await sitDown('cashier')
  await hands.press('Slash')
  await hands.type('клавіатура')
  await page.getByRole('row').filter({ hasText: 'Клавіатура Ганна' }).waitFor()
  await hands.press('Enter')
  const order = dialog(page, /^Замовлення/)
  await order.waitFor()

  await hands.to(/^Редагувати/)
  await hands.press('Enter')
  await order.getByRole('textbox', { name: 'Примітки' }).waitFor()
  await hands.to(/^Примітки/)
  await hands.type('передзвонити після шостої')
  await hands.press('Control+Enter')
  const notes = () => app().db.selectFrom('orders').select('notes').where('id', '=', id).executeTakeFirst()
  await expect.poll(notes).toEqual({ notes: 'передзвонити після шостої' })

  await hands.to(/^Створити чек/)
  await hands.press('Enter')
  await dialog(page, /^Створити чек за ТТН/).waitFor()
  await hands.press('Enter')
  await order.getByText('Очікує оплати').first().waitFor()
  expect(sums(ttn)).toHaveLength(1)

  await hands.to(/^Скасувати чек/)
  await hands.press('Enter')
  await dialog(page, /^Скасувати чек за ТТН/).waitFor()
  await hands.to(/^Скасувати чек$/)
  await hands.press('Enter')
  await order.getByText('Скасовано').first().waitFor()
  await expect.poll(() => sums(ttn)).toEqual([])

  await hands.to(/^Передоплата/)
  await hands.press('Enter')
  const asked = dialog(page, /^Створити передоплату за ТТН/)
  await asked.waitFor()
  await hands.to(/^Сума передоплати/)
  await hands.type('100')
  await asked.getByText('Буде два документи').waitFor()
  await hands.press('Escape', 'Escape')
  await order.waitFor({ state: 'detached' })
  expect(await noMouse(page)).toBe('never')
})

test('U37: an admin adds a register and a person, looks into the audit log, sets the theme and logs out without a mouse', async () => {
  const { page, hands } = await sitDown('admin')
  await hands.go('каси')
  await heading(page, 'Каси').waitFor()
  await hands.to(/^Додати касу$/)
  await hands.press('Enter')
  await dialog(page, /^Додати касу$/).waitFor()
  await hands.to(/^Назва/)
  await hands.type('ФОП Без Миші')
  for (const [field, secret] of [
    [/^Ключ ліцензії Checkbox/, 'license-without-a-mouse'],
    [/^PIN-код касира/, '1234567890'],
    [/^Ключ API Нової пошти/, 'a'.repeat(32)],
  ] as const) {
    await hands.to(field)
    await hands.type(secret)
  }
  await hands.press('Enter')
  await page.getByRole('heading', { name: 'ФОП Без Миші' }).waitFor()

  await hands.go('користувачі')
  await heading(page, 'Користувачі').waitFor()
  await hands.to(/^Додати користувача$/)
  await hands.press('Enter')
  await hands.to(/^Ім’я/)
  await hands.type('Ганна Безмишова')
  await hands.to(/^Логін/)
  await hands.type('bezmyshova')
  await hands.press('Enter')
  await dialog(page, /^Одноразовий пароль/).waitFor()
  await hands.to(/^Пароль передано$/)
  await hands.press('Enter')
  await page.getByText('bezmyshova').first().waitFor()

  await hands.go('журнал')
  await heading(page, 'Журнал').waitFor()
  await hands.go('налаштування')
  await heading(page, 'Налаштування').waitFor()
  await hands.to(/^Як у системі/)
  await hands.press('ArrowRight', 'ArrowRight')
  await expect.poll(() => page.evaluate(() => document.documentElement.dataset['colorScheme'])).toBe('dark')

  await hands.to(/меню користувача$/)
  await hands.press('Enter')
  await hands.to(/^Вийти/)
  await hands.press('Enter')
  await page.getByRole('button', { name: 'Увійти', exact: true }).waitFor()
  expect(await noMouse(page)).toBe('never')
})
