import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Order } from '#/contract/orders.ts'
import type { ApiClient } from '#/test/support/api-client.ts'
import { holdOne } from './answers.ts'
import { openShop } from './shop.ts'
import { endSessionsFromElsewhere, logIn, logInAgain, person } from './walks.ts'

const shop = openShop()
const { app } = shop
/** Tall enough for all the orders of these walks: rows that are not seen are not in the document. */
const computer = () => shop.computer({ viewport: { width: 1280, height: 1800 } })

/** What the leading tab asked for; a stream is a request that stays. */
function streamsOf(page: Page): string[] {
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/v1/events')) asked.push(request.headers()['last-event-id'] ?? 'from now')
  })
  return asked
}

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const chip = (page: Page) => page.getByRole('banner').getByText(/дані станом на/)

async function anOrder(): Promise<{ id: string; ttn: string; end: string }> {
  const [ttn = ''] = await shop.arrive([{}])
  return { id: await shop.orderId(ttn), ttn, end: ttn.slice(-4) }
}

/** What a tab hears it tells the others of its browser, once it has taken it in itself. */
async function listenForOrder(page: Page): Promise<() => Promise<void>> {
  const heard = await page.evaluateHandle(() => {
    const channel = new BroadcastChannel('kasyr-live')
    return {
      order: new Promise<void>((resolve) =>
        channel.addEventListener('message', ({ data }) => data.frame?.event === 'order' && resolve()),
      ),
    }
  })
  return () => heard.evaluate(({ order }) => order)
}

async function colleague(): Promise<ApiClient> {
  const who = await person(app(), 'cashier', 'Тарас Бульба')
  return app().anonymous.logIn(who.login, who.password)
}

const rename = (client: ApiClient, id: string, name: string) =>
  client.patch<Order>(`/orders/${id}`, { recipient: { name, phone: '380671112233' } })

test('U30, U32: what a colleague changes is on the screen at once, in its place', async () => {
  const [first, second, third] = [await anOrder(), await anOrder(), await anOrder()]
  const other = await colleague()
  const page = await (await computer()).open('/', await person(app()))
  await row(page, third.end).waitFor()
  const order = await page.getByRole('row').allTextContents()

  for (const name of ['Марта Живенко', 'Ольга Живенко', 'Ірина Живенко']) {
    await rename(other, second.id, name)
    await row(page, second.end).getByText(name).waitFor()
  }

  const now = await page.getByRole('row').allTextContents()
  const places = (texts: string[]) =>
    texts.map((text) => [first, second, third].find(({ end }) => text.includes(end))?.end)
  expect(places(now)).toEqual(places(order))
})

test('U30: orders that change together are asked for together', async () => {
  const orders = [await anOrder(), await anOrder(), await anOrder(), await anOrder()]
  const page = await (await computer()).open('/', await person(app()))
  for (const { end } of orders) await row(page, end).waitFor()
  const askedFor: string[] = []
  page.on('request', (request) => askedFor.push(new URL(request.url()).pathname))
  const ids = orders.map(({ id }) => id)
  // As a person changes them: what nobody edited, the next sync brings back as the CRM has it.
  await sql`update orders set recipient_name = 'Разом Усі', edited_at = now() where id = any(${ids})`.execute(app().db)
  for (const { end } of orders) await row(page, end).getByText('Разом Усі').waitFor()
  expect(askedFor.filter((path) => /\/orders\/[\da-f-]{36}$/.test(path))).toEqual([])
  expect(askedFor.filter((path) => path.endsWith('/orders/by-ids')).length).toBeGreaterThan(0)
})

test('U31: two tabs of one browser share one stream, and the second takes it over without missing anything', async () => {
  const { id, end } = await anOrder()
  const other = await colleague()
  const { context } = await computer()
  const [leader, follower] = [await context.newPage(), await context.newPage()]
  const asked = [streamsOf(leader), streamsOf(follower)]
  await leader.goto(app().url)
  await logIn(leader, await person(app()))
  await row(leader, end).waitFor()
  await follower.goto(app().url)
  await row(follower, end).waitFor()

  await rename(other, id, 'Перша Зміна')
  for (const tab of [leader, follower]) await row(tab, end).getByText('Перша Зміна').waitFor()
  expect(asked).toEqual([['from now'], []])

  await leader.close()
  await rename(other, id, 'Друга Зміна')
  await row(follower, end).getByText('Друга Зміна').waitFor()
  expect(asked[1]).toHaveLength(1)
  expect(asked[1]?.[0]).toMatch(/^\d+$/)
})

