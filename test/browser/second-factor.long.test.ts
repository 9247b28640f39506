import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import { Secret, TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { sentenceOf } from '#/contract/errors.ts'
import { axeFindings, openStage } from './browser.ts'
import { handsOn } from './hands.ts'
import { chooseInMenu, fillLogin, heading, logIn, person, type Person } from './walks.ts'

/** A code counts once, so the next one is had by moving the server's clock on; the phone's clock goes with it. */
let ahead = 0
const clock = { now: () => new Date(Date.now() + ahead) }
const { app, computer } = openStage({ clock })

const nextCode = (secret: string): string => {
  ahead += 60_000
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: clock.now().getTime() })
}

const sessionsOf = ({ login }: Person) => sql`user_id = (select id from users where login = ${login})`
/** As after a quarter of an hour of work. */
const forgetPasswordOf = (who: Person) =>
  sql`update sessions set authenticated_at = authenticated_at - interval '16 minutes' where ${sessionsOf(who)}`.execute(
    app().db,
  )
const endSessionsOf = (who: Person) =>
  sql`update sessions set ended_at = clock_timestamp() where ${sessionsOf(who)}`.execute(app().db)

/** Reads the key as somebody would who types it into the phone by hand. */
async function connectApp(page: Page): Promise<{ secret: string; codes: string[] }> {
  await page.getByRole('button', { name: 'Під’єднати застосунок' }).click()
  const setUp = page.getByRole('dialog', { name: 'Під’єднати застосунок з кодами' })
  const secret = ((await setUp.getByRole('code').textContent()) ?? '').replaceAll(' ', '')
  await page.keyboard.type(nextCode(secret))
  const told = page.getByRole('dialog', { name: 'Коди відновлення' })
  await told.waitFor()
  const codes = await told.getByRole('code').allTextContents()
  await told.getByLabel('Коди збережено').check()
  await told.getByRole('button', { name: 'Готово' }).click()
  await page.getByText('Другий фактор налаштовано').waitFor()
  return { secret, codes }
}

const focused = (page: Page) => page.evaluate(() => document.activeElement?.getAttribute('aria-invalid'))

test('an authenticator is connected by keyboard alone; its recovery codes are told once and cannot be lost by a slip', async () => {
  const who = await person(app())
  const page = await (await computer()).open('/security')
  await logIn(page, who)
  await page.getByText('Другого фактора немає').waitFor()
  const hands = handsOn(page)
  await hands.to(/^Під’єднати застосунок$/)
  await hands.press('Enter')
  const setUp = page.getByRole('dialog', { name: 'Під’єднати застосунок з кодами' })
  const secret = ((await setUp.getByRole('code').textContent()) ?? '').replaceAll(' ', '')
  await setUp.getByRole('img', { name: 'QR-код для застосунку з кодами' }).waitFor()

  await hands.type('000000')
  await setUp.getByText(sentenceOf('auth.code_wrong')).waitFor()
  await expect.poll(() => focused(page)).toBe('true')
  await hands.type(nextCode(secret))
  const told = page.getByRole('dialog', { name: 'Коди відновлення' })
  await told.waitFor()
  const codes = await told.getByRole('code').allTextContents()
  expect(codes).toHaveLength(10)
  await hands.press('Escape', 'Escape')
  await expect.poll(() => told.isVisible()).toBe(true)
  await expect.poll(() => told.getByRole('button', { name: 'Готово' }).isDisabled()).toBe(true)

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    told.getByRole('button', { name: 'Завантажити' }).click(),
  ])
  const text = await readFile(await file.path(), 'utf8')
  for (const code of codes) expect(text).toContain(code)
  await hands.to(/^Коди збережено$/)
  await hands.press('Space')
  await hands.to(/^Готово$/)
  await hands.press('Enter')
  await told.waitFor({ state: 'detached' })
  await page.getByText(/^під’єднано \d/).waitFor()
  await page.getByText(/^Залишилося 10\sкодів$/).waitFor()
  expect(await page.content()).not.toContain(codes[0])
})

