import type { Page } from 'playwright-core'
import { beforeEach, expect, test } from 'vitest'
import type { Role } from '#/contract/permissions.ts'
import { sampleRows, withCell, xlsxOf } from '#/test/support/payout-files.ts'
import { axeFindings, openStage } from './browser.ts'
import { heading, person } from './walks.ts'
import { wordsOf } from './words.ts'

const { app, computer } = openStage()
beforeEach(async () => {
  await app().db.deleteFrom('payouts').execute()
})

const register = { name: 'reestr-40000017.xlsx', bytes: xlsxOf(sampleRows()) }
/** The same register with other sums in its first line, and with what they come to. */
const corrected = {
  name: 'reestr-40000017-new.xlsx',
  bytes: xlsxOf(
    sampleRows({
      lines: withCell(0, 2, 1350).map((row, line) => (line === 0 ? row.with(4, 1343.75) : row)),
      totals: [null, 'Всього:', 2399, 11.5, 2387.5],
    }),
  ),
}
const noTable = { name: 'rakhunok.pdf', bytes: Buffer.from('%PDF-1.7 рахунок') }
type Given = typeof register

const names = /^(reestr|rakhunok|new|xlsx|pdf|PDF|UA\d+)$/

async function enter(role: Role = 'cashier'): Promise<Page> {
  const page = await (
    await computer({ viewport: { width: 1280, height: 900 } })
  ).open('/money', await person(app(), role))
  await heading(page, 'Перекази').waitFor()
  return page
}

const choose = (page: Page, files: readonly Given[]): Promise<void> =>
  page
    .locator('input[type=file]')
    .setInputFiles(files.map(({ name, bytes }) => ({ name, mimeType: 'application/octet-stream', buffer: bytes })))

/** As if they had been dragged from the desk of the computer onto the page. */
const drop = (page: Page, files: readonly Given[]): Promise<void> =>
  page.evaluate(
    (given) => {
      const held = new DataTransfer()
      for (const { name, bytes } of given) held.items.add(new File([new Uint8Array(bytes)], name))
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer: held, bubbles: true, cancelable: true }))
    },
    files.map(({ name, bytes }) => ({ name, bytes: [...bytes] })),
  )

const payouts = () => app().db.selectFrom('payouts').selectAll().execute()
const actions = async () => {
  const entries = app().db.selectFrom('audit_log').select('action').where('action', 'like', 'money.%')
  return (await entries.orderBy('number').execute()).map(({ action }) => action)
}
const upload = (page: Page) => page.getByRole('dialog', { name: 'Завантаження реєстрів переказів' })
const entry = (page: Page, { name }: Given) => upload(page).getByRole('listitem', { name, exact: true })
const row = (page: Page, position: number) => page.getByRole('row', { name: new RegExp(`переказ ${position}$`) })

