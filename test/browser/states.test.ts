import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { CashRegister } from '#/contract/cash-registers.ts'
import { sentenceOf } from '#/contract/errors.ts'
import type { OrderList } from '#/contract/orders.ts'
import type { Role } from '#/contract/permissions.ts'
import type { ServiceStatus } from '#/contract/service-status.ts'
import { alterAnswers, withoutItems } from './answers.ts'
import { axeFindings } from './browser.ts'
import { openShop } from './shop.ts'
import { arriveAs, endSessionsFromElsewhere, heading, longName, person, type Person } from './walks.ts'
import { wordsOf } from './words.ts'

/** With a folder in `KASYR_PICTURES` every state is also drawn there, to be looked at: each width, both schemes, forced colours. */
const pictures = process.env['KASYR_PICTURES']
const widths = [390, 1280, 1920]
const shop = openShop({ registers: ['Основна', 'ФОП Шевченко О. П., вулиця Героїв Маріуполя'] })
const { app, computer, arrive } = shop

/** Once: the shop can be filled only while a test runs. */
let filled: Promise<unknown> | undefined
const fill = async (): Promise<void> => {
  const [first, second] = shop.registers
  if (first === undefined || second === undefined) throw new Error('two registers were wanted')
  await (filled ??= arrive([
    ...[4, 5, 7, 9, 103, 2].map((status_code) => ({ register: first, status_code })),
    { register: second, order: { recipient: { name: longName, phone: '380671112233' } } },
    { order: { ttn: null } },
  ]))
}

interface Scene {
  page: Page
  context: BrowserContext
  /** Opens a page as somebody of that role. */
  enter(path?: string, role?: Role): Promise<Person>
}

interface State {
  name: string
  show(scene: Scene): Promise<unknown>
}

const lists = '**/api/v1/orders?*'
const registers = '**/api/v1/cash-registers?*'
const firstRow = (page: Page) => page.locator('tr[data-id]').first().waitFor()