test('U33: without the stream the screen says how old it is, asks by itself, and catches up when it is back', async () => {
  const { id, end } = await anOrder()
  const other = await colleague()
  const { context, open } = await computer()
  const page = await open('/', await person(app()))
  await row(page, end).waitFor()
  await expect.poll(() => chip(page).count()).toBe(0)

  await context.setOffline(true)
  await chip(page).waitFor()
  await expect.poll(() => chip(page).textContent()).toMatch(/^Немає з’єднання · дані станом на \d\d:\d\d$/)
  await rename(other, id, 'Поки Нікого Не Було')
  await expect.poll(() => row(page, end).getByText('Поки Нікого').count()).toBe(0)

  await context.setOffline(false)
  await row(page, end).getByText('Поки Нікого Не Було').waitFor()
  await chip(page).waitFor({ state: 'detached' })
})

test('U33: a stream that cannot be opened is replaced by asking, and the screen says so', async () => {
  const { id, end } = await anOrder()
  const other = await colleague()
  const { context } = await computer()
  await context.route('**/api/v1/events', (route) => route.fulfill({ status: 502, body: '' }))
  const page = await context.newPage()
  await page.clock.install()
  await page.goto(app().url)
  await logIn(page, await person(app()))
  await row(page, end).waitFor()
  await chip(page).waitFor()
  await expect.poll(() => chip(page).textContent()).toMatch(/^Оновлюємо кожні 15\sс · дані станом на \d\d:\d\d$/)

  await rename(other, id, 'Спитано Пізніше')
  await page.clock.fastForward('00:15')
  await row(page, end).getByText('Спитано Пізніше').waitFor()

  await context.unroute('**/api/v1/events')
  await page.clock.fastForward('00:15')
  await chip(page).waitFor({ state: 'detached' })
})

test('U30: a stream that has been silent for 35 seconds is opened anew, from where it was left', async () => {
  const { id, end } = await anOrder()
  const other = await colleague()
  const { context } = await computer()
  const page = await context.newPage()
  await page.clock.install()
  const asked = streamsOf(page)
  await page.goto(app().url)
  await logIn(page, await person(app()))
  await row(page, end).waitFor()
  await rename(other, id, 'До Тиші')
  await row(page, end).getByText('До Тиші').waitFor()

  // What the server says just while the clock goes forward ends the silence; then there is another one.
  const silent = async () => {
    await page.clock.fastForward('00:36')
    return asked.length
  }
  await expect.poll(silent).toBeGreaterThan(1)
  expect(asked.at(-1)).toMatch(/^\d+$/)
  await rename(other, id, 'Після Тиші')
  await row(page, end).getByText('Після Тиші').waitFor()
})

test('U30: an order that changed while it was on its way to the screen is asked for again', async () => {
  const { id } = await anOrder()
  const other = await colleague()
  const page = await (await computer()).open(`/?tab=refused&order=${id}`)
  const held = await holdOne(page, `**/api/v1/orders/${id}`)
  const streamIsOpen = page.waitForResponse(/\/api\/v1\/events/)
  await logIn(page, await person(app()))
  await Promise.all([held.answered, streamIsOpen])
  const heard = await listenForOrder(page)
  await rename(other, id, 'Поки Несли')
  await heard()
  held.letGo()
  // It stands in its card, and in the table of what the CRM has otherwise.
  await expect.poll(() => page.getByRole('dialog').getByText('Поки Несли').count()).toBe(2)
})

test('after a login in the dialog of an ended session the screen follows the server again', async () => {
  const { id, end } = await anOrder()
  const other = await colleague()
  const who = await person(app())
  const page = await (await computer()).open('/', who)
  await row(page, end).waitFor()
  await endSessionsFromElsewhere(app(), who)
  await page.keyboard.press('KeyR')
  await logInAgain(page, who.password)
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await rename(other, id, 'Знову Разом')
  await row(page, end).getByText('Знову Разом').waitFor()
  await expect.poll(() => chip(page).count()).toBe(0)
})
