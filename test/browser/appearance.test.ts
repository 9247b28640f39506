import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sentenceOf } from '#/contract/errors.ts'
import { openStage } from './browser.ts'
import { expectGoodLooks } from './good-looks.ts'
import {
  arriveAs,
  chooseInMenu,
  endSessionsFromElsewhere,
  fillLogin,
  fillPasswords,
  heading,
  logIn,
  longName,
  newcomer,
  person,
  submitPasswords,
  type Person,
} from './walks.ts'

const { app, computer } = openStage()

interface View {
  name: string
  /** Leads a fresh browser to the view. */
  show(page: Page, context: BrowserContext): Promise<void>
}

async function enter(page: Page, path: string): Promise<Person> {
  const who = await person(app(), 'admin', longName)
  await arriveAs(page, app(), who, path)
  return who
}

const views: View[] = [
  {
    name: 'login',
    show: async (page) => {
      await page.goto(`${app().url}/login`)
      await heading(page, 'Вхід').waitFor()
    },
  },
  {
    name: 'login refused',
    show: async (page) => {
      await page.goto(`${app().url}/login`)
      await fillLogin(page, { login: 'nobody', password: 'не той' })
      await page.getByRole('alert').waitFor()
    },
  },
  {
    name: 'settings',
    show: async (page) => {
      await enter(page, '/settings')
      await page.getByText('Вона дає право:').waitFor()
    },
  },
  {
    name: 'users',
    show: async (page) => {
      await newcomer(app())
      await enter(page, '/users')
      await page.getByText('це ви').waitFor()
    },
  },
  {
    name: 'adding a user refused',
    show: async (page) => {
      const { login } = await enter(page, '/users')
      await page.getByRole('button', { name: 'Додати користувача' }).click()
      await page.getByLabel('Ім’я').fill('Ганна Нова')
      await page.getByLabel('Логін').fill(login)
      await page.keyboard.press('Enter')
      await page.getByText(/уже зайнятий/).waitFor()
    },
  },
  {
    name: 'audit',
    show: async (page) => {
      await enter(page, '/audit')
      await page.getByText(/^Журнал цілий до/).waitFor()
      await page.getByText('Додано користувача').first().waitFor()
    },
  },
  {
    name: 'keys',
    show: async (page) => {
      await enter(page, '/settings')
      await page.getByRole('button', { name: 'Показати всі клавіші' }).click()
      await page.getByRole('dialog', { name: 'Клавіші' }).getByText('показати ці клавіші').waitFor()
    },
  },
  {
    name: 'palette',
    show: async (page) => {
      await enter(page, '/settings')
      await page.getByRole('button', { name: 'Перейти, зробити, знайти' }).click()
      await page.getByLabel('Команда або пошук').fill('за')
    },
  },
  {
    name: 'user menu',
    show: async (page) => {
      await enter(page, '/')
      await page.getByRole('button', { name: /меню користувача$/ }).click()
      await page.getByRole('button', { name: 'Вийти' }).waitFor()
    },
  },
  {
    name: 'password refused',
    show: async (page) => {
      const who = await enter(page, '/password')
      await fillPasswords(page, who.password, '123456789012')
      await submitPasswords(page)
      await page.getByText(sentenceOf('auth.password_too_simple')).waitFor()
    },
  },
  {
    name: 'first password',
    show: async (page) => {
      await page.goto(`${app().url}/`)
      await logIn(page, await newcomer(app()))
      await heading(page, 'Придумайте пароль').waitFor()
    },
  },
  {
    name: 'sessions',
    show: async (page) => {
      const who = await enter(page, '/')
      for (const agent of [
        'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Version/18.0 Mobile/15E148 Safari/604.1',
        '-',
      ])
        await app().anonymous.logIn(who.login, who.password, { 'user-agent': agent })
      await chooseInMenu(page, 'Мої сеанси')
      await page.getByRole('button', { name: /^Завершити сеанс: Safari/ }).click()
      await page.getByRole('button', { name: 'Закрити сповіщення' }).waitFor()
    },
  },
  {
    name: '404',
    show: async (page) => {
      await enter(page, '/nowhere')
      await heading(page, 'Такої сторінки немає').waitFor()
    },
  },
  {
    name: 'error boundary',
    show: async (page, context) => {
      await enter(page, '/')
      const request_id = '0199f3a2-7c1e-7b11-9d50-3f1b2a4c5d6e'
      await context.route('**/auth/sessions', (route) =>
        route.fulfill({
          status: 503,
          contentType: 'application/problem+json',
          json: {
            status: 503,
            code: 'server.database_unavailable',
            detail: sentenceOf('server.database_unavailable'),
            instance: request_id,
          },
        }),
      )
      await chooseInMenu(page, 'Мої сеанси')
      await page.getByText(request_id).waitFor()
    },
  },
  {
    name: 'session dialog',
    show: async (page) => {
      const who = await enter(page, '/')
      await heading(page, 'Замовлення').waitFor()
      await endSessionsFromElsewhere(app(), who)
      // Or the page has asked for something itself by now, and knows.
      await page.keyboard.press('KeyR')
      await page.getByRole('dialog', { name: 'Сеанс завершено' }).waitFor()
    },
  },
]

test.each(views)(
  '$name: nothing for axe to find in either scheme, only Ukrainian words, no scrolling sideways',
  async ({ show }) => {
    const { context } = await computer({ colorScheme: 'light' })
    const page = await context.newPage()
    await show(page, context)

    await expectGoodLooks(page)
  },
)

test('the chosen scheme is kept, and a dark page is dark from its first moment', async () => {
  const { context } = await computer({ colorScheme: 'light' })
  const page = await context.newPage()
  await enter(page, '/')
  await page.getByRole('button', { name: /меню користувача$/ }).click()
  await page.getByText('Темна').click()
  await page.locator('html[data-mantine-color-scheme=dark]').waitFor()

  // Nothing but the document and the small script: the colour must not wait for the application.
  await context.route('**/assets/*.js', (route) => route.abort())
  await page.reload()
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(18, 23, 22)')
  await context.unroute('**/assets/*.js')
})

test('the first Tab offers to skip the header, and navigation moves the focus to the new heading', async () => {
  const { context } = await computer()
  const page = await context.newPage()
  await enter(page, '/settings')
  await page.reload()
  await heading(page, 'Налаштування').waitFor()
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Перейти до вмісту')
  await page.keyboard.press('Enter')
  expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')

  await page.getByRole('main').getByRole('link', { name: 'Мої сеанси' }).click()
  await heading(page, 'Мої сеанси').waitFor()
  await page.waitForFunction(() => document.activeElement?.textContent === 'Мої сеанси')
})

test('the user menu opens, closes and gives the focus back by keyboard alone', async () => {
  const { context } = await computer()
  const page = await context.newPage()
  await enter(page, '/')
  const button = page.getByRole('button', { name: /меню користувача$/ })
  await button.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Вийти' }).waitFor()
  expect(await button.getAttribute('aria-expanded')).toBe('true')
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Пароль')
  await page.keyboard.press('Escape')
  expect(await button.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await button.getAttribute('aria-expanded')).toBe('false')
})