test('a register is looked at before it is imported, comes in once, and is corrected only when somebody says so', async () => {
  const page = await enter()
  await page.getByText('Завантажте реєстр, який NovaPay надсилає листом').waitFor()
  await choose(page, [register])
  const seen = entry(page, register)
  await seen.getByText('Новий', { exact: true }).waitFor()
  for (const words of ['Реєстр № 40000017 від 15.10.2026, 3 перекази', '2 299,00 ₴', '11,50 ₴', '2 287,50 ₴'])
    await seen.getByText(words).waitFor()
  await seen.getByText('Невідома ТТН: 3').waitFor()
  expect(await axeFindings(page)).toEqual([])
  expect(await wordsOf(page, names)).toEqual({ foreign: [], mixed: [], untypographic: [] })
  expect(await payouts()).toEqual([])

  await page.keyboard.press('Enter')
  await page.getByText('Завантажено 1 реєстр переказів.').waitFor()
  await upload(page).waitFor({ state: 'detached' })
  await page.getByRole('link', { name: '15.10.2026, № 40000017' }).waitFor()
  await page.getByText('Потребують уваги: 3').waitFor()
  expect(await payouts()).toMatchObject([{ number: '40000017', accepted: 229_900, transferred: 228_750 }])

  await drop(page, [register, corrected, noTable])
  await entry(page, register).getByText('Вже завантажено').waitFor()
  await entry(page, noTable)
    .getByText(/^Це не таблиця XLSX/)
    .waitFor()
  const correction = entry(page, corrected)
  await correction.getByText(/переказів додано 0, зникло 0, змінено 1\.$/).waitFor()
  expect(await upload(page).getByRole('button', { name: 'Завантажити' }).count()).toBe(0)
  await correction.getByRole('checkbox', { name: 'Замінити реєстр № 40000017 цим файлом' }).check()
  await upload(page).getByRole('button', { name: 'Завантажити 1 реєстр' }).click()

  await correction.waitFor({ state: 'detached' })
  await entry(page, register).waitFor({ state: 'detached' })
  await entry(page, noTable).waitFor()
  await page.keyboard.press('Escape')
  await upload(page).waitFor({ state: 'detached' })
  await page.getByRole('cell', { name: '2 399,00 ₴' }).waitFor()
  expect(await payouts()).toMatchObject([{ number: '40000017', accepted: 239_900 }])
  expect((await actions()).slice(-2)).toEqual(['money.register_imported', 'money.register_corrected'])
})

test('a transfer is settled with a reason and opened again, and a withdrawn register is gone but for the journal', async () => {
  const page = await enter()
  await choose(page, [register])
  await upload(page).getByRole('button', { name: 'Завантажити 1 реєстр' }).click()
  await page.getByRole('link', { name: '15.10.2026, № 40000017' }).click()
  await heading(page, 'Реєстр № 40000017 від 15.10.2026').waitFor()
  const second = row(page, 2)
  await second.getByText('Невідома ТТН').waitFor()
  expect(await axeFindings(page)).toEqual([])
  expect(await wordsOf(page, names)).toEqual({ foreign: [], mixed: [], untypographic: [] })

  await second.getByRole('button', { name: 'Вирішено…' }).click()
  const asked = page.getByRole('dialog', { name: /^Рішення щодо переказу за ТТН …0102$/ })
  await page.keyboard.press('Enter')
  await asked.getByText('Напишіть причину.').waitFor()
  await page.keyboard.type('Продано з рук, чек видано в магазині')
  await page.keyboard.press('Enter')
  await second.getByText('Продано з рук, чек видано в магазині').waitFor()
  await page.getByRole('checkbox', { name: 'Лише відкриті (2)' }).check()
  await expect.poll(() => second.count()).toBe(0)
  expect(new URL(page.url()).search).toBe('?open=true')
  await page.getByRole('checkbox', { name: 'Лише відкриті (2)' }).uncheck()
  await second.getByRole('button', { name: 'Зняти рішення' }).click()
  await second.getByRole('button', { name: 'Вирішено…' }).waitFor()

  await page.getByRole('button', { name: 'Вилучити…' }).click()
  const withdrawal = page.getByRole('dialog', { name: 'Вилучити реєстр № 40000017?' })
  await withdrawal.getByLabel('Чому вилучаєте').fill('Реєстр іншої крамниці')
  await page.keyboard.press('Enter')
  await heading(page, 'Перекази').waitFor()
  await page.getByText('Завантажте реєстр, який NovaPay надсилає листом').waitFor()
  expect(await payouts()).toEqual([])
  expect((await actions()).slice(-3)).toEqual(['money.line_settled', 'money.line_reopened', 'money.register_withdrawn'])
})

test('who may only look has nothing to upload with, and a file dropped on the page goes nowhere', async () => {
  const page = await enter('auditor')
  await page.getByText('Завантажує реєстри касир або адміністратор.').waitFor()
  expect(await page.getByRole('main').getByRole('button').count()).toBe(0)
  expect(await page.locator('input[type=file]').count()).toBe(0)
  await drop(page, [register])
  expect(await upload(page).count()).toBe(0)
})
