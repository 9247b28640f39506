import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { theSystem } from '#/server/audit/record-audit.ts'
import { createReceipt } from '#/server/receipts/creating/create-receipt.ts'
import { axeFindings } from './browser.ts'
import { expectGoodLooks } from './good-looks.ts'
import { openShop } from './shop.ts'
import { heading, logIn, person } from './walks.ts'

const shop = openShop({
  registers: ['Фізична особа — підприємець Шевченко Олександра Пантелеймонівна, відділ кореспонденції'],
  intervals: { reconcile: 1, poll_receipts: 60, sweep: 3600 },
})
const { app, computer, arrive, move, orderId, providers } = shop
const goods = [{ code: 'A', name: 'Чохол', price: 120_000, quantity: 1000, discount: 0 }]
const anOrder = { goods, total: 120_000 }

const card = (page: Page, title: RegExp) =>
  page.locator('section').filter({ has: page.getByRole('heading', { level: 2, name: title }) })
const rowOf = (page: Page, title: RegExp, ttn: string) =>
  card(page, title)
    .getByRole('listitem')
    .filter({ hasText: ttn.slice(-4) })

const states = async () => {
  const rows = await app().db.selectFrom('receipts').select(['ttn', 'state']).execute()
  return Object.fromEntries(rows.map(({ ttn, state }) => [ttn, state]))
}

async function aCreated(ttn: string): Promise<string> {
  const id = await createReceipt(app().app, theSystem, await orderId(ttn))
  await expect.poll(async () => (await states())[ttn], { timeout: 40_000 }).toBe('created')
  return id
}

const setReceipt = (id: string, facts: object) =>
  app().db.updateTable('receipts').set(Object(facts)).where('id', '=', id).execute()

async function openAttention(): Promise<Page> {
  const page = await (await computer()).open('/attention')
  await logIn(page, await person(app()))
  await heading(page, 'Потребує уваги').waitFor()
  return page
}

