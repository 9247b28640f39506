import type { Page, Route } from 'playwright-core'
import { expect, test } from 'vitest'
import { theSystem } from '#/server/audit/record-audit.ts'
import { resetPassword } from '#/server/users/reset-password.ts'
import { openStage } from './browser.ts'
import {
  chooseInMenu,
  endSessionsFromElsewhere,
  fillLogin,
  fillPasswords,
  heading,
  logIn,
  logInAgain,
  person,
  submitPasswords,
  type Person,
} from './walks.ts'

/** The server's clock can be moved; the browser keeps its own and believes its token is fresh. */
let ahead = 0
const clock = { now: () => new Date(Date.now() + ahead) }
const { app, computer } = openStage({ clock })
const chosen = 'блакитна-парасоля-9'
const minutes = 60_000

const idOf = async ({ login }: Person): Promise<string> =>
  (await app().db.selectFrom('users').select('id').where('login', '=', login).executeTakeFirstOrThrow()).id

test('a session ended elsewhere shows a dialog over the page, and after login everything goes on in place', async () => {
  const who = await person(app())
  const page = await (await computer()).open('/password')
  await logIn(page, who)
  await fillPasswords(page, who.password, chosen)
  await endSessionsFromElsewhere(app(), who)
  await submitPasswords(page)

  const dialog = page.getByRole('dialog', { name: 'Сеанс завершено' })
  await dialog.waitFor()
  await expect.poll(() => dialog.getByLabel('Логін').inputValue()).toBe(who.login)
  for (const key of ['Escape', 'Escape', 'Escape']) await page.keyboard.press(key)
  await expect.poll(() => dialog.isVisible()).toBe(true)
  await logInAgain(page, 'не той пароль')
  await dialog.getByRole('alert').getByText('Неправильний логін або пароль.').waitFor()
  await expect.poll(() => page.getByLabel('Новий пароль', { exact: true }).inputValue()).toBe(chosen)

  await logInAgain(page, who.password)
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(/Пароль змінено/).waitFor()
  await app().anonymous.logIn(who.login, chosen)
})

test('who gets a one-time password while working chooses their own in the same dialog and loses nothing', async () => {
  const who = await person(app())
  const page = await (await computer()).open('/sessions')
  await logIn(page, who)
  await page.getByText('цей сеанс').waitFor()
  const { one_time_password: oneTime } = await resetPassword(app().app, theSystem, await idOf(who))

  // The stream tells of it by its next heartbeat at the latest.
  await logInAgain(page, oneTime)
  const dialog = page.getByRole('dialog', { name: 'Придумайте пароль' })
  await dialog.waitFor()
  await fillPasswords(page, oneTime, chosen)
  await submitPasswords(page)
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('цей сеанс').waitFor()
  expect(page.url()).toBe(`${app().url}/sessions`)
})

test('an access token that has expired is renewed without the person noticing', async () => {
  const page = await (await computer()).open('/')
  await logIn(page, await person(app()))
  ahead += 11 * minutes
  await chooseInMenu(page, 'Мої сеанси')
  await page.getByText('цей сеанс').waitFor()
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
})

test('a token is renewed before it ends, without any request of the person', async () => {
  const { context } = await computer()
  const page = await context.newPage()
  await page.clock.install()
  await page.goto(app().url)
  await logIn(page, await person(app()))
  await heading(page, 'Замовлення').waitFor()
  const renewed = page.waitForResponse('**/auth/refresh')
  await page.clock.fastForward('07:00')
  expect(await Promise.race([renewed, page.evaluate(() => 'nothing yet')])).toBe('nothing yet')
  await page.clock.fastForward('01:45')
  expect((await renewed).status()).toBe(200)
})

/** What the page of orders asks for, and no other page has asked for before. */
const isOrders = (url: string): boolean => url.includes('/api/v1/orders?')

/** Otherwise the slower tab may hear of the new token of the faster one before it has asked anything. */
async function askTogether(tabs: readonly Page[], isAsked: (url: string) => boolean): Promise<void> {
  let asked = 0
  const all = Promise.withResolvers<void>()
  for (const tab of tabs) {
    let isHeld = false
    const hold = async (route: Route): Promise<void> => {
      if (isHeld) return route.fallback()
      isHeld = true
      asked += 1
      if (asked === tabs.length) all.resolve()
      await all.promise
      return route.continue()
    }
    await tab.route((url) => isAsked(url.href), hold)
  }
}

