import { expect, test } from 'vitest'
import { sentenceOf } from '#/contract/errors.ts'
import { openStage } from './browser.ts'
import { fillLogin, fillPasswords, heading, newcomer, person, submitPasswords } from './walks.ts'

const { app, computer } = openStage()
const chosen = 'блакитна-парасоля-9'

test('a one-time password must be replaced before anything else, and then the way goes on', async () => {
  const who = await newcomer(app())
  const page = await (await computer()).open('/sessions')
  await fillLogin(page, who)
  await heading(page, 'Придумайте пароль').waitFor()
  await expect.poll(() => page.getByRole('navigation').count()).toBe(0)

  await page.goto(`${app().url}/`)
  await heading(page, 'Придумайте пароль').waitFor()
  await page.goto(`${app().url}/sessions`)
  await heading(page, 'Придумайте пароль').waitFor()

  await fillPasswords(page, who.password, chosen)
  await submitPasswords(page)
  await heading(page, 'Мої сеанси').waitFor()
  await page.locator('[aria-live=polite]').getByText('Пароль змінено.').waitFor()
  await app().anonymous.logIn(who.login, chosen)
})

test('a changed password ends the other sessions, keeps this one, and the page says so', async () => {
  const who = await person(app())
  const elsewhere = await app().anonymous.logIn(who.login, who.password)
  const page = await (await computer()).open('/password', who)
  await fillPasswords(page, who.password, chosen)
  await submitPasswords(page)

  await page
    .getByRole('status')
    .getByText(/Пароль змінено\. Усі інші ваші сеанси завершено/)
    .first()
    .waitFor()
  await expect.poll(() => page.getByLabel('Новий пароль', { exact: true }).inputValue()).toBe('')
  expect((await elsewhere.get('/auth/me')).status).toBe(401)
  await page.getByRole('link', { name: 'Замовлення', exact: true }).click()
  await heading(page, 'Замовлення').waitFor()
})

test('the length is said in advance and checked before anything is sent', async () => {
  const who = await person(app())
  const page = await (await computer()).open('/password', who)
  const description = page.getByText(/Від 12 до\s128\sсимволів/)
  await description.waitFor()
  const field = page.getByLabel('Новий пароль', { exact: true })
  await expect.poll(() => field.getAttribute('aria-describedby')).toContain(await description.getAttribute('id'))

  await fillPasswords(page, who.password, 'коротко', 'інакше')
  await submitPasswords(page)
  await page.getByText(/Щонайменше 12\sсимволів, зараз 7\./).waitFor()
  await page.getByText('Паролі не збігаються.').waitFor()
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
})

const refusals = [
  { code: 'auth.wrong_current_password', current: 'не той', next: chosen, field: 'Поточний пароль' },
  { code: 'auth.password_too_simple', current: null, next: '123456789012', field: 'Новий пароль' },
  { code: 'auth.password_unchanged', current: null, next: null, field: 'Новий пароль' },
] as const

test.each(refusals)('the refusal $code stands at the field «$field», which has the focus', async (refusal) => {
  const who = await person(app())
  const page = await (await computer()).open('/password', who)
  await fillPasswords(page, refusal.current ?? who.password, refusal.next ?? who.password)
  await submitPasswords(page)

  const message = page.getByText(sentenceOf(refusal.code))
  await message.waitFor()
  const field = page.getByLabel(refusal.field, { exact: true })
  await expect.poll(() => field.getAttribute('aria-describedby')).toContain(await message.getAttribute('id'))
  await expect.poll(() => field.getAttribute('aria-invalid')).toBe('true')
  await expect.poll(() => field.evaluate((input) => input === document.activeElement)).toBe(true)
})

test('what the server says about one field is shown at that field', async () => {
  const who = await person(app())
  const { context, open } = await computer()
  const page = await open('/password', who)
  await context.route('**/auth/password', async (route) => {
    const answer = await route.fetch({
      postData: JSON.stringify({ current_password: who.password, new_password: 'ні' }),
    })
    await route.fulfill({ response: answer })
  })
  await fillPasswords(page, who.password, chosen)
  await submitPasswords(page)
  const message = page.getByText(/^Щонайменше 12\sсимволів\.$/)
  await message.waitFor()
  const field = page.getByLabel('Новий пароль', { exact: true })
  await expect.poll(() => field.getAttribute('aria-describedby')).toContain(await message.getAttribute('id'))
})