test('a parcel received without a receipt gets one from its row, or a reason why it needs none, which the order takes back', async () => {
  const [made = '', marked = ''] = await arrive([
    { order: anOrder, status_code: 9 },
    { order: { ...anOrder, number: '84777' }, status_code: 9 },
  ])
  const page = await openAttention()
  const title = /^Отримано без чека/
  await card(page, /^Отримано без чека: 2$/).waitFor()
  await page.getByRole('link', { name: /Потребує уваги\s*:\s*2/ }).waitFor()
  await rowOf(page, title, marked)
    .getByText(/Посилку отримано.*чека за неї немає/)
    .waitFor()

  await rowOf(page, title, marked).getByRole('button', { name: 'Чек не потрібен…' }).click()
  const dialog = page.getByRole('dialog', { name: /^Чек не потрібен/ })
  await page.keyboard.press('Enter')
  await dialog.getByText('Введіть причину.').waitFor()
  await page.keyboard.type('Чек пробито в магазині')
  await expectGoodLooks(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.keyboard.press('Enter')
  await page.getByText('більше не чекає чека').waitFor()
  await card(page, /^Отримано без чека: 1$/).waitFor()

  await rowOf(page, title, made).getByRole('button', { name: 'Створити чек…' }).click()
  const creating = page.getByRole('dialog', { name: /^Створити чек/ })
  await creating.getByText('Посилку вже оплачено: Checkbox фіскалізує чек найближчим часом.').waitFor()
  await expect.poll(() => creating.getByText('щойно одержувач оплатить').count()).toBe(0)
  await page.keyboard.press('Enter')
  await card(page, title).waitFor({ state: 'detached' })

  await page.goto(`${new URL(page.url()).origin}/?order=${await orderId(marked)}`)
  const panel = page.getByRole('region', { name: 'Чек', exact: true })
  await panel.getByText('Чек пробито в магазині').waitFor()
  await expect.poll(() => panel.getByRole('button', { name: 'Створити чек' }).isDisabled()).toBe(true)
  expect(await axeFindings(page)).toEqual([])
  await panel.getByRole('button', { name: 'Зняти позначку' }).click()
  await page.getByText('Позначку знято').waitFor()
  await panel.getByRole('button', { name: 'Чек не потрібен…' }).waitFor()
  await expect.poll(() => panel.getByRole('button', { name: 'Створити чек' }).isEnabled()).toBe(true)
})

test('sums that differ are shown both, accepted with a reason and taken back in the order', async () => {
  const [ttn = ''] = await arrive([{ order: anOrder }])
  await aCreated(ttn)
  providers().carrier.parcels.put([{ ttn, cod: { kind: 'payment_control', amount: 1_000 } }])
  await move(ttn, 7)
  const page = await openAttention()
  const row = rowOf(page, /^Суми розійшлися: 1$/, ttn)
  await row.getByText(/Чек на 1\s200,00\s₴, а контроль оплати в Новій пошті тепер 1\s000,00\s₴/).waitFor()
  await row.getByRole('button', { name: 'Прийняти суми…' }).click()
  await page.getByRole('dialog', { name: /^Прийняти суми/ }).waitFor()
  await page.keyboard.type('Знижку узгоджено')
  await expectGoodLooks(page)
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.keyboard.press('Enter')
  await page.getByText(/Суми за замовленням .* прийнято/).waitFor()
  await card(page, /^Суми розійшлися/).waitFor({ state: 'detached' })
  await page.goto(`${new URL(page.url()).origin}/?order=${await orderId(ttn)}`)
  const panel = page.getByRole('region', { name: 'Чек', exact: true })
  await panel.getByText('Знижку узгоджено').waitFor()
  await panel.getByRole('button', { name: 'Не приймати' }).click()
  await page.getByText('Прийняття сум скасовано.').waitFor()
})

test('every kind of trouble stands on the page, readable in both schemes and on a phone', async () => {
  const [failed = '', unfiscal = '', copied = ''] = await arrive([
    { order: anOrder },
    { order: anOrder },
    { order: { ...anOrder, number: 'ДУЖЕ-ДОВГИЙ-НОМЕР-ЗАМОВЛЕННЯ-2026-000000000000001' } },
  ])
  const body = { code: 'validation.custom', message: 'Невідомий код податку товару', detail: [] }
  providers().fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'status', status: 422, body } })
  await createReceipt(app().app, theSystem, await orderId(failed))
  await expect.poll(async () => (await states())[failed], { timeout: 40_000 }).toBe('failed')
  await aCreated(unfiscal)
  providers().fiscal.set({ carrier_check_seconds: 1_000_000 })
  await move(unfiscal, 9)
  const long = new Date(Date.now() - 5 * 3_600_000).toISOString()
  await app().db.updateTable('parcels').set({ received_at: long, paid_at: long }).where('ttn', '=', unfiscal).execute()
  const copy = await aCreated(copied)
  await setReceipt(copy, { state: 'fiscalized', fiscalized_at: long, is_copy_undelivered: true })

  const page = await openAttention()
  await rowOf(page, /^Чек не створено: 1$/, failed)
    .getByText(/Невідомий код податку товару/)
    .waitFor()
  await rowOf(page, /^Оплачено, а чек не фіскальний: 1$/, unfiscal)
    .getByText(/досі не підтвердив \(очікує фіскалізації\)/)
    .waitFor()
  const quiet = rowOf(page, /^Копії чека не дійшли: 1$/, copied)
  await quiet.getByRole('button', { name: 'Надіслати копію…' }).click()
  // The phone of the order stands there; nobody need send to it.
  const address = page.getByLabel('Пошта або телефон покупця')
  await expect.poll(() => address.inputValue()).toMatch(/^380\d{9}$/)
  await address.fill('')
  await page.keyboard.press('Enter')
  await page.getByText('Введіть пошту або номер телефону.').waitFor()
  await page.keyboard.press('Escape')
  await expectGoodLooks(page)
})
