import { expect, test } from 'vitest'
import { openStage } from './stage.ts'

const stage = openStage()

test('a row whose order lost its TTN, and now stands further down than is loaded, stays in its place as a row of the list', async () => {
  const page = await stage.page()
  await stage.show(page, 'orders/an order that lost its TTN stands further down than is loaded')
  const first = page.locator('tr[data-id]').first()
  await first.getByText('Немає ТТН').first().waitFor()
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame)
  })
  await expect.poll(() => page.getByText('поза фільтрами').count()).toBe(0)
  await expect.poll(() => page.getByRole('button', { name: /^Показати \d+\sнов/ }).count()).toBe(0)
})
