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
  await expect.poll(() => page.title()).toBe('Мої сеанси · Касир')
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
  await expect.poll(() => page.getByLabel('Логін').inputValue()).toBe(who.login)
  await page.keyboard.type(who.password)
  await page.keyboard.press('Enter')
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
