import { expect, test } from 'vitest'
import { sentenceOf } from '#/contract/errors.ts'
import { openStage } from './browser.ts'
import { chooseInMenu, fillLogin, fillPasswords, heading, logIn, person, submitPasswords } from './walks.ts'

const { app, computer } = openStage()
const admin = () => ({ login: 'admin', password: app().adminPassword })

test('an admin adds a person: the one-time password is shown once, can be copied, and opens the door', async () => {
  const { open } = await computer({ permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await open('/users', admin())
  await page.getByRole('button', { name: 'Додати користувача' }).click()
  await page.keyboard.type('Ганна Нова')
  await page.getByLabel('Логін').fill('hanna')
  await page.getByLabel('Роль', { exact: true }).selectOption('auditor')
  await page.getByRole('button', { name: 'Додати', exact: true }).click()

  const dialog = page.getByRole('dialog', { name: 'Одноразовий пароль: Ганна Нова' })
  const password = (await dialog.getByRole('code').textContent()) ?? ''
  await dialog.getByRole('button', { name: 'Копіювати: одноразовий пароль' }).click()
  await dialog.getByText('Скопійовано').waitFor({ state: 'attached' })
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(password)
  await page.keyboard.press('Escape')
  await expect.poll(() => dialog.isVisible()).toBe(true)
  await dialog.getByRole('button', { name: 'Пароль передано' }).click()
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => page.getByText(password).count()).toBe(0)

  const hers = await (await computer()).open('/')
  await fillLogin(hers, { login: 'hanna', password })
  await fillPasswords(hers, password, 'блакитна-парасоля-9')
  await submitPasswords(hers)
  await heading(hers, 'Замовлення').waitFor()
})

test('a login that is taken is refused at its field', async () => {
  const page = await (await computer()).open('/users', admin())
  await page.getByRole('button', { name: 'Додати користувача' }).click()
  await page.getByLabel('Ім’я').fill('Інший Адміністратор')
  await page.getByLabel('Логін').fill('admin')
  await page.keyboard.press('Enter')
  await page.getByText(sentenceOf('user.login_taken', { login: 'admin' })).waitFor()
  await expect.poll(() => page.getByLabel('Логін').evaluate((field) => field === document.activeElement)).toBe(true)
})

test('a person gets another name and role, is switched off and on, and a new password', async () => {
  const who = await person(app(), 'cashier', 'Петро Сагайдачний')
  const page = await (await computer()).open('/users', admin())
  const row = page.getByRole('listitem').filter({ hasText: who.login })
  await row.getByRole('button', { name: /^Змінити/ }).click()
  await page.getByLabel('Ім’я').fill('Петро Конашевич')
  await page.getByLabel('Роль', { exact: true }).selectOption('auditor')
  await page.getByRole('button', { name: 'Зберегти' }).click()
  await row.getByText('Петро Конашевич').waitFor()
  await expect.poll(() => row.textContent()).toContain('Аудитор')

  await row.getByRole('button', { name: /^Вимкнути/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Вимкнути' }).click()
  await row.getByText('вимкнено').waitFor()
  expect((await app().anonymous.post('/auth/login', who)).status).toBe(403)

  await row.getByRole('button', { name: /^Увімкнути/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Увімкнути' }).click()
  await row.getByRole('button', { name: /^Вимкнути/ }).waitFor()
  await app().anonymous.logIn(who.login, who.password)

  await row.getByRole('button', { name: /^Скинути пароль/ }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Скинути пароль' }).click()
  const password = await page.getByRole('dialog').getByRole('code').textContent()
  await app().anonymous.logIn(who.login, password ?? '')
})

test('the last admin cannot be switched off, and the dialog says why', async () => {
  const page = await (await computer()).open('/users', admin())
  await page.getByRole('button', { name: 'Вимкнути: Адміністратор' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Вимкнути' }).click()
  await page.getByRole('alert').getByText(sentenceOf('user.last_admin')).waitFor()
  await page.getByRole('button', { name: 'Не вимикати' }).click()
  await expect.poll(() => page.getByText('вимкнено').count()).toBe(0)
})

test('an auditor sees the people and changes nothing; for a cashier there is no such page', async () => {
  const page = await (await computer()).open('/users', await person(app(), 'auditor'))
  await page.getByText('Змінювати користувачів може адміністратор.').waitFor()
  await page.getByText('це ви').waitFor()
  await expect.poll(() => page.getByRole('main').getByRole('button').count()).toBe(0)

  const his = await (await computer()).open('/users')
  await logIn(his, await person(app(), 'cashier'))
  await heading(his, 'Замовлення').waitFor()
  await expect.poll(() => his.getByRole('link', { name: 'Користувачі' }).count()).toBe(0)
})

test('a role that was changed meanwhile is seen when the server refuses, without a new login', async () => {
  const who = await person(app(), 'admin', 'Ненадовго Головна')
  const page = await (await computer()).open('/users', who)
  await page.getByText('це ви').waitFor()
  const boss = await app().anonymous.logIn('admin', app().adminPassword)
  const users = (await boss.get<{ items: { id: string; login: string }[] }>('/users')).body.items
  const { id = '' } = users.find(({ login }) => login === who.login) ?? {}
  await boss.patch(`/users/${id}`, { role: 'cashier' })

  await page.getByRole('button', { name: 'Скинути пароль: Адміністратор' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Скинути пароль' }).click()
  await heading(page, 'Замовлення').waitFor()
  await expect.poll(() => page.getByRole('link', { name: 'Користувачі' }).count()).toBe(0)
  await chooseInMenu(page, 'Налаштування')
  await page.getByText('Ваша роль: касир').waitFor()
})
