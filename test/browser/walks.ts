import type { Page } from 'playwright-core'
import type { Session } from '#/contract/auth.ts'
import type { Role } from '#/contract/permissions.ts'
import { theSystem } from '#/server/audit/record-audit.ts'
import { createUser } from '#/server/users/create-user.ts'
import { keepPassword, somePassword } from '#/test/support/people.ts'
import type { TestApp } from '#/test/support/test-app.ts'

/** What a person does with the dashboard, in their own words. */

export const longName = 'Олександра-Вікторія Нечуй-Левицька-Закревська'

let count = 0

export interface Person {
  login: string
  password: string
}

export async function person(app: TestApp, role: Role = 'cashier', name = 'Олена Шевченко'): Promise<Person> {
  const login = `person${(count += 1)}`
  const { user } = await createUser(app.app, theSystem, { login, name, role, password: somePassword })
  await keepPassword(app, user.id)
  return { login, password: somePassword }
}

/** A person who has been given a one-time password and has not used it yet. */
export async function newcomer(app: TestApp): Promise<Person> {
  const login = `newcomer${(count += 1)}`
  const { one_time_password } = await createUser(app.app, theSystem, { login, name: 'Ганна Новенька', role: 'cashier' })
  if (one_time_password === undefined) throw new Error('no one-time password was made')
  return { login, password: one_time_password }
}

export async function fillLogin(page: Page, { login, password }: Person): Promise<void> {
  await page.getByLabel('Логін').fill(login)
  await page.getByLabel('Пароль', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Увійти', exact: true }).click()
}

export async function logIn(page: Page, who: Person): Promise<void> {
  await fillLogin(page, who)
  await page.getByRole('banner').waitFor()
}

/**
 * With a session that is open already, as after a reload: the page comes up at once. The way through the login page is walked
 * by the tests of the login.
 */
export async function arriveAs(page: Page, app: TestApp, { login, password }: Person, path: string): Promise<void> {
  const headers = { 'user-agent': await page.evaluate(() => navigator.userAgent) }
  const answer = await app.anonymous.post('/auth/login', { login, password, refresh: 'cookie' }, headers)
  if (answer.status !== 200) throw new Error(`login answered ${answer.status}: ${answer.text}`)
  await page.context().addCookies(answer.headers.getSetCookie().map((line) => cookieOf(line, app.url)))
  // A browser sends its cookie only after a login; no page is drawn yet that could say so.
  await page.addInitScript(() => {
    if (location.protocol !== 'http:' || sessionStorage.getItem('arrived')) return
    localStorage.setItem('kasyr-logged-in', '1')
    sessionStorage.setItem('arrived', '1')
  })
  await page.goto(app.url + path)
  await page.getByRole('banner').waitFor()
}

function cookieOf(line: string, url: string) {
  const [pair = '', ...attributes] = line.split('; ')
  const path = attributes.find((attribute) => /^path=/i.test(attribute))?.slice('path='.length) ?? '/'
  const at = pair.indexOf('=')
  const named = { name: pair.slice(0, at), value: pair.slice(at + 1) }
  return { ...named, path, domain: new URL(url).hostname, httpOnly: true, sameSite: 'Strict' as const }
}

/** In the dialog the login is there already. */
export async function logInAgain(page: Page, password: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Сеанс завершено' })
  await dialog.getByLabel('Пароль', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Увійти', exact: true }).click()
}

export async function fillPasswords(page: Page, current: string, next: string, repeated = next): Promise<void> {
  await page.getByLabel(/^(Поточний|Одноразовий) пароль$/).fill(current)
  await page.getByLabel('Новий пароль', { exact: true }).fill(next)
  await page.getByLabel('Новий пароль ще раз', { exact: true }).fill(repeated)
}

export const submitPasswords = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Змінити пароль' }).click()

export async function chooseInMenu(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: /меню користувача$/ }).click()
  await page.getByRole('banner').getByText(name, { exact: true }).click()
}

export const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

/** From another computer: ends all sessions of the person but this one's own. */
export async function endSessionsFromElsewhere(app: TestApp, { login, password }: Person): Promise<void> {
  const elsewhere = await app.anonymous.logIn(login, password)
  const { body } = await elsewhere.get<{ items: Session[] }>('/auth/sessions')
  for (const session of body.items) if (!session.current) await elsewhere.delete(`/auth/sessions/${session.id}`)
}
