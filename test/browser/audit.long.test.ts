import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { sealAudit } from '#/server/audit/verifying/seal-audit.ts'
import { openShop } from './shop.ts'
import { person } from './walks.ts'

const shop = openShop()
const { app, computer } = shop

/** A cashier who has changed the notes of an order. */
async function aChange() {
  const [ttn = ''] = await shop.arrive([{}])
  const id = await shop.orderId(ttn)
  const who = await person(app(), 'cashier', 'Зоряна Уважна')
  const client = await app().anonymous.logIn(who.login, who.password)
  await client.patch(`/orders/${id}`, { notes: 'Подзвонити за годину' })
  return { id, ttn, login: who.login }
}

test('U42: who, what, which order, what was and became, from where and when', async () => {
  const { id, login } = await aChange()
  const page = await (await computer()).open('/audit', await person(app(), 'auditor'))
  const entry = page
    .getByRole('listitem')
    .filter({ hasText: new RegExp(`${login}: Змінено замовлення №\\s\\S+: примітки`) })
  await entry.waitFor()
  await expect.poll(() => entry.getByRole('row').nth(1).textContent()).toBe('Примітки—Подзвонити за годину')
  await expect.poll(() => entry.getByText('127.0.0.1').count()).toBe(1)
  await expect.poll(() => entry.locator('time').textContent()).toMatch(/^\d\d:\d\d$/)
  await page.getByRole('heading', { name: /^Сьогодні, \d+ \S+ \d{4} р\.$/ }).waitFor()
  await entry.getByRole('link', { name: /^замовлення №/ }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('order')).toBe(id)
})

test('U42: filters by person, action, object and day stand in the address and outlive a reload', async () => {
  const { id, login } = await aChange()
  const page = await (await computer()).open('/audit', await person(app(), 'auditor'))
  await page.getByLabel('Хто').selectOption(login)
  await page.getByLabel('Дія').selectOption('order.edited')
  const entries = page.getByRole('main').locator('ol > li')
  await expect.poll(() => entries.count()).toBe(1)
  await entries.getByRole('link', { name: 'Лише записи про те саме' }).click()
  const { searchParams } = new URL(page.url())
  expect(Object.fromEntries(searchParams)).toEqual({ actor: login, action: 'order.edited', subject: id })
  await page.reload()
  await expect.poll(() => entries.count()).toBe(1)
  await page.getByLabel('До', { exact: true }).fill('1.1.2020')
  await page.getByLabel('До', { exact: true }).press('Enter')
  await page.getByText('Таких записів немає.').waitFor()
  expect(new URL(page.url()).searchParams.get('to')).toBe('2020-01-01')
  await page.getByRole('button', { name: 'Скинути все' }).click()
  await expect.poll(() => entries.count()).toBeGreaterThan(3)
  expect(new URL(page.url()).search).toBe('')
})

test('what is filtered can be saved for a spreadsheet: the server makes the file, and not a byte of it is changed', async () => {
  const { context, open } = await computer()
  const page = await open('/audit?action=user.created&from=2026-03-01', await person(app(), 'admin'))
  const file = '\uFEFFЧас;Хто\r\n09.03.2026, 09:05;«olena»\r\n'
  const asked = Promise.withResolvers<URL>()
  await context.route('**/api/v1/audit/export?*', (route) => {
    asked.resolve(new URL(route.request().url()))
    return route.fulfill({ contentType: 'text/csv; charset=utf-8', body: file })
  })
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Завантажити CSV' }).click(),
  ])
  expect(Object.fromEntries((await asked.promise).searchParams)).toEqual({ action: 'user.created', from: '2026-03-01' })
  expect(download.suggestedFilename()).toBe('zhurnal_from-2026-03-01_action-user-created.csv')
  expect(await readFile(await download.path(), 'utf8')).toBe(file)
})

test('older entries come behind a button, page by page', async () => {
  const client = await app().anonymous.logIn('admin', app().adminPassword)
  const [ttn = ''] = await shop.arrive([{}])
  const id = await shop.orderId(ttn)
  for (let count = 1; count <= 55; count += 1) await client.patch(`/orders/${id}`, { notes: `Примітка ${count}` })
  const page = await (await computer()).open(`/audit?subject=${id}&action=order.edited`, await person(app(), 'auditor'))
  const entries = page.getByRole('main').locator('ol > li')
  await expect.poll(() => entries.count()).toBe(50)
  await page.getByRole('button', { name: 'Показати ще' }).click()
  await expect.poll(() => entries.count()).toBe(55)
  await page.getByText('Примітка 1', { exact: true }).first().waitFor()
})

// The last one: the log stays broken.
test('U42: the page says up to which entry the log is whole, and where it is broken', async () => {
  await sealAudit(app().app)
  const page = await (await computer()).open('/audit', await person(app(), 'auditor'))
  await page.getByText(/^Журнал цілий до\sзапису №\s\d+\./).waitFor()
  const { entry_id, seq } = await app()
    .db.selectFrom('audit_seals')
    .select(['entry_id', 'seq'])
    .where('seq', '=', 3)
    .executeTakeFirstOrThrow()
  await sql`alter table audit_log disable trigger all`.execute(app().db)
  await app().db.updateTable('audit_log').set({ actor_login: 'somebody' }).where('id', '=', entry_id).execute()
  await page.getByRole('button', { name: 'Перевірити ще раз' }).click()
  const alarm = page.getByRole('alert').getByText(new RegExp(`^Журнал пошкоджено на записі №\\s${seq}: запис змінено`))
  await alarm.waitFor()
  await expect.poll(() => alarm.textContent()).toMatch(/Цілий він лише до\sзапису №\s2\./)
})
