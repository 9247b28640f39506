import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { z } from 'zod'
import type { OrderList } from '#/contract/orders.ts'
import type { BulkAnswer } from '#/contract/receipts.ts'
import { openDatabase } from '#/server/platform/database/database.ts'
import { createLog } from '#/server/platform/log.ts'
import { startCarrierSimulator } from '#/simulators/carrier/carrier-simulator.ts'
import { startCrmSimulator } from '#/simulators/crm/crm-simulator.ts'
import { startFiscalSimulator } from '#/simulators/fiscal/fiscal-simulator.ts'
import { ApiClient } from '../support/api-client.ts'
import { readyUrl, startServe } from '../support/child-service.ts'
import { noteSecret } from '../support/evidence.ts'
import { patience } from '../support/patience.ts'
import { receiptViolations } from '../support/receipt-invariants.ts'
import { aRegister } from '../support/registers.ts'
import { adminPassword } from '../support/test-app.ts'

const receipts = 12
const kills = 2
const crmSecret = 'secret-of-the-killed-database'
const times = { call_deadline: 2, permit_window: 1, effect_window: 2, lease: 4, heartbeat: 1, attention: 300 }
const judged = { effect_window_ms: times.effect_window * 1000, attention_ms: times.attention * 1000 }
const patient = { timeout: patience(90_000), interval: 100 }

/** One process with its own PostgreSQL, as on a shop's machine, beside the three outside systems over HTTP. */
async function startShop() {
  const register = aRegister({ carrier_key: 'ab12'.repeat(8) })
  for (const secret of [crmSecret, register.license_key, register.pin, register.carrier_key]) noteSecret(secret)
  const crm = await startCrmSimulator({ key: 'key-of-the-shop', secret: crmSecret })
  const carrier = await startCarrierSimulator({ keys: [{ key: register.carrier_key, phones: ['380670000001'] }] })
  const { license_key, pin } = register
  const checkbox = await startFiscalSimulator({
    carrier_control_url: carrier.control_url,
    registers: [{ license_key, cashier: { pin } }],
  })
  for (const { close } of [crm, carrier, checkbox]) onTestFinished(close)
  const ttns = Array.from({ length: receipts }, (_, index) => `2045888${String(index).padStart(7, '0')}`)
  const cod = { kind: 'payment_control', amount: 850 } as const
  carrier.parcels.put(ttns.map((ttn) => ({ ttn, owner_key: register.carrier_key, status_code: 5, cod })))
  const goods = [{ sku: 'SKU-1', name: 'Чохол', price: '850.00', quantity: 1, discount: 0 }]
  const recipient = { name: 'Олена Шевченко', phone: '380671112233' }
  const created_at = new Date().toISOString()
  crm.orders.put(ttns.map((ttn, id) => ({ id, number: `${id}`, ttn, created_at, recipient, goods, total: '850.00' })))

  const folder = mkdtempSync(join(tmpdir(), 'kasyr-killed-'))
  chmodSync(folder, 0o755)
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const service = startServe(folder, {
    KASYR_ADMIN_PASSWORD: adminPassword,
    KASYR_SECOND_FACTOR: 'optional',
    KASYR_CRM_URL: crm.rpc_url,
    KASYR_CRM_KEY: 'key-of-the-shop',
    KASYR_CRM_SECRET: crmSecret,
    KASYR_FISCAL_URL: checkbox.api_url,
    KASYR_CARRIER_URL: carrier.api_url,
    KASYR_RECEIPT_TIMES: JSON.stringify({ ...times, create_every: 0 }),
    KASYR_WORKER_INTERVALS: JSON.stringify({ track: 1, poll_receipts: 2, reconcile: 1, sweep: 10 }),
  })
  onTestFinished(async () => {
    service.process.kill('SIGTERM')
    await service.ended
  })
  const admin = await new ApiClient(await readyUrl(service)).logIn('admin', adminPassword)
  const added = await admin.post('/cash-registers', register)
  if (added.status !== 201) throw new Error(`a register was answered with ${added.status}: ${added.text}`)
  return { admin, checkbox, folder, service }
}

test(`the PostgreSQL is killed -9 ${kills} times while receipts are sent: none is doubled or lost`, async () => {
  const { admin, checkbox, folder, service } = await startShop()
  const listBound = async () =>
    (await admin.get<OrderList>('/orders?limit=50')).body.items.filter(({ parcel }) => parcel?.own && parcel.cod_amount)
  await expect.poll(async () => (await listBound()).length, patient).toBe(receipts)

  checkbox.faults.arm({ operation: '*', fault: { kind: 'latency', ms: 150 }, times: 'always' })
  const order_ids = (await listBound()).map(({ id }) => id)
  const asked = await admin.post<z.infer<typeof BulkAnswer>>('/receipts/bulk', { order_ids })
  const acknowledged = asked.body.accepted.map(({ id }) => id)
  expect(acknowledged).toHaveLength(receipts)
  const countCreates = () => checkbox.log.entries().filter(({ operation }) => operation === 'create_ettn').length
  for (let kill = 0; kill < kills; kill += 1) {
    await expect.poll(countCreates, patient).toBeGreaterThan(kill * 3)
    const pidFile = readFileSync(join(folder, 'postgres', 'postmaster.pid'), 'utf8')
    process.kill(Number(pidFile.split('\n')[0]), 'SIGKILL')
    await expect.poll(() => service.lines.filter((line) => line.includes('went away')).length, patient).toBe(kill + 1)
    await expect.poll(async () => (await admin.get('/receipts?state=queued')).status, patient).toBe(200)
  }
  checkbox.faults.disarm()

  const database = await openDatabase({
    database_url: null,
    data_dir: folder,
    claim: 'own-or-join',
    log: createLog('silent'),
  })
  try {
    const { db } = database
    const states = async () =>
      (await db.selectFrom('receipts').select('state').distinct().execute()).map(({ state }) => state)
    await expect.poll(() => states().catch(() => []), patient).toEqual(['created'])
    const judging = { now: Date.now(), settled: true, acknowledged, ...judged }
    expect(await receiptViolations(db, [checkbox], judging)).toEqual([])
    expect(checkbox.documents.all().filter(({ deleted }) => !deleted)).toHaveLength(receipts)
  } finally {
    await database.close()
  }
})
