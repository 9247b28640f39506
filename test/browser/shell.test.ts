import { expect, test } from 'vitest'
import type { ServiceStatus } from '#/contract/service-status.ts'
import { alterAnswers } from './answers.ts'
import { axeFindings } from './browser.ts'
import { openShop } from './shop.ts'
import { heading, logIn, person } from './walks.ts'

const shop = openShop({ registers: ['Основна', 'Запасна'] })
const { app, computer } = shop

test('U14: how much needs a person stands in the header of every page, and follows what happens', async () => {
  const page = await (await computer()).open('/settings', await person(app()))
  const entry = page.getByRole('banner').getByRole('link', { name: /^Потребує уваги/ })
  await entry.waitFor()
  expect(await entry.textContent()).toBe('Потребує уваги')

  const [ttn = ''] = await shop.arrive([{ status_code: 5 }])
  await shop.move(ttn, 9)
  await expect.poll(() => entry.textContent()).toBe('Потребує уваги: 1')
  for (const path of ['/', '/cash-registers', '/sessions', '/password']) {
    await page.goto(app().url + path)
    await expect.poll(() => entry.textContent()).toBe('Потребує уваги: 1')
  }
  await entry.click()
  await heading(page, 'Потребує уваги').waitFor()
})

test('a register that cannot make receipts, and a silent provider, are told on every page', async () => {
  const [first, second] = shop.registers.map(({ id }) => id)
  const { fiscal } = shop.providers()
  const admin = await app().anonymous.logIn('admin', app().adminPassword)
  await admin.patch(`/cash-registers/${first}`, { pin: '0000' })
  fiscal.faults.arm({ operation: '*', fault: { kind: 'status', status: 503 }, times: 'always' })
  await admin.post(`/cash-registers/${second}/check`)
  fiscal.faults.disarm()

  const page = await (await computer()).open('/settings', await person(app()))
  await page.getByText('Каса «Основна» не створює чеків.').waitFor()
  const silent = page.getByText(/Checkbox недоступний з\s\d\d:\d\d: каса «Запасна»\. Нові\sчеки стануть у\sчергу\./)
  await silent.waitFor()
  expect(await axeFindings(page)).toEqual([])
  await admin.post(`/cash-registers/${second}/check`)
  await silent.waitFor({ state: 'detached' })
})

test('an outage that receipts meet is told while one looks, and untold when Checkbox answers again, without a reload', async () => {
  const [, second] = shop.registers
  const ttns = await shop.arrive(Array.from({ length: 3 }, () => (second ? { register: second } : {})))
  const page = await (await computer()).open('/settings', await person(app()))
  await heading(page, 'Налаштування').waitFor()
  const banner = page.getByText(/^Checkbox недоступний з\s\d\d:\d\d/)
  expect(await banner.count()).toBe(0)

  const { fiscal } = shop.providers()
  fiscal.faults.arm({ operation: '*', fault: { kind: 'status', status: 503 }, times: 'always' })
  const admin = await app().anonymous.logIn('admin', app().adminPassword)
  for (const ttn of ttns) await admin.post('/receipts', { order_id: await shop.orderId(ttn) })
  await banner.waitFor({ timeout: 60_000 })
  fiscal.faults.disarm()
  await banner.waitFor({ state: 'detached', timeout: 90_000 })
}, 180_000)

test('the demonstration says that everything in it is made up', async () => {
  const page = await (await computer()).open('/settings', await person(app()))
  const told = page.getByRole('region', { name: 'Стан служби' }).getByText('Демонстраційний режим:')
  await told.waitFor()
  expect(await told.locator('..').textContent()).toContain('Справжніх чеків тут не\u00a0буде.')

  // The next time it is there before the server has said so again: nothing below is pushed down.
  await page.context().route('**/api/v1/status', () => undefined)
  await page.reload()
  await told.waitFor()
})

test('an alarm of the log reaches a page that is open, within a minute and whatever the role', async () => {
  const { context } = await computer()
  const page = await context.newPage()
  await page.clock.install()
  await page.goto(`${app().url}/settings`)
  await logIn(page, await person(app()))
  await heading(page, 'Налаштування').waitFor()
  const alarm = page.getByRole('alert').getByText('Журнал дій пошкоджено.')
  expect(await alarm.count()).toBe(0)
  const audit_alarm = { since: '2026-03-09T12:01:00.000Z', reason: 'у журналі бракує записів' }
  await alterAnswers<ServiceStatus>(context, '**/api/v1/status', (status) => ({ ...status, audit_alarm }))
  await page.clock.fastForward('01:01')
  await alarm.waitFor()
  const told = ((await alarm.locator('..').textContent()) ?? '').replace(/\s/g, ' ')
  expect(told).toContain('у журналі бракує записів. Помічено 9 березня 2026 р. о 14:01.')
  expect(told).toContain('kasyr audit verify')
  await page.getByRole('link', { name: 'Каси', exact: true }).click()
  await heading(page, 'Каси').waitFor()
  await alarm.waitFor()
})

test('WCAG 2.2.1: two minutes before a session ends for good the page says so, and a password typed there lets one stay', async () => {
  const who = await person(app())
  const page = await (await computer()).open('/settings', who)
  await heading(page, 'Налаштування').waitFor()
  expect(await page.getByText(/^Сеанс завершиться/).count()).toBe(0)
  const soon = new Date(Date.now() + 110_000).toISOString()
  const { id } = await app()
    .db.selectFrom('users')
    .select('id')
    .where('login', '=', who.login)
    .executeTakeFirstOrThrow()
  await app().db.updateTable('sessions').set({ expires_at: soon }).where('user_id', '=', id).execute()
  await page.reload()

  await page
    .getByRole('alert')
    .getByText(/^Сеанс завершиться о/)
    .waitFor()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Залишитися' }).click()
  const dialog = page.getByRole('dialog', { name: 'Залишитися в Касирі' })
  await dialog.getByLabel('Пароль', { exact: true }).fill(who.password)
  await dialog.getByRole('button', { name: 'Увійти', exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText(/^Сеанс завершиться/).waitFor({ state: 'detached' })
})
