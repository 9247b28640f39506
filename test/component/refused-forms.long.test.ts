import { expect, test } from 'vitest'
import { openStage } from './stage.ts'

const stage = openStage({ viewport: { width: 390, height: 844 } })

test.each([
  ['receipts/a prepayment too large', 'Сума передоплати, ₴'],
  ['cash registers/adding refused', 'Назва'],
])('%s: the first mistake has the focus and is in sight, and so is what can be done', async (address, field) => {
  const page = await stage.page()
  await stage.show(page, address)
  const mistaken = page.getByRole('dialog').last().getByLabel(field, { exact: true })
  await expect.poll(() => mistaken.evaluate((input) => input === document.activeElement)).toBe(true)
  const described = mistaken.evaluate((input) => {
    const words = document.getElementById(input.getAttribute('aria-describedby')?.split(' ').at(-1) ?? '')
    const { top = -1, bottom = -1 } = words?.getBoundingClientRect() ?? {}
    return { text: words?.textContent, isInSight: top >= 0 && bottom <= innerHeight }
  })
  expect(await described).toEqual({ text: expect.stringMatching(/\.$/), isInSight: true })
  for (const button of await page
    .getByRole('dialog')
    .last()
    .getByRole('button', { name: /^(Не )?(зберегти|зберігати|створ)/i })
    .all()) {
    const box = await button.boundingBox()
    expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(844)
  }
})

test('a document of somebody else: its two answers have room for a finger, each for itself', async () => {
  const page = await stage.page()
  await stage.show(page, 'receipts/refused: Checkbox has a document already')
  const boxes = await Promise.all(
    ['Прийняти цей чек', 'Він не наш…'].map((name) => page.getByRole('button', { name }).boundingBox()),
  )
  const [taking, leaving] = boxes
  expect(Math.min(taking?.height ?? 0, leaving?.height ?? 0)).toBeGreaterThanOrEqual(36)
  expect((leaving?.y ?? 0) - (taking?.y ?? 0) - (taking?.height ?? 0)).toBeGreaterThanOrEqual(8)
})

test('of an order that is gone nothing is shown that could be acted on', async () => {
  const page = await stage.page()
  await stage.show(page, 'order/not there')
  const dialog = page.getByRole('dialog')
  await expect.poll(() => dialog.getByText('Такого замовлення немає або його приховано.').count()).toBe(1)
  await expect.poll(() => dialog.getByRole('button', { name: /чек|Передоплата|Приховати/ }).count()).toBe(0)
})
