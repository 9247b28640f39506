import type { BrowserContext, Page } from 'playwright-core'
import { test } from 'vitest'
import { sentenceOf } from '#/contract/errors.ts'
import type { ServiceStatus } from '#/contract/service-status.ts'
import { alterAnswers, answerAt, refuseAt } from './answers.ts'
import { openStage } from './browser.ts'
import { expectGoodLooks } from './good-looks.ts'
import { arriveAs, fillLogin, longName, person, type Person } from './walks.ts'

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
    name: 'login asks for a code',
    show: async (page, context) => {
      await refuseAt(context, '**/auth/login', 'auth.second_factor_required')
      await page.goto(`${app().url}/login`)
      await fillLogin(page, { login: 'nobody', password: 'той самий' })
      const code = page.getByLabel('Код із застосунку')
      await code.waitFor()
      await refuseAt(context, '**/auth/login', 'auth.second_factor_wrong')
      await code.fill('123456')
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
]

test.each(views)('$name: right in both schemes, in Ukrainian, at every width', async ({ show }) => {
  const { context } = await computer({ colorScheme: 'light' })
  const page = await context.newPage()
  await show(page, context)
  await expectGoodLooks(page)
})