test('two tabs refresh at once and nobody is logged out', async () => {
  const who = await person(app())
  const { open } = await computer()
  await logIn(await open('/'), who)

  for (let round = 1; round <= 3; round += 1) {
    const tabs = [await open('/settings'), await open('/settings')]
    for (const tab of tabs) await heading(tab, 'Налаштування').waitFor()
    ahead += 11 * minutes
    const refused = tabs.map((tab) => tab.waitForResponse((answer) => answer.status() === 401))
    const answered = tabs.map((tab) => tab.waitForResponse((answer) => isOrders(answer.url()) && answer.ok()))
    await askTogether(tabs, isOrders)
    // A real click waits for the tab to be painted, and only one tab is in front.
    await Promise.all(tabs.map((tab) => tab.locator('header a[href="/"]').last().dispatchEvent('click')))
    // The other may have heard of the new token before it asked again.
    await Promise.any(refused)
    await Promise.all(answered)
    for (const tab of tabs) {
      await heading(tab, 'Замовлення').waitFor()
      await expect.poll(() => tab.getByRole('dialog').count()).toBe(0)
      await tab.close()
    }
    await Promise.allSettled(refused)
  }
  const reused = await app()
    .db.selectFrom('audit_log')
    .select('id')
    .where('action', '=', 'auth.refresh_reused')
    .execute()
  expect(reused).toEqual([])
})

test('six tabs restored at once all come up logged in', async () => {
  const who = await person(app())
  const { context, open } = await computer()
  await logIn(await open('/login'), who)
  const pages = await Promise.all(Array.from({ length: 6 }, () => context.newPage()))
  await Promise.all(pages.map((page) => page.goto(`${app().url}/sessions`)))
  for (const page of pages) await page.getByText('цей сеанс').waitFor()
  const live = await app()
    .db.selectFrom('sessions')
    .select('ended_at')
    .where('user_id', '=', await idOf(who))
    .execute()
  expect(live).toEqual([{ ended_at: null }])
})

test('logging out in one tab logs out the other', async () => {
  const { open } = await computer()
  const first = await open('/')
  await logIn(first, await person(app()))
  const second = await open('/sessions')
  await heading(second, 'Мої сеанси').waitFor()
  await chooseInMenu(first, 'Вийти')
  await heading(second, 'Вхід').waitFor()
  expect(second.url()).toBe(`${app().url}/login`)
})

test('logging in in one tab lets the others in as well', async () => {
  const { open } = await computer()
  const [first, second] = [await open('/sessions'), await open('/password')]
  await logIn(first, await person(app()))
  await heading(second, 'Пароль').waitFor()
  expect(second.url()).toBe(`${app().url}/password`)
})

test('when another person logs in in this browser, nothing of the first one’s stays in the other tab', async () => {
  const [olena, taras] = [await person(app()), await person(app(), 'auditor', 'Тарас Бульба')]
  const { open } = await computer()
  const first = await open('/password')
  await logIn(first, olena)
  await endSessionsFromElsewhere(app(), olena)
  const second = await open('/login')
  await fillLogin(second, taras)
  await heading(first, 'Замовлення').waitFor()
  await first.getByText('Тарас Бульба').first().waitFor()
  await expect.poll(() => first.getByText('Олена Шевченко').count()).toBe(0)
})

test('the sessions page ends another session, and then all others', async () => {
  const who = await person(app())
  const page = await (await computer()).open('/sessions')
  const others = await Promise.all(
    ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'curl/8.5.0', 'curl/8.5.1'].map(
      (agent) => app().anonymous.logIn(who.login, who.password, { 'user-agent': agent }),
    ),
  )
  await logIn(page, who)
  await page.getByRole('heading', { name: /^4\sсеанси$/ }).waitFor()
  await page.getByRole('button', { name: /^Завершити сеанс: Firefox, Linux/ }).click()
  await page.locator('[aria-live=polite]').getByText('Сеанс завершено: Firefox, Linux.').waitFor()
  expect((await others[0]?.get('/auth/me'))?.status).toBe(401)

  await page.getByRole('button', { name: 'Завершити всі інші' }).click()
  await page.getByRole('heading', { name: 'Лише цей пристрій' }).waitFor()
  for (const other of others) expect((await other.get('/auth/me')).status).toBe(401)
  await expect.poll(() => page.getByText('цей сеанс').count()).toBe(1)
})
