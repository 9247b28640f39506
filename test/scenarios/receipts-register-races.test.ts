import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { urlOf } from '../support/template-database.ts'
import { startReceiptDesk } from '../support/receipt-desk.ts'

const desk = await startReceiptDesk()
const { db, config } = desk.kasyr
const { pathname } = new URL(config.database_url ?? '')
const gate = new Client({ connectionString: urlOf(inject('server_url'), pathname.slice(1)) })
await gate.connect()
afterAll(() => gate.end())

const waiting = async (): Promise<number> =>
  (
    await sql`select from pg_stat_activity
      where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(db)
  ).rows.length

/** The receipt is stopped after it has looked at its register and before it is written; meanwhile the admin acts. */
async function whileReceiptIsMade(order_id: string, act: () => Promise<{ status: number; body: { code?: string } }>) {
  await gate.query('begin')
  await gate.query('lock table receipts in share mode')
  const creating = desk.ask(order_id)
  await expect.poll(waiting).toBe(1)
  let hasActed = false
  const acting = act().finally(() => (hasActed = true))
  await expect.poll(async () => hasActed || (await waiting()) === 2).toBe(true)
  await gate.query('commit')
  const [created, acted] = await Promise.all([creating, acting])
  return { created, acted }
}

test('a register that is deleted while a receipt is made with it stays until the receipt is settled', async () => {
  const registerId = await desk.addRegister()
  const order_id = await desk.order({}, { cash_register_id: registerId })
  const { created, acted } = await whileReceiptIsMade(order_id, () =>
    desk.admin.delete(`/cash-registers/${registerId}`),
  )
  expect([created.status, acted.status, acted.body.code]).toEqual([202, 409, 'register.has_live_receipts'])
  const { rows } = await sql`
    select archived_at, license_key is not null as has_secrets from cash_registers where id = ${registerId}`.execute(db)
  expect(rows).toEqual([{ archived_at: null, has_secrets: true }])
})

test('a register that is switched off while a receipt is made with it is switched off after the receipt', async () => {
  const registerId = await desk.addRegister()
  const order_id = await desk.order({}, { cash_register_id: registerId })
  const seen: string[] = []
  const { created, acted } = await whileReceiptIsMade(order_id, async () => {
    const answer = await desk.admin.patch<{ code?: string }>(`/cash-registers/${registerId}`, { active: false })
    seen.push(...(await desk.receiptsOf(order_id)).map(({ state }) => state))
    return answer
  })
  expect([created.status, acted.status]).toEqual([202, 200])
  expect(seen).toEqual(['queued'])
})

test('a receipt that is asked for while its register is deleted waits, and is refused', async () => {
  const registerId = await desk.addRegister()
  const order_id = await desk.order({}, { cash_register_id: registerId })
  await gate.query('begin')
  await gate.query(`select from cash_registers where id = '${registerId}' for update`)
  const creating = desk.ask(order_id)
  await expect.poll(waiting).toBe(1)
  await gate.query(
    `update cash_registers set archived_at = now(), active = false, is_default = false, license_key = null, license_key_hint = null,
       pin = null, carrier_key = null, carrier_key_hint = null where id = '${registerId}'`,
  )
  await gate.query('commit')
  expect((await creating).status).toBe(404)
  expect(await desk.receiptsOf(order_id)).toEqual([])
})