test('at login the code is asked for once, a wrong one is told at its field, and a recovery code opens the door too', async () => {
  const who = await person(app())
  const page = await (await computer()).open('/security')
  await logIn(page, who)
  const { secret, codes } = await connectApp(page)
  await chooseInMenu(page, 'Вийти')

  await fillLogin(page, who)
  const field = page.getByLabel('Код із застосунку')
  await field.waitFor()
  await expect.poll(() => field.getAttribute('autocomplete')).toBe('one-time-code')
  await expect.poll(() => field.getAttribute('inputmode')).toBe('numeric')
  await page.keyboard.type('000000')
  await page.getByText(sentenceOf('auth.second_factor_wrong')).waitFor()
  await expect.poll(() => focused(page)).toBe('true')
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Назад до пароля' }).click()
  await expect.poll(() => page.getByLabel('Логін').inputValue()).toBe(who.login)
  await page.keyboard.type(who.password)
  await page.keyboard.press('Enter')
  await field.waitFor()
  await page.keyboard.type(nextCode(secret).replace(/^(...)/, '$1 '))
  await heading(page, 'Замовлення').waitFor()

  await chooseInMenu(page, 'Вийти')
  await fillLogin(page, who)
  await page.getByRole('button', { name: 'Увійти кодом відновлення' }).click()
  await page.keyboard.type(codes[3] ?? '')
  await page.keyboard.press('Enter')
  await heading(page, 'Замовлення').waitFor()
  await page.goto(`${app().url}/security`)
  await page.getByText(/^Залишилося 9\sкодів$/).waitFor()
})

test('the dialog over an interrupted page asks for the code as well, and the page goes on', async () => {
  const who = await person(app())
  const page = await (await computer()).open('/security')
  await logIn(page, who)
  const { secret } = await connectApp(page)
  await endSessionsOf(who)
  await page.getByRole('main').getByRole('link', { name: 'Мої сеанси' }).click()
  const dialog = page.getByRole('dialog', { name: 'Сеанс завершено' })
  await dialog.getByLabel('Пароль', { exact: true }).fill(who.password)
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Код із застосунку').waitFor()
  await page.keyboard.type(nextCode(secret))
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('цей сеанс').waitFor()
  expect(new URL(page.url()).pathname).toBe('/sessions')
})

test('what matters asks for the password once more and is then done; given up, it says that nothing was changed', async () => {
  const who = await person(app())
  const page = await (await computer()).open('/security')
  await logIn(page, who)
  await forgetPasswordOf(who)
  const begin = page.getByRole('button', { name: 'Під’єднати застосунок' })
  await begin.click()
  const asked = page.getByRole('dialog', { name: 'Підтвердьте, що це ви' })
  await asked.waitFor()
  await page.keyboard.press('Escape')
  await page.getByText(/^Пароль не\sпідтверджено, тому нічого не\sзмінено\.$/).waitFor()
  await begin.click()
  await asked.getByLabel('Ваш пароль', { exact: true }).fill('не той')
  await page.keyboard.press('Enter')
  await asked.getByText(sentenceOf('auth.wrong_current_password')).waitFor()
  await asked.getByLabel('Ваш пароль', { exact: true }).fill(who.password)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'Під’єднати застосунок з кодами' }).waitFor()
  await expect.poll(() => asked.count()).toBe(0)
})

test('a passkey is added, opens the door without a password, says when it was used, and is removed', async () => {
  const who = await person(app())
  const { context } = await computer()
  const page = await context.newPage()
  const chromium = await context.newCDPSession(page)
  await chromium.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true, hasUserVerification: true } as const
  await chromium.send('WebAuthn.addVirtualAuthenticator', {
    options: { ...options, isUserVerified: true, automaticPresenceSimulation: true },
  })
  // Under a bare address browsers have no passkeys.
  await page.goto(`${app().url.replace('127.0.0.1', 'localhost')}/security`)
  await logIn(page, who)
  await page.getByRole('button', { name: 'Додати ключ доступу' }).click()
  await page.getByLabel('Назва').fill('Ноутбук на касі')
  await page.keyboard.press('Enter')
  const told = page.getByRole('dialog', { name: 'Коди відновлення' })
  await told.waitFor()
  await expect.poll(() => told.getByRole('code').allTextContents()).toHaveLength(10)
  await told.getByLabel('Коди збережено').check()
  await told.getByRole('button', { name: 'Готово' }).click()
  await page.getByText('ще не використано').waitFor()

  await chooseInMenu(page, 'Вийти')
  await page.getByRole('button', { name: 'Увійти ключем доступу' }).click()
  await heading(page, 'Замовлення').waitFor()
  await chooseInMenu(page, 'Безпека')
  await page.getByText(/останній вхід/).waitFor()
  await page.getByRole('button', { name: 'Видалити ключ доступу: Ноутбук на касі' }).click()
  await page.getByLabel('Ваш пароль', { exact: true }).fill(who.password)
  await page.getByRole('button', { name: 'Видалити ключ', exact: true }).click()
  await page.getByText('Введіть код.').waitFor()
  await page.getByRole('button', { name: 'Показати ключ доступу замість коду' }).click()
  await page.getByText('Другого фактора немає').waitFor()
})
