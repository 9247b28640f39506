import type { BrowserContext, Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { sentenceOf } from '#/contract/errors.ts'
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
    name: 'home',
    show: async (page) => {
      await enter(page, '/')
      await heading(page, 'Вітаємо в Касирі').waitFor()
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
      await endSessionsFromElsewhere(app(), who)
      await chooseInMenu(page, 'Мої сеанси')
      await page.getByRole('dialog', { name: 'Сеанс завершено' }).waitFor()
    },
  },
]

describe.each(views)('$name', ({ show }) => {
  test.each(['light', 'dark'] as const)('has nothing for axe to find in the %s scheme', async (colorScheme) => {
    const { context } = await computer({ colorScheme })
    const page = await context.newPage()
    await show(page, context)
    expect(await page.locator('html').getAttribute('data-mantine-color-scheme')).toBe(colorScheme)
    expect(await axeFindings(page)).toEqual([])
  })

  test('speaks Ukrainian only, with its own quotes and apostrophes', async () => {
    const { context } = await computer()
    const page = await context.newPage()
    await show(page, context)
    const { foreign, mixed, untypographic } = await wordsOf(page)
    expect({ foreign, mixed, untypographic }).toEqual({ foreign: [], mixed: [], untypographic: [] })
    expect(await page.locator('html').getAttribute('lang')).toBe('uk')
    expect(await page.title()).toMatch(/^[А-ЯІЇЄҐ].* · Касир$/)
  })

  test('fits a screen 390 and 320 pixels wide', async () => {
    const { context } = await computer({ viewport: { width: 390, height: 700 } })
    const page = await context.newPage()
    await show(page, context)
    for (const width of [390, 320]) {
      await page.setViewportSize({ width, height: 700 })
      const content = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(content).toBeLessThanOrEqual(width)
    }
  })
})
