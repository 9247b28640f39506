import { expect, test } from 'vitest'
import { openStage } from './browser.ts'
import { heading, person } from './walks.ts'

const { app, computer } = openStage()

test('the settings say what the role allows and lead to the password and the sessions', async () => {
  const page = await (await computer()).open('/settings', await person(app(), 'auditor', 'Леся Українка'))
  await page.getByRole('heading', { name: 'Ваша роль: аудитор' }).waitFor()
  await page.getByText('переглядати журнал дій').waitFor()
  await expect.poll(() => page.getByText('створювати чеки', { exact: true }).count()).toBe(0)
  await page.getByRole('main').getByRole('link', { name: 'Мої сеанси' }).click()
  await heading(page, 'Мої сеанси').waitFor()
  await page.goBack()
  await page.getByRole('main').getByRole('link', { name: 'Змінити пароль' }).click()
  await heading(page, 'Пароль').waitFor()
})

test('theme and density are kept in this browser, and the other tab hears of the density at once', async () => {
  const { open } = await computer({ colorScheme: 'light' })
  const page = await open('/settings', await person(app()))
  await heading(page, 'Налаштування').waitFor()
  const other = await open('/settings')
  await heading(other, 'Налаштування').waitFor()
  await page.getByText('Щільні').click()
  await expect.poll(() => other.getByLabel('Щільні').isChecked()).toBe(true)
  await page.getByRole('main').getByText('Темна').click()
  await page.reload()
  await page.locator('html[data-color-scheme=dark]').waitFor()
  await expect.poll(() => page.getByLabel('Щільні').isChecked()).toBe(true)
})
