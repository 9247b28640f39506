import { expect, test } from 'vitest'
import { axeFindings } from './browser.ts'
import { openShop } from './shop.ts'
import { heading, person } from './walks.ts'

const shop = openShop({ registers: ['Основна', 'Запасна'] })
const { app, computer } = shop

test('U14: how much needs a person stands in the header of every page, and follows what happens', async () => {
  const page = await (await computer()).open('/settings', await person(app()))
  const entry = page.getByRole('banner').getByRole('link', { name: /^Потребує уваги/ })
  await entry.waitFor()
  await expect.poll(() => entry.textContent()).toBe('Потребує уваги')

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

test('the demonstration says that everything in it is made up', async () => {
  const page = await (await computer()).open('/settings', await person(app()))
  const told = page.getByRole('region', { name: 'Стан служби' }).getByText('Демонстраційний режим:')
  await told.waitFor()
  await expect.poll(() => told.locator('..').textContent()).toContain('Справжніх чеків тут не\u00a0буде.')
})
