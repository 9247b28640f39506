import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { holdOne } from './answers.ts'
import { openShop } from './shop.ts'
import { logIn, person } from './walks.ts'

const shop = openShop()
const { app } = shop
/** Tall enough for all the orders of these walks: rows that are not seen are not in the document. */
const computer = () => shop.computer({ viewport: { width: 1280, height: 1800 } })
const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })

/** Without a parcel: the screen hears of it once. */
async function theNewest(): Promise<string> {
  newest += 1
  const name = `Найновіша ${newest}`
  await shop.arrive([
    { order: { ttn: null, recipient: { name, phone: '380671112233' }, ordered_at: new Date().toISOString() } },
  ])
  return name
}
let newest = 0

/** Somebody logs in; from here on the rows keep their places. */
async function logInToList(page: Page): Promise<void> {
  await logIn(page, await person(app()))
  await page.getByRole('row').nth(1).waitFor()
  await page.getByRole('button', { name: 'Оновити' }).waitFor()
}

const oneNew = (page: Page) => page.getByRole('button', { name: /^Показати 1\sнове/ })

async function expectBehindButton(page: Page, name: string): Promise<void> {
  await oneNew(page).waitFor()
  await expect.poll(() => row(page, name).count()).toBe(0)
  await oneNew(page).click()
  await row(page, name).waitFor()
}

test('U32: an order that has just come waits behind a button, and the count of the tab tells of it', async () => {
  await shop.arrive([{}])
  const page = await (await computer()).open('/')
  await logInToList(page)
  const before = await page.getByRole('row').count()
  const name = await theNewest()
  await oneNew(page).waitFor()
  await expect.poll(() => page.getByRole('row').count()).toBe(before)
  await oneNew(page).click()
  await row(page, name).waitFor()
  await oneNew(page).waitFor({ state: 'detached' })
})

test('U32: an order that came before the stream was open waits behind the button as well', async () => {
  await shop.arrive([{}])
  const { context, open } = await computer()
  const mayOpen = Promise.withResolvers<void>()
  await context.route('**/api/v1/events', async (route) => {
    await mayOpen.promise
    await route.continue()
  })
  const page = await open('/')
  await logInToList(page)
  const name = await theNewest()
  mayOpen.resolve()
  await expectBehindButton(page, name)
})

test('U32: an order that came while the list was asked for, and is not in the answer, is told all the same', async () => {
  await shop.arrive([{}])
  const page = await (await computer()).open('/')
  // The first list of this page: no other question can take its place.
  const held = await holdOne(page, '**/api/v1/orders?*')
  await logIn(page, await person(app()))
  await held.answered
  const name = await theNewest()
  held.letGo()
  await expectBehindButton(page, name)
})

test('U32: a look at the list that the server could not answer is taken again', async () => {
  await shop.arrive([{}])
  const page = await (await computer()).open('/')
  await logInToList(page)
  const refused = page.waitForResponse((response) => response.status() === 503)
  await page.route('**/api/v1/orders?*', (route) => route.fulfill({ status: 503, body: '' }), { times: 1 })
  const name = await theNewest()
  await refused
  await expectBehindButton(page, name)
})

test('U32: a look whose answer comes after that of a later one changes nothing', async () => {
  await shop.arrive([{}])
  const page = await (await computer()).open('/')
  await logInToList(page)
  const held = await holdOne(page, '**/api/v1/orders?*')
  await theNewest()
  await held.answered
  await theNewest()
  const two = page.getByRole('button', { name: /^Показати 2\sнові/ })
  await two.waitFor()
  const late = page.waitForResponse(/\/api\/v1\/orders\?/)
  held.letGo()
  await (await late).finished()
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
  })
  await expect.poll(() => two.count()).toBe(1)
})
