import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sentenceOf } from '#/contract/errors.ts'
import type { Role } from '#/contract/permissions.ts'
import { axeFindings } from './browser.ts'
import { openShop } from './shop.ts'
import { heading, longName, person } from './walks.ts'
import { wordsOf } from './words.ts'

const shop = openShop({ registers: ['ФОП Шевченко О. П.', 'ФОП Коваленко М. І.'] })
const { app, computer } = shop
const [first, second] = shop.registers
if (first === undefined || second === undefined) throw new Error('two registers were wanted')

async function enter(role: Role = 'admin'): Promise<{ page: Page; login: string; password: string }> {
  const who = await person(app(), role, longName)
  const page = await (await computer()).open('/cash-registers', who)
  await heading(page, 'Каси').waitFor()
  return { page, ...who }
}

const card = (page: Page, name: string) =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) })
const registers = () => app().db.selectFrom('cash_registers').selectAll().orderBy('created_at').execute()
const settled = async (text: Promise<string | null>) => ((await text) ?? '').replace(/\s+/g, ' ')

async function fillRegister(page: Page, { name, license_key, pin, carrier_key }: typeof first & object): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Додати касу' })
  await dialog.getByRole('textbox', { name: 'Назва', exact: true }).fill(name)
  await dialog.getByLabel('Ключ ліцензії Checkbox', { exact: true }).fill(license_key)
  await dialog.getByLabel('PIN-код касира Checkbox', { exact: true }).fill(pin)
  await dialog.getByLabel('Ключ API Нової пошти', { exact: true }).fill(carrier_key)
}

/** The worker may be at a look for one of them already, and keep what it saw: it cannot while they are forgotten. */
const forgetRegisters = (): Promise<void> =>
  app()
    .db.transaction()
    .execute(async (tx) => {
      await sql`lock table cash_registers in access exclusive mode`.execute(tx)
      for (const table of ['provider_pictures', 'provider_documents', 'cash_registers'])
        await sql`delete from ${sql.id(table)}`.execute(tx)
    })

test('the first register: what is missing is named, an answer that does not come loses nothing, and saving checks it', async () => {
  await forgetRegisters()
  const { page } = await enter()
  await page.getByText('Додайте касу, щоб створювати чеки').waitFor()
  await page.getByRole('button', { name: 'Додати касу' }).click()
  const dialog = page.getByRole('dialog', { name: 'Додати касу' })
  await dialog.getByRole('button', { name: 'Зберегти' }).click()
  await dialog.getByText('Введіть назву каси.').waitFor()
  await expect.poll(() => dialog.getByText(/^Введіть /).count()).toBe(4)
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))).toBe('true')
  expect(await axeFindings(page)).toEqual([])

  await fillRegister(page, first)
  await page.route('**/api/v1/cash-registers', (route) => route.abort())
  await dialog.getByRole('button', { name: 'Зберегти' }).click()
  await dialog.getByRole('alert').getByText('Немає зв’язку').waitFor()
  await expect.poll(() => dialog.getByLabel('PIN-код касира Checkbox', { exact: true }).inputValue()).toBe(first.pin)
  await page.unroute('**/api/v1/cash-registers')
  await dialog.getByRole('button', { name: 'Зберегти' }).click()
  await dialog.waitFor({ state: 'detached' })

  const shown = await settled(card(page, first.name).textContent())
  for (const words of [
    'Працює',
    'за замовчуванням',
    'Перевірено',
    first.fiscal_number,
    'Касир',
    'Електронний підпис діє до',
  ])
    expect(shown).toContain(words)
  expect(shown).toContain(`Ключ ліцензії••••${first.license_key.slice(-4)}`)
  expect(await registers()).toMatchObject([{ name: first.name, is_default: true, is_test: false }])
})

