import { expect, onTestFinished, test } from 'vitest'
import type { CashRegisterList } from '#/contract/cash-registers.ts'
import { openShop } from './shop.ts'
import { arriveAs, heading, person } from './walks.ts'

const shop = openShop()
const { app, computer } = shop

test('an outage that receipts meet is told while one looks, and untold when Checkbox answers again, without a reload', async () => {
  const ttns = await shop.arrive([{}, {}, {}])
  const admin = await app().anonymous.logIn('admin', app().adminPassword)
  const isSilent = async () => {
    const { body } = await admin.get<CashRegisterList>('/cash-registers')
    return body.items.some(({ health }) => health.problems.some(({ code }) => code === 'provider_not_reached'))
  }
  const { context } = await computer()
  const page = await context.newPage()
  // The page asks once a minute: the minute is given to it as soon as the service knows.
  await page.clock.install()
  await arriveAs(page, app(), await person(app()), '/settings')
  await heading(page, 'Налаштування').waitFor()
  const banner = page.getByText(/^Checkbox недоступний з\s\d\d:\d\d/)
  await expect.poll(() => banner.count()).toBe(0)

  const { fiscal } = shop.providers()
  fiscal.faults.arm({ operation: '*', fault: { kind: 'status', status: 503 }, times: 'always' })
  onTestFinished(() => void fiscal.faults.disarm())
  for (const ttn of ttns) await admin.post('/receipts', { order_id: await shop.orderId(ttn) })
  await expect.poll(isSilent).toBe(true)
  await page.clock.fastForward('01:01')
  await banner.waitFor()
  fiscal.faults.disarm()
  await expect.poll(isSilent).toBe(false)
  await page.clock.fastForward('01:01')
  await banner.waitFor({ state: 'detached' })
})
