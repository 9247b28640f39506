import { expect, test } from 'vitest'
import { sentenceOf } from '#/contract/errors.ts'
import { openStage } from './browser.ts'
import { chooseInMenu, fillLogin, heading, logIn, person } from './walks.ts'

const { app, computer } = openStage()

test('who is not logged in goes through the login page and comes back to where they were', async () => {
  const page = await (await computer()).open('/sessions?from=%D0%BB%D0%B8%D1%81%D1%82#end')
  await heading(page, 'Вхід').waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')

  await logIn(page, await person(app()))

  await heading(page, 'Мої сеанси').waitFor()
  expect(page.url()).toBe(`${app().url}/sessions?from=%D0%BB%D0%B8%D1%81%D1%82#end`)
  expect(await page.title()).toBe('Мої сеанси · Касир')
})

// Every other spelling is asked of the rule itself, in format.test.ts.
test('a link that would lead to another site after login leads to the start page', async () => {
  const page = await (await computer()).open(`/login?redirect=${encodeURIComponent('//evil.example/sessions')}`)
  await logIn(page, await person(app()))
  await heading(page, 'Замовлення').waitFor()
  expect(page.url()).toBe(`${app().url}/`)
})

test('an address that only looks like another site is refused by the server and leads nowhere', async () => {
  const { context } = await computer()
  const page = await context.newPage()
  const answer = await page.goto(`${app().url}//evil.example`)
  expect(answer?.status()).toBe(404)
  expect(new URL(page.url()).origin).toBe(app().url)
})

test('a wrong password is told in Ukrainian next to the form, and can be typed anew at once', async () => {
  const who = await person(app())
  const page = await (await computer()).open('/')
  await fillLogin(page, { ...who, password: 'зовсім не той' })

  await page.getByRole('alert').getByText(sentenceOf('auth.invalid_credentials')).waitFor()
  expect(await page.getByLabel('Логін').inputValue()).toBe(who.login)
  await page.keyboard.type(who.password)
  await page.keyboard.press('Enter')
  await heading(page, 'Замовлення').waitFor()
})

test('empty fields are named and nothing is sent', async () => {
  const page = await (await computer()).open('/login')
  await page.getByRole('button', { name: 'Увійти' }).click()
  await page.getByText('Введіть логін.').waitFor()
  await page.getByText('Введіть пароль.').waitFor()
  expect(await page.getByLabel('Логін').evaluate((field) => field === document.activeElement)).toBe(true)
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
  expect(await told.textContent()).toMatch(/Спробуйте ще раз через \d+\sс\.$/)
})

test('the password can be pasted, shown and hidden, and managers recognise the fields', async () => {
  const { context, open } = await computer({ permissions: ['clipboard-read', 'clipboard-write'] })
  const page = await open('/login')
  const field = page.getByLabel('Пароль', { exact: true })
  expect(await page.getByLabel('Логін').getAttribute('autocomplete')).toBe('username')
  expect(await field.getAttribute('autocomplete')).toBe('current-password')

  await page.evaluate(() => navigator.clipboard.writeText('вставлений пароль'))
  await field.focus()
  await page.keyboard.press('Control+V')
  expect(await field.inputValue()).toBe('вставлений пароль')

  expect(await field.getAttribute('type')).toBe('password')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await field.getAttribute('type')).toBe('text')
  await context.clearPermissions()
})

test('without an answer from the server the login page says so and keeps what was typed', async () => {
  const who = await person(app())
  const { context, open } = await computer()
  const page = await open('/login')
  await context.setOffline(true)
  await fillLogin(page, who)
  await page.getByRole('alert').getByText('Немає зв’язку').waitFor()
  expect(await page.getByLabel('Логін').inputValue()).toBe(who.login)
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
  expect(await page.title()).toBe('Сервер не відповідає · Касир')
  await context.unroute('**/auth/refresh')
  await page.getByRole('button', { name: 'Спробувати ще раз' }).click()
  await heading(page, 'Замовлення').waitFor()
})

test('a reload keeps the person logged in, and no token lies where a script could find it', async () => {
  const { context, open } = await computer()
  const page = await open('/sessions')
  await logIn(page, await person(app()))
  await heading(page, 'Мої сеанси').waitFor()
  await page.reload()
  await heading(page, 'Мої сеанси').waitFor()

  const stored = await page.evaluate(() =>
    JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage), document.cookie]),
  )
  expect(stored).not.toMatch(/eyJ|[\w-]{40,}/)
  const cookies = await context.cookies(`${app().url}/api/v1/auth`)
  expect(cookies.length).toBeGreaterThan(0)
  expect(cookies.every((cookie) => cookie.httpOnly && cookie.sameSite === 'Strict')).toBe(true)
})

test('logging out ends the session at the server and asks for a login without a way back', async () => {
  const who = await person(app())
  const page = await (await computer()).open('/sessions')
  await logIn(page, who)
  await chooseInMenu(page, 'Вийти')
  await heading(page, 'Вхід').waitFor()
  expect(page.url()).toBe(`${app().url}/login`)

  const elsewhere = await app().anonymous.logIn(who.login, who.password)
  const { body } = await elsewhere.get<{ items: unknown[] }>('/auth/sessions')
  expect(body.items).toHaveLength(1)
})
