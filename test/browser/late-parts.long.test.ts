import { expect, test } from 'vitest'
import { axeFindings } from './browser.ts'
import { openShop } from './shop.ts'
import { heading, person } from './walks.ts'

const { app, computer, arrive } = openShop()

const sentence = /^Не вдалося завантажити цю частину сторінки/
const retry = { name: 'Спробувати ще раз' }

test('a dialog whose code does not arrive says so in its place, and opens at the next try', async () => {
  const { context, open } = await computer()
  const page = await open('/', await person(app(), 'cashier'))
  await heading(page, 'Замовлення').waitFor()
  await context.route('**/assets/HelpSheet-*.js', (route) => route.abort())

  await page.keyboard.press('Shift+Slash')
  const told = page.getByRole('dialog', { name: 'Не завантажилося' })
  await told.getByText(sentence).waitFor()
  expect(await axeFindings(page)).toEqual([])
  // It is in the way of nothing: Esc puts it away, as it would the dialog itself.
  await page.keyboard.press('Escape')
  await told.waitFor({ state: 'detached' })

  await page.keyboard.press('Shift+Slash')
  await told.waitFor()
  await context.unroute('**/assets/HelpSheet-*.js')
  await told.getByRole('button', retry).click()
  await page.getByRole('dialog', { name: 'Клавіші' }).waitFor()
})

test('a page whose code does not arrive leaves its frame standing, and is shown at the next try', async () => {
  const { context, open } = await computer()
  const page = await open('/', await person(app(), 'admin'))
  await heading(page, 'Замовлення').waitFor()
  await context.route('**/assets/AuditPage-*.js', (route) => route.abort())

  await page.getByRole('link', { name: 'Журнал', exact: true }).click()
  await page.getByRole('alert').getByText(sentence).waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Замовлення', exact: true }).isVisible()).toBe(true)
  expect(await axeFindings(page)).toEqual([])

  await context.unroute('**/assets/AuditPage-*.js')
  await page.getByRole('main').getByRole('button', retry).click()
  await heading(page, 'Журнал').waitFor()
})

test('what is opened at every order is there before it is wanted: it opens though nothing can be loaded any more', async () => {
  await arrive([{ order: { recipient: { name: 'Ганна Перша', phone: '380671112233' } } }])
  const { context, open } = await computer()
  const asked: string[] = []
  context.on('requestfinished', (request) => asked.push(new URL(request.url()).pathname))
  const page = await open('/?q=Перша', await person(app(), 'cashier'))
  await page.locator('tr[data-id]').first().waitFor()
  await expect.poll(() => asked.some((path) => path.startsWith('/assets/OrderDialog-'))).toBe(true)
  await expect.poll(() => asked.some((path) => path.startsWith('/assets/CancelReceiptDialog-'))).toBe(true)
  await context.route('**/assets/**', (route) => route.abort())

  await page.locator('tr[data-id]').first().focus()
  await page.keyboard.press('KeyC')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('heading', { level: 2 }).waitFor()
  await expect.poll(() => page.getByText(sentence).count()).toBe(0)
})
