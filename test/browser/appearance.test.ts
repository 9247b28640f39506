import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sentenceOf } from '#/contract/errors.ts'
import type { ServiceStatus } from '#/contract/service-status.ts'
import { alterAnswers, answerAt, refuseAt } from './answers.ts'
import { axeFindings, openStage } from './browser.ts'
import { wordsOf } from './words.ts'
import {
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
  await page.goto(app().url + path)
  await logIn(page, who)
  return who
}

const at = '2026-03-09T12:01:00.000Z'
const aFactor = {
  authenticator: true,
  recovery_codes_left: 2,
  passkeys: [
    { id: 'first', name: 'Chrome, Windows', created_at: at, last_used_at: at },
    { id: 'second', name: `Телефон, ${longName}`, created_at: at, last_used_at: null },
  ],
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
    name: 'login asks for a code',
    show: async (page, context) => {
      await refuseAt(context, '**/auth/login', 'auth.second_factor_required')
      await page.goto(`${app().url}/login`)
      await fillLogin(page, { login: 'nobody', password: 'той самий' })
      await refuseAt(context, '**/auth/login', 'auth.second_factor_wrong')
      await page.getByLabel('Код із застосунку').fill('123456')
      await page.getByText(sentenceOf('auth.second_factor_wrong')).waitFor()
    },
  },
  {
    name: 'security',
    show: async (page, context) => {
      await answerAt(context, '**/auth/second-factor', aFactor)
      await enter(page, '/security')
      await page.getByText(longName).last().waitFor()
    },
  },
  {
    name: 'setting up a second factor that everybody must have',
    show: async (page, context) => {
      const second_factor = 'everyone' as const
      await alterAnswers<ServiceStatus>(context, '**/api/v1/status', (status) => ({ ...status, second_factor }))
      const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
      await answerAt(context, '**/auth/second-factor', { secret, uri: `otpauth://totp/kasyr?secret=${secret}` })
      await refuseAt(context, '**/second-factor/confirm', 'auth.code_wrong')
      await enter(page, '/')
      await page.getByRole('button', { name: 'Під’єднати застосунок' }).click()
      await page.getByLabel('Код із застосунку').fill('123456')
      await page.getByText(sentenceOf('auth.code_wrong')).waitFor()
    },
  },
  {
    name: 'recovery codes',
    show: async (page, context) => {
      const recovery_codes = Array.from({ length: 10 }, (_, place) => `${place}k3f9p-7hw2mt-c4xq8r-v6jn5d`)
      await answerAt(context, '**/auth/second-factor', aFactor)
      await answerAt(context, '**/second-factor/recovery-codes', { recovery_codes })
      const who = await enter(page, '/security')
      await page.getByRole('button', { name: 'Створити нові коди' }).click()
      await page.getByLabel('Ваш пароль', { exact: true }).fill(who.password)
      await page.keyboard.press('Enter')
      await page.getByRole('dialog', { name: 'Коди відновлення' }).waitFor()
    },
  },
  {
    name: 'the password asked again over a dialog',
    show: async (page, context) => {
      const who = await person(app(), 'cashier', longName)
      await refuseAt(context, '**/api/v1/users/*/sessions', 'auth.reauth_required')
      await enter(page, '/users')
      const row = page.getByRole('listitem').filter({ hasText: who.login })
      await row.getByRole('button', { name: /^Завершити всі сеанси/ }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Завершити всі сеанси' }).click()
      await page.getByRole('dialog', { name: 'Підтвердьте, що це ви' }).waitFor()
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

    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
      expect(await axeFindings(page), `axe in the ${colorScheme} scheme`).toEqual([])
    }

    expect(await wordsOf(page)).toEqual({ foreign: [], mixed: [], untypographic: [] })
    expect(await page.locator('html').getAttribute('lang')).toBe('uk')
    expect(await page.title()).toMatch(/^[А-ЯІЇЄҐ].* · Касир$/)

    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 700 })
      const content = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(content, `what is drawn on a screen ${width} px wide`).toBeLessThanOrEqual(width)
    }
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
