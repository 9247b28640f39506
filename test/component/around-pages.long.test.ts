import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Answers } from '#/dashboard/gallery/fake-server.ts'
import { aSession, aToken, aUser } from '#/dashboard/gallery/fixtures/people.ts'
import { aShop } from '#/dashboard/gallery/fixtures/shop.ts'
import { axeFindings } from '#/test/browser/browser.ts'
import { heading } from '#/test/browser/walks.ts'
import { openStage } from './stage.ts'

const stage = openStage()

/** The server answers otherwise from now on. */
const answer = (page: Page, answers: Answers): Promise<void> =>
  page.evaluate((given) => globalThis.gallery?.hand.answer(given), answers)

async function show(address: string): Promise<Page> {
  const page = await stage.page()
  await stage.show(page, address)
  return page
}

test('the first Tab offers to skip the header, and navigation moves the focus to the new heading', async () => {
  const page = await show('login and account/settings')
  await page.keyboard.press('Tab')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Перейти до вмісту')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id)).toBe('main')

  await page.getByRole('main').getByRole('link', { name: 'Мої сеанси' }).click()
  await heading(page, 'Мої сеанси').waitFor()
  await page.waitForFunction(() => document.activeElement?.textContent === 'Мої сеанси')
})

test('the user menu opens, closes and gives the focus back by keyboard alone', async () => {
  const page = await show('orders/received')
  const button = page.getByRole('button', { name: /меню користувача$/ })
  await button.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Вийти' }).waitFor()
  await expect.poll(() => button.getAttribute('aria-expanded')).toBe('true')
  await page.keyboard.press('Tab')
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Пароль')
  await page.keyboard.press('Escape')
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
  await expect.poll(() => button.getAttribute('aria-expanded')).toBe('false')
})

test.each([
  ['receipts/given up', 'Звідки це відомо'],
  ['receipts/not needed', 'Чому чек не потрібен'],
  ['attention/sums to be accepted', 'Чому суми можуть бути різні'],
  ['attention/a copy to be sent', 'Пошта або телефон покупця'],
])('%s: the field has the focus, Tab stays in the dialog, and Escape gives the focus back', async (address, field) => {
  const page = await show(address)
  const dialog = page
    .getByRole('dialog')
    .filter({ has: page.getByLabel(field) })
    .last()
  await expect.poll(() => dialog.getByLabel(field).evaluate((input) => input === document.activeElement)).toBe(true)
  for (let step = 0; step < 8; step += 1) {
    await page.keyboard.press('Tab')
    // The browser's own bar takes a turn as well; the page below does not.
    const isInside = await dialog.evaluate(
      (element) => document.activeElement === document.body || element.contains(document.activeElement),
    )
    expect(isInside).toBe(true)
  }
  await dialog.getByLabel(field).focus()
  await page.keyboard.press('Escape')
  await page.getByLabel(field).waitFor({ state: 'detached' })
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('BUTTON')
})

test('the demonstration is told before the server has said so again: nothing below is pushed down', async () => {
  const page = await show('around every page/demonstration, before the server answers')
  const told = page.getByRole('region', { name: 'Стан служби' }).getByText('Демонстраційний режим:')
  await expect.poll(() => told.locator('..').textContent()).toContain('Справжніх чеків тут не\u00a0буде.')
})

test('an alarm of the log reaches a page that is open, within a minute and whatever the role', async () => {
  const page = await stage.page()
  await page.clock.install()
  await stage.show(page, 'cash registers/every state, for a cashier')
  const alarm = page.getByRole('alert').getByText('Журнал дій пошкоджено.')
  await expect.poll(() => alarm.count()).toBe(0)
  const audit_alarm = { since: '2026-03-09T12:01:00.000Z', reason: 'у журналі бракує записів' }
  const { 'GET /status': status } = aShop({ status: { audit_alarm } })
  await answer(page, { 'GET /status': status })
  await page.clock.fastForward('01:01')
  await alarm.waitFor()
  const told = ((await alarm.locator('..').textContent()) ?? '').replace(/\s/g, ' ')
  expect(told).toContain('у журналі бракує записів. Помічено 9 березня 2026 р. о 14:01.')
  expect(told).toContain('kasyr audit verify')
  await page.getByRole('link', { name: 'Замовлення', exact: true }).click()
  await heading(page, 'Замовлення').waitFor()
  await alarm.waitFor()
})

test('WCAG 2.2.1: two minutes before a session ends for good the page says so, and a password typed there lets one stay', async () => {
  const page = await show('login and account/settings')
  await expect.poll(() => page.getByText(/^Сеанс завершиться/).count()).toBe(0)
  await stage.show(page, 'login and account/session ends soon')
  await page
    .getByRole('alert')
    .getByText(/^Сеанс завершиться о/)
    .waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Залишитися' }).click()
  const dialog = page.getByRole('dialog', { name: 'Залишитися в Касирі' })
  await answer(page, {
    'POST /auth/login': { ...aToken(aUser()), access_token: 'another' },
    'GET /auth/sessions': { items: [aSession(1)] },
  })
  await dialog.getByLabel('Пароль', { exact: true }).fill('теперішній пароль')
  await dialog.getByRole('button', { name: 'Увійти', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(/^Сеанс завершиться/).waitFor({ state: 'detached' })
})

test('a register that is switched off is not said to work', async () => {
  const page = await show('cash registers/every state')
  const off = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Вимкнена', exact: true }) })
  await off.getByText('вимкнено').waitFor()
  await expect.poll(() => off.getByText(/^Працює/).count()).toBe(0)
  await expect.poll(() => page.getByText(/^Працює/).count()).toBe(4)
})