const states: State[] = [
  {
    name: 'first run, no register',
    show: async ({ page, context, enter }) => {
      await alterAnswers(context, registers, withoutItems)
      await enter()
      await page.getByText('Додайте касу, щоб створювати чеки.').waitFor()
    },
  },
  {
    name: 'tab empty',
    show: async ({ page, context, enter }) => {
      await alterAnswers(context, lists, withoutItems)
      await enter()
      await page.getByRole('heading', { name: 'Усі замовлення мають чеки' }).waitFor()
    },
  },
  {
    name: 'search empty',
    show: async ({ page, enter }) => {
      await enter('/?q=неіснуюче&prepaid=true&edited=true')
      await page.getByRole('link', { name: 'Скинути фільтри (2)' }).waitFor()
    },
  },
  {
    name: 'loading',
    show: async ({ page, context, enter }) => {
      await context.route(lists, () => undefined)
      await enter()
      await page.getByText('CRM відповідає повільно…').waitFor()
    },
  },
  {
    name: 'CRM down',
    show: async ({ page, context, enter }) => {
      const problem = { kind: 'timeout', detail: 'CRM не відповіла вчасно' }
      const failed = { state: 'failed' as const, finished_at: '2026-03-09T12:01:00.000Z', problem }
      await alterAnswers<OrderList>(context, lists, ({ sync, ...body }) => ({ ...body, sync: { ...sync, ...failed } }))
      await enter()
      await page.getByText(/показано дані, отримані/).waitFor()
    },
  },
  {
    name: 'orders of the CRM kept aside',
    show: async ({ page, context, enter }) => {
      const items = [
        { crm_id: '17', number: '84217', field: 'goods/1/price', detail: 'сума менша за нуль' },
        { crm_id: '9'.repeat(60), number: null, field: 'notes', detail: 'понад 10000 символів' },
        { crm_id: null, number: null, field: 'crm_id', detail: 'порожнє' },
      ]
      await alterAnswers<OrderList>(context, lists, ({ sync, ...body }) => ({
        ...body,
        sync: { ...sync, unreadable: { count: 120, items } },
      }))
      await enter()
      await page.getByText(/^Не вдалося прочитати 120\s+замовлень/).click()
      await page.getByText('товар\u00a02, ціна — сума менша за нуль').waitFor()
      await page.getByText('Показано перші 3.').waitFor()
    },
  },
  {
    name: 'cancelled in the CRM',
    show: async ({ page, context, enter }) => {
      await alterAnswers<OrderList>(context, lists, ({ items, ...body }) => ({
        ...body,
        items: items.map((order) => ({ ...order, crm_cancelled: true })),
      }))
      await enter()
      await page.getByText('Скасовано в CRM').first().waitFor()
    },
  },
  {
    name: 'fiscal provider down',
    show: async ({ page, context, enter }) => {
      const detail = 'Checkbox не відповідає.'
      const problems = [
        {
          code: 'provider_not_reached' as const,
          severity: 'warning' as const,
          detail,
          since: '2026-03-09T12:01:00.000Z',
        },
      ]
      await alterAnswers<{ items: CashRegister[] }>(context, registers, ({ items, ...body }) => ({
        ...body,
        items: items.map(({ health, ...item }) => ({ ...item, health: { ...health, problems } })),
      }))
      await enter()
      await page.getByText('Checkbox недоступний').waitFor()
    },
  },
  {
    name: 'carrier down',
    show: async ({ page, enter }) => {
      const { carrier } = shop.providers()
      carrier.faults.arm({ operation: '*', fault: { kind: 'status', status: 503 }, times: 'always' })
      await enter()
      await firstRow(page)
      await page.locator('tr[data-id]').first().focus()
      await page.keyboard.press('Enter')
      await page.getByRole('button', { name: 'Оновити статус' }).click()
      await page.getByRole('dialog').getByRole('alert').first().waitFor()
      carrier.faults.disarm()
    },
  },
  {
    name: 'register key wrong',
    show: async ({ page, enter }) => {
      const admin = await app().anonymous.logIn('admin', app().adminPassword)
      const first = shop.registers[0]
      await admin.patch(`/cash-registers/${first?.id}`, { pin: '0000' })
      await enter()
      await page.getByText('Каса «Основна» не створює чеків.').waitFor()
      await admin.patch(`/cash-registers/${first?.id}`, { pin: first?.pin })
    },
  },
  {
    name: 'log damaged, second factor wanted',
    show: async ({ page, context, enter }) => {
      const audit_alarm = { since: '2026-03-09T12:01:00.000Z', reason: 'у базі 120 записів, а за печатками їх 134' }
      const altered = { second_factor: 'admins' as const, audit_alarm }
      await alterAnswers<ServiceStatus>(context, '**/api/v1/status', (status) => ({ ...status, ...altered }))
      await enter('/audit?action=auth.logged_in')
      await page.getByRole('main').getByText('Журнал пошкоджено. Що виявлено: у базі 120 записів').waitFor()
      await page.getByRole('button', { name: 'Пізніше' }).waitFor()
    },
  },
  {
    name: 'session ended',
    show: async ({ page, enter }) => {
      const who = await enter()
      await firstRow(page)
      await endSessionsFromElsewhere(app(), who)
      await page.keyboard.press('KeyR')
      await page.getByRole('dialog', { name: 'Сеанс завершено' }).waitFor()
    },
  },
  {
    name: 'no rights',
    show: async ({ page, enter }) => {
      await enter('/cash-registers', 'cashier')
      await heading(page, 'Каси').waitFor()
      await page.getByText('Основна').first().waitFor()
    },
  },
  {
    name: 'server failed',
    show: async ({ page, context, enter }) => {
      const request_id = '0199f3a2-7c1e-7b11-9d50-3f1b2a4c5d6e'
      const json = {
        status: 500,
        code: 'server.error',
        detail: sentenceOf('server.error', { request_id }),
        instance: request_id,
      }
      await context.route('**/auth/sessions', (route) =>
        route.fulfill({ status: 500, contentType: 'application/problem+json', json }),
      )
      await enter('/sessions')
      await page.getByText(request_id).first().waitFor()
    },
  },
  {
    name: 'offline',
    show: async ({ page, context, enter }) => {
      await enter()
      await firstRow(page)
      await context.setOffline(true)
      await page.getByRole('banner').getByText('Немає з’єднання').waitFor()
    },
  },
]

test.each(states)('4.7, $name: right in both schemes, in Ukrainian, at every width', async ({ name, show }) => {
  const { context } = await computer({ colorScheme: 'light', viewport: { width: 1280, height: 900 } })
  const page = await context.newPage()
  const enter = async (path = '/', role: Role = 'admin') => {
    const who = await person(app(), role)
    await arriveAs(page, app(), who, path)
    return who
  }
  await fill()
  await show({ page, context, enter })

  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const asked = colorScheme === 'light' ? 'all' : 'colours'
    expect(await axeFindings(page, asked), `axe in the ${colorScheme} scheme`).toEqual([])
    for (const width of widths) {
      await page.setViewportSize({ width, height: 900 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth), `${width} px`).toBeLessThanOrEqual(width)
      await draw(page, `${name} ${width} ${colorScheme}`)
    }
    await page.setViewportSize({ width: 1280, height: 900 })
  }
  if (pictures !== undefined) {
    await page.emulateMedia({ forcedColors: 'active' })
    await draw(page, `${name} forced colours`)
  }
  expect(await wordsOf(page, /^(SKU|Esc)$/)).toEqual({ foreign: [], mixed: [], untypographic: [] })
})

async function draw(page: Page, name: string): Promise<void> {
  if (pictures === undefined) return
  mkdirSync(pictures, { recursive: true })
  await page.screenshot({ path: join(pictures, `${name.replaceAll(' ', '-')}.png`) })
}
