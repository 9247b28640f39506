import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { theSystem } from '#/server/audit/record-audit.ts'
import { createReceipt } from '#/server/receipts/creating/create-receipt.ts'
import { openShop, type Wished } from './shop.ts'
import { heading, person } from './walks.ts'

const shop = openShop()
const { app, computer, arrive } = shop

const family = (surname: string, count: number): Wished[] =>
  Array.from({ length: count }, (_, place) => ({
    order: { recipient: { name: `${surname} ${place + 1}`, phone: '380671112233' } },
  }))

async function open(path: string, role: 'admin' | 'cashier' = 'cashier'): Promise<Page> {
  const page = await (await computer({ viewport: { width: 1280, height: 900 } })).open(path, await person(app(), role))
  await heading(page, 'Замовлення').waitFor()
  await page.locator('tr[data-id]').first().waitFor()
  return page
}

const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text })
const names = (page: Page) => page.locator('tr[data-id] [data-column=recipient] > div > :first-child').allTextContents()
const bar = (page: Page) => page.getByRole('region', { name: 'Вибрані замовлення' })

test('U32: a row that left stays greyed in its place, new orders wait to be called, and a change is marked', async () => {
  const ttns = await arrive(family('Жива', 4))
  const page = await open('/?q=жива')
  const before = await names(page)
  const place = async () => (await row(page, 'Жива 3').boundingBox())?.y
  const placeBefore = await place()
  await row(page, 'Жива 2').evaluate((element) => {
    new MutationObserver(() => {
      if (element.dataset['marked'] !== undefined) document.body.dataset['seenMark'] = 'yes'
    }).observe(element, { attributes: true })
  })
  await createReceipt(app().app, theSystem, await shop.orderId(ttns[1] ?? ''))
  await row(page, 'Жива 2').getByText('→ З чеком').waitFor()
  await expect.poll(() => row(page, 'Жива 2').getAttribute('data-outside')).toBe('moved')
  await expect.poll(() => names(page)).toEqual(before)
  await expect.poll(() => page.evaluate(() => document.body.dataset['seenMark'])).toBe('yes')
  await expect.poll(() => row(page, 'Жива 2').getAttribute('data-marked')).toBeNull()

  await arrive(family('Жива нова', 2))
  await page.getByRole('button', { name: 'Показати 2 нові' }).waitFor()
  await expect.poll(() => names(page)).toEqual(before)
  await expect.poll(() => place()).toBe(placeBefore)
  await page.getByRole('button', { name: 'Показати 2 нові' }).click()
  await expect.poll(() => names(page)).toHaveLength(5)
  await expect.poll(() => row(page, 'Жива 2').count()).toBe(0)
})

test('U4: scroll, choice and focus survive opening an order, its neighbours, and a refresh', async () => {
  await arrive(family('Стійка', 40))
  const page = await open('/?q=стійка')
  for (let step = 0; step < 20; step += 1) await page.keyboard.press('j')
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('data-index'))).toBe('19')
  await page.keyboard.press('s')
  const at = () =>
    page.evaluate(() => ({ y: Math.round(scrollY), id: document.activeElement?.getAttribute('data-id') }))
  const before = await at()
  expect(before.y).toBeGreaterThan(0)

  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(at).toEqual(before)
  await page.keyboard.press('r')
  await page.getByRole('button', { name: 'Оновити' }).waitFor()
  await expect.poll(at).toEqual(before)
  await bar(page).getByText('1 замовлення вибрано').waitFor()

  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('j')
  await expect.poll(() => new URL(page.url()).searchParams.get('order')).not.toBe(before.id)
  const next = new URL(page.url()).searchParams.get('order')
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expect.poll(async () => (await at()).id).toBe(next)
})

test('U23: what was hidden can be brought back from the toast and from the list of the hidden', async () => {
  await arrive(family('Схованка', 3))
  const page = await open('/?q=схованка', 'admin')
  await row(page, 'Схованка 2').getByRole('checkbox').check()
  await bar(page).getByRole('button', { name: 'Приховати' }).click()
  await row(page, 'Схованка 2').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Повернути' }).click()
  await row(page, 'Схованка 2').waitFor()

  await row(page, 'Схованка 1').focus()
  await page.keyboard.press('Delete')
  await row(page, 'Схованка 1').waitFor({ state: 'detached' })
  await page.getByRole('link', { name: 'Приховані' }).click()
  await row(page, 'Схованка 1').getByRole('button', { name: 'Повернути' }).click()
  await row(page, 'Схованка 1').waitFor({ state: 'detached' })
  await page.goBack()
  await row(page, 'Схованка 1').waitFor()
  await expect.poll(() => names(page)).toEqual(['Схованка 1', 'Схованка 2', 'Схованка 3'])
})

test('U38: the register of chosen orders goes to paper as one table, without the page around it', async () => {
  const ttns = await arrive(family('Реєстр', 3))
  const page = await open('/?q=реєстр')
  await page.evaluate(() => {
    window.print = () => {
      document.body.dataset['printed'] = 'yes'
    }
  })
  await page.keyboard.press('a')
  await bar(page).getByRole('button', { name: 'Друк реєстру' }).click()
  await page.waitForFunction(() => document.body.dataset['printed'] === 'yes')
  await page.emulateMedia({ media: 'print' })
  const paper = page.getByRole('table').filter({ hasText: 'Одержувач' })
  await page.getByRole('heading', { name: 'Реєстр замовлень' }).waitFor()
  for (const ttn of ttns)
    await expect.poll(() => page.locator('body > :last-child').textContent()).toContain(ttn.slice(-4))
  await expect.poll(() => paper.getByRole('row').count()).toBe(4)
  await expect.poll(() => page.getByRole('banner').isVisible()).toBe(false)
})
