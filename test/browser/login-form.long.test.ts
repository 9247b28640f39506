import { expect, test } from 'vitest'
import { openStage } from './browser.ts'
import { fillLogin, heading, logIn, person } from './walks.ts'

const { app, computer } = openStage()

test('empty fields are named and nothing is sent', async () => {
  const page = await (await computer()).open('/login')
  await page.getByRole('button', { name: 'Увійти' }).click()
  await page.getByText('Введіть логін.').waitFor()
  await page.getByText('Введіть пароль.').waitFor()
  await expect.poll(() => page.getByLabel('Логін').evaluate((field) => field === document.activeElement)).toBe(true)
})

test('after too many failures the page says how long to wait', async () => {
  const who = await person(app())
  const page = await (await computer()).open('/login')
  // The pause after the fifth failure is a second, then two, four…: a slow machine may need some more of them.
  for (let attempt = 1, status = 401; status === 401 && attempt <= 10; attempt += 1) {
    const answered = page.waitForResponse('**/auth/login')
    await fillLogin(page, { ...who, password: `не той ${attempt}` })
    status = (await answered).status()
  }
  const told = page.getByRole('alert').getByText('Забагато невдалих спроб входу.')
  await told.waitFor()
  await expect.poll(() => told.textContent()).toMatch(/Спробуйте ще раз через \d+\sс\.$/)
})

test('the password can be pasted, shown and hidden, and managers recognise the fields', async () => {
  const { context, open } = await computer({ permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await open('/login')
  const field = page.getByLabel('Пароль', { exact: true })
  await expect.poll(() => page.getByLabel('Логін').getAttribute('autocomplete')).toBe('username')
  await expect.poll(() => field.getAttribute('autocomplete')).toBe('current-password')

  await page.evaluate(() => navigator.clipboard.writeText('вставлений пароль'))
  await field.focus()
  await page.keyboard.press('Control+V')
  await expect.poll(() => field.inputValue()).toBe('вставлений пароль')

  await expect.poll(() => field.getAttribute('type')).toBe('password')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect.poll(() => field.getAttribute('type')).toBe('text')
  await context.clearPermissions()
})

test('without an answer from the server the login page says so and keeps what was typed', async () => {
  const who = await person(app())
  const { context, open } = await computer()
  const page = await open('/login')
  await context.setOffline(true)
  await fillLogin(page, who)
  await page.getByRole('alert').getByText('Немає зв’язку').waitFor()
  await expect.poll(() => page.getByLabel('Логін').inputValue()).toBe(who.login)
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Увійти' }).click()
  await heading(page, 'Замовлення').waitFor()
})

test('a page that cannot reach the server at first load offers another try', async () => {
  const { context, open } = await computer()
  const page = await open('/login')
  await logIn(page, await person(app()))
  await context.route('**/auth/refresh', (route) => route.abort())
  await page.reload()
  await heading(page, 'Сервер не відповідає').waitFor()
  await expect.poll(() => page.title()).toBe('Сервер не відповідає · Касир')
  await context.unroute('**/auth/refresh')
  await page.getByRole('button', { name: 'Спробувати ще раз' }).click()
  await heading(page, 'Замовлення').waitFor()
})
