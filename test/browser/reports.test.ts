import { readFile } from 'node:fs/promises'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { formatMoney } from '#/contract/money.ts'
import type { PayeeList } from '#/contract/payouts.ts'
import type { CloseReport, SummaryReport } from '#/contract/reports.ts'
import { addDays, quickRanges, toKyivDay } from '#/dashboard/ui/days.ts'
import { markMode } from '#/server/status/mode-store.ts'
import { nobody, price, receiptCases, writeCases } from '#/test/support/money-cases.ts'
import { toPayoutCsv } from '#/test/support/payout-csv.ts'
import { loggedIn } from '#/test/support/people.ts'
import { aRegister } from '#/test/support/registers.ts'
import { axeFindings, openStage } from './browser.ts'
import { heading, person } from './walks.ts'
import { wordsOf } from './words.ts'

const { app, computer } = openStage()
/** A month that is over, so that every day of it has passed. */
const month = quickRanges.last_month(toKyivDay(new Date()))
const issued = addDays(month.from, 9)
const came = addDays(month.from, 14)
const at = (day: string): string => `${day}T09:00:00.000Z`

/** Three fiscal receipts of one day; the money for one of them came, for another too little, and some for a TTN nobody knows. */
beforeAll(async () => {
  const { db } = app()
  await markMode(db, 'demo')
  const admin = await loggedIn(app(), 'admin')
  const { body: register } = await admin.post<{ id: string }>('/cash-registers', aRegister({ name: 'Основна' }))
  const paid = { ...nobody, status_code: 9, cod_amount: price, paid: true, taken_at: Date.parse(at(issued)) }
  const ids = await writeCases(
    db,
    register.id,
    Array.from({ length: 3 }, () => ({ ...paid, receipts: receiptCases['fiscal'] ?? [] })),
  )
  await sql`alter table receipts disable trigger hold_receipt`.execute(db)
  await sql`update receipts set created_at = ${at(issued)}, fiscalized_at = ${at(issued)}`.execute(db)
  await sql`alter table receipts enable trigger hold_receipt`.execute(db)
  const orders = await db.selectFrom('orders').select('ttn').where('id', 'in', ids).orderBy('number').execute()
  const { body: payees } = await admin.get<PayeeList>('/money/payees')
  const transfers = [
    { ttn: orders[0]?.ttn ?? '', accepted: price, commission: 600 },
    { ttn: orders[1]?.ttn ?? '', accepted: price - 5_000, commission: 575 },
    { ttn: '20459999999901', accepted: 77_700, commission: 389 },
  ]
  const text = toPayoutCsv({
    number: '40000099',
    day: came,
    payee: (payees.items[0]?.name ?? '').replace(/^ФОП /, 'Фізична особа-підприємець '),
    account: 'UA213223130000026007233566001',
    transfers,
  })
  const form = new FormData()
  form.set('file', new File([text], 'Реєстр.csv'))
  const { status, text: said } = await admin.post('/money/registers', form)
  if (status !== 201) throw new Error(`the register was answered ${status}: ${said}`)
})

const written = (kopiykas: number): string => formatMoney(kopiykas).replace('\u00a0₴', '')

/** Everything a screen shows of a sum has spaces that do not break. */
const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim()

async function enter(path = '/'): Promise<Page> {
  const who = await person(app(), 'auditor')
  return (await computer({ viewport: { width: 1280, height: 900 }, acceptDownloads: true })).open(path, who)
}

const summaryOfMonth = async (): Promise<SummaryReport> => {
  const auditor = await loggedIn(app(), 'auditor')
  return (await auditor.get<SummaryReport>(`/reports/summary?from=${month.from}&to=${month.to}&step=day`)).body
}

test('the numbers of a month are those of the API, each opens the rows it is made of, and the table is saved as a file', async () => {
  const page = await enter()
  await page.getByRole('navigation', { name: 'Головне меню' }).getByRole('link', { name: 'Звіти' }).click()
  await heading(page, 'Звіти').waitFor()
  await page.getByRole('button', { name: 'Минулий місяць' }).click()
  const all = page.getByRole('row', { name: /^Усього/ })
  await all.waitFor()
  expect(new URL(page.url()).search).toBe(`?from=${month.from}&to=${month.to}`)

  const { total } = await summaryOfMonth()
  expect(total.fiscalized).toEqual({ count: 3, amount: 3 * price })
  expect(total.accepted).toEqual({ count: 3, amount: 2 * price - 5_000 + 77_700 })
  const shown = plain(await all.innerText())
  for (const { amount } of [total.fiscalized, total.accepted, total.commission, total.transferred, total.sum_differs])
    expect(shown).toContain(plain(written(amount)))
  expect(await axeFindings(page)).toEqual([])
  expect(await wordsOf(page)).toEqual({ foreign: [], mixed: [], untypographic: [] })

  const fiscalized = all.getByRole('button', { name: plain(written(total.fiscalized.amount)) }).nth(1)
  await fiscalized.click()
  const rows = page.getByRole('dialog', { name: /^Фіскалізовано: / })
  await rows.getByText(`3 рядки, на суму ${plain(formatMoney(total.fiscalized.amount))}`).waitFor()
  const sums = await rows.locator('td[data-column=sum]').allInnerTexts()
  expect(sums.map(plain)).toEqual(Array.from({ length: 3 }, () => plain(formatMoney(price))))
  expect(await axeFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await rows.waitFor({ state: 'detached' })
  await expect.poll(() => fiscalized.evaluate((element) => element === document.activeElement)).toBe(true)

  const saving = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Завантажити CSV' }).click()
  const file = await saving
  expect(file.suggestedFilename()).toBe(`pidsumok-${month.from}-${month.to}.csv`)
  const last = (await readFile(await file.path(), 'utf8')).trim().split('\r\n').at(-1)
  expect(last).toContain((total.fiscalized.amount / 100).toFixed(2).replace('.', ','))
})

test('the other reports show the same month, by the address alone, and yesterday tells what is not settled', async () => {
  const page = await enter(`/reports?report=differences&from=${month.from}&to=${month.to}`)
  await page.getByText('Сума інша').waitFor()
  await page.getByText('Невідома ТТН').waitFor()
  expect(await axeFindings(page)).toEqual([])

  const tabs = page.getByRole('navigation', { name: 'Звіти' })
  await tabs.getByRole('link', { name: 'Для бухгалтера' }).click()
  await page.getByRole('row', { name: /^Усього/ }).waitFor()
  await tabs.getByRole('link', { name: 'Графіки' }).click()
  await page.getByRole('img', { name: /^3 фіскальні чеки на 3 600,00 ₴, 3 перекази на/ }).waitFor()
  expect(await axeFindings(page)).toEqual([])

  await tabs.getByRole('link', { name: 'Закриття дня' }).click()
  const auditor = await loggedIn(app(), 'auditor')
  const { body: close } = await auditor.get<CloseReport>('/reports/close')
  await page.getByRole('heading', { name: /^До кінця .* залагоджено не все$/ }).waitFor()
  await expect.poll(() => page.getByRole('listitem').count()).toBe(close.open.length)
  await page.getByText('Перекази за ТТН, яких немає в замовленнях').waitFor()
  expect(await axeFindings(page)).toEqual([])

  await page.getByRole('textbox', { name: 'День' }).fill('01.01.2020')
  await page.keyboard.press('Enter')
  await page.getByText('До кінця 01.01.2020 усе залагоджено.').waitFor()
})
