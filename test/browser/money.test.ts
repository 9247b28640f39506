import { expect, test } from 'vitest'
import { axeFindings } from './browser.ts'
import { choose, corrected, drop, entry, names, noTable, openMoneyPage, payoutList, upload } from './money-page.ts'
import { wordsOf } from './words.ts'

const { enter, payouts, actions } = openMoneyPage()

test('a payout list is looked at before it is imported, comes in once, and is corrected only when somebody says so', async () => {
  const page = await enter()
  await page.getByText('Завантажте реєстр, який NovaPay надсилає листом').waitFor()
  await choose(page, [payoutList])
  const seen = entry(page, payoutList)
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

  await drop(page, [payoutList, corrected, noTable])
  await entry(page, payoutList).getByText('Вже завантажено').waitFor()
  await entry(page, noTable)
    .getByText(/^Це не таблиця XLSX/)
    .waitFor()
  const correction = entry(page, corrected)
  await correction.getByText(/переказів додано 0, зникло 0, змінено 1\.$/).waitFor()
  await expect.poll(() => upload(page).getByRole('button', { name: 'Завантажити' }).count()).toBe(0)
  await correction.getByRole('checkbox', { name: 'Замінити реєстр № 40000017 цим файлом' }).check()
  await upload(page).getByRole('button', { name: 'Завантажити 1 реєстр' }).click()

  await correction.waitFor({ state: 'detached' })
  await entry(page, payoutList).waitFor({ state: 'detached' })
  await entry(page, noTable).waitFor()
  await page.keyboard.press('Escape')
  await upload(page).waitFor({ state: 'detached' })
  await page.getByRole('cell', { name: '2 399,00 ₴' }).waitFor()
  expect(await payouts()).toMatchObject([{ number: '40000017', accepted: 239_900 }])
  expect((await actions()).slice(-2)).toEqual(['money.register_imported', 'money.register_corrected'])
})

test('who may only look has nothing to upload with, and a file dropped on the page goes nowhere', async () => {
  const page = await enter('auditor')
  await page.getByText('Завантажує реєстри касир або адміністратор.').waitFor()
  await expect.poll(() => page.getByRole('main').getByRole('button').count()).toBe(0)
  await expect.poll(() => page.locator('input[type=file]').count()).toBe(0)
  await drop(page, [payoutList])
  await expect.poll(() => upload(page).count()).toBe(0)
})
