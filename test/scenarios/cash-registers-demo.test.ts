import { inject } from 'vitest'
import { expect, onTestFinished, test } from 'vitest'
import type { CashRegisterList } from '#/contract/cash-registers.ts'
import { showRegisters } from '#/server/cash-registers/reading/show-registers.ts'
import { deleteRegister } from '#/server/cash-registers/changing/delete-register.ts'
import { theSystem } from '#/server/audit/record-audit.ts'
import { createLog } from '#/server/platform/log.ts'
import { startService } from '#/server/service.ts'
import { copyTemplate } from '../support/template-database.ts'
import { startTestApp } from '../support/test-app.ts'

/** Services of one database, as the demo starts them: no CRM is configured and none is brought. */
async function openDemo() {
  const { config, close } = await startTestApp()
  onTestFinished(close)
  const database_url = await copyTemplate(inject('server_url'), inject('template'))
  const start = () =>
    startService(
      { ...config, database_url },
      { web: false, worker: false },
      { log: createLog('silent'), password_cost: { memory_kib: 64, passes: 1 } },
    )
  return start
}

const list = async (service: Awaited<ReturnType<typeof startService>>): Promise<CashRegisterList['items']> =>
  (await showRegisters(service.running.app, 'admin', 200, null)).items

test('the demo has two registers, checked, the first of them the default, however many processes start', async () => {
  const start = await openDemo()
  const services = await Promise.all([start(), start(), start()])
  const items = services[0] ? await list(services[0]) : []
  expect(items).toMatchObject([
    {
      name: 'ФОП Ґалаґан О. А.',
      is_default: true,
      is_test: true,
      health: { state: 'warning', carrier: { owner_name: 'ФОП Ґалаґан Остап Андрійович' } },
    },
    {
      name: 'ФОП Мар’яненко С. І.',
      is_default: false,
      is_test: true,
      health: { state: 'warning', carrier: { owner_name: 'ФОП Мар’яненко Соломія Ігорівна' } },
    },
  ])
  expect(items[1]?.health.problems.map(({ code }) => code)).toContain('signature_ends_soon')
  for (const service of services) await service.close()
})

test('whoever deleted them does not get them back at the next start', async () => {
  const start = await openDemo()
  const service = await start()
  for (const { id } of (await list(service)).toReversed()) await deleteRegister(service.running.app, theSystem, id)
  await service.close()
  const again = await start()
  expect(await list(again)).toEqual([])
  await again.close()
})

test('whoever brings a CRM gets no made-up registers', async () => {
  const kasyr = await startTestApp()
  onTestFinished(kasyr.close)
  expect((await showRegisters(kasyr.app, 'admin', 200, null)).items).toEqual([])
})
