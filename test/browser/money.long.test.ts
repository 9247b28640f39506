import { expect, test } from 'vitest'
import { axeFindings } from './browser.ts'
import { choose, names, openMoneyPage, payoutList, row, upload } from './money-page.ts'
import { heading } from './walks.ts'
import { wordsOf } from './words.ts'

const { enter, payouts, actions } = openMoneyPage()

test('a transfer is settled with a reason and opened again, and a withdrawn payout list is gone but for the audit log and its place among the withdrawn', async () => {
  const page = await enter()
  await choose(page, [payoutList])
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
  await asked.getByText('Введіть причину.').waitFor()
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

  await page.getByText('Вилучені реєстри').focus()
  await page.keyboard.press('Enter')
  const kept = page.getByRole('row', { name: /Вилучено: «Реєстр іншої крамниці»/ })
  await kept.waitFor()
  expect(await axeFindings(page)).toEqual([])
  await kept.getByRole('link').press('Enter')
  await heading(page, 'Вилучений реєстр № 40000017 від 15.10.2026').waitFor()
  await page.getByRole('row', { name: /^2 .*0102 .*Невідома ТТН/ }).waitFor()
  await expect.poll(() => page.getByRole('main').getByRole('button').count()).toBe(0)
  expect(await axeFindings(page)).toEqual([])
  expect(await wordsOf(page, names)).toEqual({ foreign: [], mixed: [], untypographic: [] })
  await page.getByRole('link', { name: 'Вилучені реєстри' }).click()
  await kept.waitFor()
  expect((await actions()).slice(-3)).toEqual(['money.line_settled', 'money.line_reopened', 'money.register_withdrawn'])
})
