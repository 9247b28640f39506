import type { BrowserContext } from 'playwright-core'
import { expect, test } from 'vitest'
import { sentenceOf } from '#/contract/errors.ts'
import type { SecondFactorPolicy } from '#/contract/second-factor.ts'
import type { ServiceStatus } from '#/contract/service-status.ts'
import { dutyOf } from '#/dashboard/shell/second-factor-duty.ts'
import { alterAnswers, refuseAt } from './answers.ts'
import { openStage } from './browser.ts'
import { chooseInMenu, heading, logIn, person } from './walks.ts'

const { app, computer } = openStage()

const oblige = (context: BrowserContext, second_factor: SecondFactorPolicy) =>
  alterAnswers<ServiceStatus>(context, '**/api/v1/status', (status) => ({ ...status, second_factor }))

test('who is obliged: by policy and role, and never a person who has one', () => {
  const duties = (['admins', 'everyone', 'optional'] as const).map((policy) =>
    (['admin', 'cashier', 'auditor'] as const).map((role) => dutyOf(policy, { role, second_factor: false })),
  )
  expect(duties).toEqual([
    ['invited', 'none', 'none'],
    ['must', 'must', 'must'],
    ['none', 'none', 'none'],
  ])
  expect(dutyOf('everyone', { role: 'admin', second_factor: true })).toBe('none')
})

test('an admin is invited at each login; «Пізніше» holds until the next one, and a cashier is not invited', async () => {
  const who = await person(app(), 'admin')
  const { context, open } = await computer()
  await oblige(context, 'admins')
  const page = await open('/')
  await logIn(page, who)
  const invitation = page.getByRole('region', { name: 'Запрошення' })
  await invitation.getByText('Налаштуйте другий фактор входу.').waitFor()
  await invitation.getByRole('button', { name: 'Пізніше' }).click()
  await expect.poll(() => invitation.count()).toBe(0)
  const told = page.waitForResponse('**/api/v1/status')
  await page.reload()
  await (await told).finished()
  await heading(page, 'Замовлення').waitFor()
  await expect.poll(() => invitation.count()).toBe(0)

  await chooseInMenu(page, 'Вийти')
  await logIn(page, who)
  await invitation.getByRole('link', { name: 'Налаштувати' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/security')
  await expect.poll(() => invitation.count()).toBe(0)

  await chooseInMenu(page, 'Вийти')
  await logIn(page, await person(app(), 'cashier'))
  await heading(page, 'Замовлення').waitFor()
  await expect.poll(() => invitation.count()).toBe(0)
})

test('where everybody is obliged, no page opens before it is set up; the only other way is out', async () => {
  const { context, open } = await computer()
  await oblige(context, 'everyone')
  const page = await open('/settings')
  await logIn(page, await person(app()))
  await heading(page, 'Налаштуйте другий фактор').waitFor()
  await expect.poll(() => page.getByRole('navigation').count()).toBe(0)
  await page.goto(`${app().url}/sessions`)
  await heading(page, 'Налаштуйте другий фактор').waitFor()
  await expect.poll(() => page.getByText('цей сеанс').count()).toBe(0)
  await page.getByRole('main').getByRole('button', { name: 'Вийти' }).click()
  await heading(page, 'Вхід').waitFor()
})

test('a change refused for want of a second factor shows the way to it', async () => {
  const who = await person(app(), 'admin')
  const other = await person(app(), 'cashier', 'Інша Людина')
  const { context, open } = await computer()
  await refuseAt(context, '**/api/v1/users/*/password-reset', 'auth.second_factor_needed')
  const page = await open('/users')
  await logIn(page, who)
  const row = page.getByRole('listitem').filter({ hasText: other.login })
  await row.getByRole('button', { name: /^Скинути пароль/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Скинути пароль' }).click()
  const offered = page.getByRole('dialog', { name: 'Потрібен другий фактор' })
  await offered.getByText(sentenceOf('auth.second_factor_needed')).waitFor()
  await offered.getByRole('button', { name: 'Налаштувати' }).click()
  await expect.poll(() => new URL(page.url()).pathname).toBe('/security')
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0)
})