test('U41: a secret only goes in, says when it was changed and by whom, and wants the password again', async () => {
  const { page, login, password } = await enter()
  await sql`update sessions set authenticated_at = authenticated_at - interval '16 minutes'`.execute(app().db)
  await page.getByRole('button', { name: `Змінити: ${first.name}` }).click()
  const dialog = page.getByRole('dialog', { name: `Каса «${first.name}»` })
  await expect.poll(() => dialog.getByRole('textbox').count()).toBe(3)
  expect(await page.content()).not.toContain(first.license_key)
  await dialog.getByRole('button', { name: 'Змінити: Ключ API Нової пошти' }).click()
  await dialog.getByLabel('Ключ API Нової пошти', { exact: true }).fill(first.carrier_key)
  await dialog.getByRole('textbox', { name: 'Назва оплати в чеку' }).fill('Оплата карткою')
  await dialog.getByRole('button', { name: 'Зберегти' }).click()

  const asked = page.getByRole('dialog', { name: 'Підтвердьте, що це ви' })
  await asked.getByLabel('Ваш пароль', { exact: true }).fill('не той')
  await page.keyboard.press('Enter')
  await asked.getByText(sentenceOf('auth.wrong_current_password')).waitFor()
  await asked.getByLabel('Ваш пароль', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  expect(await registers()).toMatchObject([{ payment_label: 'Оплата карткою' }])

  await page.getByRole('button', { name: `Змінити: ${first.name}` }).click()
  const given = dialog.locator('div').filter({ hasText: /^Ключ API Нової пошти••••/ })
  await given.getByText(new RegExp(`^Змінено \\d\\d\\.\\d\\d\\.\\d{4}, ${login}$`)).waitFor()
})

test('U41: the connection is checked with a dated result, and trouble is told beside the system it concerns', async () => {
  const { page } = await enter()
  const mine = card(page, first.name)
  await mine.getByText(/^Працює/).waitFor()
  await expect.poll(() => mine.getByText('Ключ Нової пошти не вдалося перевірити').count()).toBe(0)
  await sql`update cash_registers set checked_at = checked_at - interval '3 days'`.execute(app().db)
  const { carrier } = shop.providers()
  carrier.faults.arm({ operation: 'get_counterparties', fault: { kind: 'status', status: 503 }, times: 'always' })
  await mine.getByRole('button', { name: 'Перевірити з’єднання' }).click()
  await mine.getByText(/^Зауваження\. Ключ Нової пошти не вдалося перевірити/).waitFor()
  const { checked_at } = (await registers())[0] ?? {}
  expect(Date.now() - Date.parse(checked_at ?? '')).toBeLessThan(60_000)
  const [checkbox = '', post = ''] = await mine.locator('section').allTextContents()
  expect(post).toContain('Ключ Нової пошти не вдалося перевірити')
  expect(checkbox).not.toContain('Ключ Нової пошти')
  carrier.faults.disarm()
})

test('U41: another one becomes the default, and one with live receipts is not deleted but shows them', async () => {
  const { page } = await enter()
  await page.getByRole('button', { name: 'Додати касу' }).click()
  await fillRegister(page, second)
  await page.getByRole('button', { name: 'Зберегти' }).click()
  await card(page, second.name).getByRole('button', { name: 'Зробити за замовчуванням' }).click()
  await card(page, second.name).getByText('за замовчуванням', { exact: true }).waitFor()
  await expect.poll(() => card(page, first.name).getByText('за замовчуванням', { exact: true }).count()).toBe(0)
  expect((await registers()).map(({ is_default }) => is_default)).toEqual([false, true])

  const [ttn = ''] = await shop.arrive([{}])
  const cashier = await person(app())
  const client = await app().anonymous.logIn(cashier.login, cashier.password)
  expect((await client.post('/receipts', { order_id: await shop.orderId(ttn) })).status).toBe(202)

  await page.getByRole('button', { name: `Видалити: ${first.name}` }).click()
  const asked = page.getByRole('dialog', { name: `Видалити касу «${first.name}»?` })
  await asked.getByRole('button', { name: 'Видалити касу' }).click()
  await asked.getByText(sentenceOf('register.has_live_receipts')).waitFor()
  const held = asked.getByRole('list', { name: 'Незавершені чеки каси' })
  await held.getByRole('link', { name: ttn.slice(-4) }).waitFor()
  expect(await axeFindings(page)).toEqual([])
  await asked.getByRole('button', { name: 'Залишити касу' }).click()
  expect(await registers()).toHaveLength(2)
})

/** Proper names. */
const latin = /^(Checkbox|PIN|API|NovaPay|HTTP|Ctrl)$/

test('a cashier sees names and health only; nothing for axe to find, no English, no scrolling sideways', async () => {
  const { page: cashiers } = await enter('cashier')
  await cashiers.getByText('Ключі й налаштування кас: доступно адміністратору.').waitFor()
  await card(cashiers, first.name).waitFor()
  expect(await settled(cashiers.getByRole('main').textContent())).not.toMatch(/••••|Електронний підпис діє до|Чий ключ/)
  await expect.poll(() => cashiers.getByRole('main').getByRole('button').count()).toBe(0)

  const { page } = await enter()
  await card(page, second.name).waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.locator(`html[data-color-scheme=${colorScheme}]`).waitFor()
    expect(await axeFindings(page), `axe in the ${colorScheme} scheme`).toEqual([])
  }
  expect(await wordsOf(page, latin)).toEqual({ foreign: [], mixed: [], untypographic: [] })
  await page.setViewportSize({ width: 320, height: 700 })
  await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
})
