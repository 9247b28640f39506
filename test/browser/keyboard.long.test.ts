import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { openStage } from './browser.ts'
import { heading, person } from './walks.ts'

const { app, computer } = openStage()

async function enter(path = '/'): Promise<Page> {
  const page = await (await computer()).open(path, await person(app(), 'admin'))
  await heading(page, path === '/' ? 'Замовлення' : 'Налаштування').waitFor()
  return page
}

/** A key as the Ukrainian layout gives it: the place is that of «J», the letter is «о». */
const pressUkrainian = (page: Page, code: string, key: string, held: { ctrlKey?: boolean; shiftKey?: boolean } = {}) =>
  page.evaluate(
    ([where, letter, modifiers]) =>
      (document.activeElement ?? document.body).dispatchEvent(
        new KeyboardEvent('keydown', { code: where, key: letter, bubbles: true, cancelable: true, ...modifiers }),
      ),
    [code, key, held] as const,
  )

const keys = (page: Page) => page.getByRole('dialog', { name: 'Клавіші' })
const palette = (page: Page) => page.getByRole('dialog', { name: 'Перейти, зробити, знайти' })
const search = (page: Page) => page.getByRole('searchbox').or(page.getByLabel(/Пошук/)).first()

test('U35: keys go by their place, so the Ukrainian layout makes no difference', async () => {
  const page = await enter()
  // On this layout the key of «/» gives «.», and «?» stands on the key of «7».
  await pressUkrainian(page, 'Digit7', '?', { shiftKey: true })
  await keys(page).waitFor()
  await page.keyboard.press('Escape')
  await keys(page).waitFor({ state: 'detached' })
  await pressUkrainian(page, 'Slash', ',', { shiftKey: true })
  await keys(page).waitFor()
  await page.keyboard.press('Escape')
  await pressUkrainian(page, 'KeyK', 'л', { ctrlKey: true })
  await palette(page).waitFor()
  await expect.poll(() => keys(page).count()).toBe(0)
})

test('U36: the help sheet names the keys of the page and of everywhere, and nothing below it is set off', async () => {
  const page = await enter()
  await page.keyboard.press('Shift+Slash')
  await keys(page).getByText('Список замовлень').waitFor()
  await keys(page).getByText('показати ці клавіші').waitFor()
  await page.keyboard.press('Digit2')
  expect(new URL(page.url()).search).toBe('')
  await page.keyboard.press('Escape')
  await keys(page).waitFor({ state: 'detached' })
  await page.keyboard.press('Digit2')
  await expect.poll(() => new URL(page.url()).search).toBe('?tab=has_receipt')
})

test('U36: keys are silent in fields, with Ctrl, Alt or Meta, while a letter is composed, and in an open menu', async () => {
  const page = await enter()
  const field = search(page)
  await field.focus()
  await page.keyboard.type('2')
  await expect.poll(() => field.inputValue()).toBe('2')
  await page.keyboard.press('Escape')
  await page.evaluate(() => (document.activeElement instanceof HTMLElement ? document.activeElement.blur() : undefined))
  for (const modifiers of [{ ctrlKey: true }, { altKey: true }, { metaKey: true }, { isComposing: true }]) {
    await page.evaluate(
      (held) =>
        document.body.dispatchEvent(new KeyboardEvent('keydown', { code: 'Digit2', key: '2', bubbles: true, ...held })),
      modifiers,
    )
  }
  await page.getByRole('button', { name: /меню користувача$/ }).click()
  await page.keyboard.press('Digit2')
  expect(new URL(page.url()).searchParams.get('tab')).toBeNull()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Digit2')
  await expect.poll(() => new URL(page.url()).searchParams.get('tab')).toBe('has_receipt')
})

test('U36: single keys can be switched off in the settings, and stay off; Ctrl+K is no single key', async () => {
  const page = await enter('/settings')
  await page.getByLabel('Гарячі клавіші').uncheck()
  await page.reload()
  await heading(page, 'Налаштування').waitFor()
  await expect.poll(() => page.getByLabel('Гарячі клавіші').isChecked()).toBe(false)
  await page.keyboard.press('Shift+Slash')
  await expect.poll(() => keys(page).count()).toBe(0)
  await page.keyboard.press('Control+KeyK')
  await palette(page).waitFor()
})

test('the palette leads to pages and tabs, does what keys do, and looks for what was typed', async () => {
  const page = await enter('/settings')
  const go = async (typed: string) => {
    await page.keyboard.press('Control+KeyK')
    await page.getByLabel('Команда або пошук').fill(typed)
    await page.keyboard.press('Enter')
    await palette(page).waitFor({ state: 'detached' })
  }
  await go('жур')
  await heading(page, 'Журнал').waitFor()
  await go('відм')
  await expect.poll(() => new URL(page.url()).search).toBe('?tab=refused')
  await go('4821')
  await expect.poll(() => new URL(page.url()).searchParams.get('q')).toMatch(/4821/)
  await go('показати ці')
  await keys(page).waitFor()
  await page.keyboard.press('Escape')

  await page.keyboard.press('Control+KeyK')
  await page.getByLabel('Команда або пошук').fill('ка')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect.poll(() => page.evaluate(() => document.activeElement?.tagName)).toBe('BUTTON')
  await page.keyboard.press('Escape')
  await palette(page).waitFor({ state: 'detached' })
})

test('the palette offers only what the role allows, and does not open over a dialog', async () => {
  const page = await (await computer()).open('/settings', await person(app(), 'cashier'))
  await heading(page, 'Налаштування').waitFor()
  await page.keyboard.press('Control+KeyK')
  await palette(page).getByRole('button', { name: 'Каси', exact: true }).waitFor()
  await expect.poll(() => palette(page).getByRole('button', { name: 'Користувачі' }).count()).toBe(0)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+Slash')
  await keys(page).waitFor()
  await page.keyboard.press('Control+KeyK')
  await expect.poll(() => palette(page).count()).toBe(0)
})
