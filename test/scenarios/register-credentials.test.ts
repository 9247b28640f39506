import { sql, type RawBuilder } from 'kysely'
import { Client } from 'pg'
import { afterAll, afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import type { CashRegister } from '#/contract/cash-registers.ts'
import { theSystem } from '#/server/audit/record-audit.ts'
import { findRegisterCredentials } from '#/server/cash-registers/secrets/find-register-credentials.ts'
import { mendDocuments } from '#/server/orders/order/document-store.ts'
import { createReceipt } from '#/server/receipts/creating/create-receipt.ts'
import { cashierOf } from '#/simulators/fiscal/shift-model.ts'
import { noteSecret } from '../support/evidence.ts'
import { loggedIn } from '../support/people.ts'
import { startReceiptShop } from '../support/receipts.ts'
import { urlOf } from '../support/template-database.ts'

const shop = await startReceiptShop()
const { kasyr, app, db, fiscal, first, anOrder, aReceipt, send, state, wantCancelled } = shop
const cashierName = 'Лук’яненко Соломія Ігорівна'
const known = fiscal.registers.find(first.license_key)
if (known === null) throw new Error('Checkbox does not know the register')
const { id: cashierId } = cashierOf(known)
const scope = `${first.fiscal_number}#${cashierId}`
const refusal = 'register.has_unsettled_receipts'

let count = 0
/** A key Checkbox knows: of this register unless said otherwise. */
function aKey(of: { fiscal_number?: string; pin?: string; full_name?: string; is_test?: boolean } = {}): string {
  const license_key = `license-typed-in-later-${(count += 1)}`
  noteSecret(license_key)
  const { fiscal_number = first.fiscal_number, pin = first.pin, full_name = cashierName, is_test = false } = of
  const id = full_name === cashierName ? cashierId : undefined
  fiscal.registers.put({ license_key, fiscal_number, is_test, cashier: { id, pin, full_name } })
  return license_key
}

const patch = async (changes: object) =>
  (await loggedIn(kasyr, 'admin')).patch<CashRegister & { code?: string; detail?: string }>(
    `/cash-registers/${first.id}`,
    changes,
  )
const kept = async () => {
  const found = await findRegisterCredentials(app, first.id)
  if (!found.ok) throw new Error(found.refusal)
  return { ...found.credentials, scope: found.scope }
}

/** Past the triggers that freeze a receipt: what the test before left behind is no matter of this one. */
const overwrite = (change: RawBuilder<unknown>) =>
  db.transaction().execute(async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update receipts set ${change}`.execute(tx)
    await mendDocuments(tx)
  })

beforeEach(async () => {
  await shop.calm()
  await overwrite(sql`state = 'failed'`)
  const { status, text } = await patch({ license_key: first.license_key, pin: first.pin })
  if (status !== 200) throw new Error(`the register is not as it was: ${text}`)
})

/** A real receipt whose document waits for its payment. */
async function aWaitingReceipt() {
  const receipt = await aReceipt()
  await send()
  expect(await state(receipt.id)).toBe('created')
  const { number } = await db
    .selectFrom('orders')
    .select('number')
    .where('id', '=', receipt.order_id)
    .executeTakeFirstOrThrow()
  return { ...receipt, number }
}

describe('while a real receipt of the register is unsettled', () => {
  test('the licence key of another cash register is refused, saying how many receipts and which one', async () => {
    const { number, ttn } = await aWaitingReceipt()
    await aReceipt()
    const { status, body } = await patch({ license_key: aKey({ fiscal_number: '4000999999' }) })
    expect([status, body.code]).toEqual([409, refusal])
    expect(body.detail).toContain('2\u00a0чеки')
    expect(body.detail).toContain(`№\u00a0${number}`)
    expect(body.detail).toContain(ttn)
    expect(body.detail).toContain('іншу касу')
    expect(await kept()).toEqual({ license_key: first.license_key, pin: first.pin, scope })
  })

  test('the PIN of another cashier is refused, also together with a new key of the same cash register', async () => {
    await aWaitingReceipt()
    const [pin, full_name] = ['909090', 'Ґалаґан Остап Андрійович']
    const license_key = aKey({ pin, full_name })
    expect((await patch({ license_key, pin })).body.code).toBe(refusal)
    fiscal.registers.change(first.license_key, { cashier: { pin, full_name, login: 'ostap' } })
    expect((await patch({ pin })).body.code).toBe(refusal)
    fiscal.registers.change(first.license_key, {
      cashier: { pin: first.pin, full_name: cashierName, login: 'cashier01' },
    })
    expect(await kept()).toEqual({ license_key: first.license_key, pin: first.pin, scope })
  })

  test('a cashier deleted and made anew under the same name is another one, whose PIN is refused', async () => {
    await aWaitingReceipt()
    fiscal.registers.change(first.license_key, { cashier: { pin: '909090', login: 'made-anew' } })
    fiscal.tokens.expire()
    expect((await patch({ pin: '909090' })).status).toBe(409)
    fiscal.registers.change(first.license_key, { cashier: { pin: first.pin, login: 'cashier01' } })
    fiscal.tokens.expire()
    expect(await kept()).toEqual({ license_key: first.license_key, pin: first.pin, scope })
  })

  test('the same cashier under a new surname gets a new PIN', async () => {
    const { id } = await aWaitingReceipt()
    fiscal.registers.change(first.license_key, { cashier: { pin: '818181', full_name: 'Ґалаґан Соломія Ігорівна' } })
    fiscal.tokens.expire()
    expect((await patch({ pin: '818181' })).status).toBe(200)
    expect(await kept()).toMatchObject({ pin: '818181', scope })
    expect(await state(id)).toBe('created')
    fiscal.registers.change(first.license_key, { cashier: { pin: first.pin, full_name: cashierName } })
    fiscal.tokens.expire()
  })

  test('a new key of the same cash register and cashier is saved, and the receipt is found with it', async () => {
    const { id } = await aWaitingReceipt()
    const license_key = aKey()
    const { status } = await patch({ license_key })
    expect(status).toBe(200)
    expect(await kept()).toEqual({ license_key, pin: first.pin, scope })
    expect(await state(id)).toBe('created')
  })

  test('a test register’s key is refused even under the same number', async () => {
    await aWaitingReceipt()
    expect((await patch({ license_key: aKey({ is_test: true }) })).body.code).toBe(refusal)
  })

  test('a key that Checkbox does not know, and any key while it is silent, are refused, saying so', async () => {
    await aWaitingReceipt()
    const unknown = await patch({ license_key: 'license-nobody-ever-gave-out' })
    expect(unknown.body).toMatchObject({ code: refusal, detail: expect.stringContaining('не прийняв') })
    fiscal.faults.arm({ operation: '*', fault: { kind: 'status', status: 503 }, times: 'always' })
    const silent = await patch({ license_key: aKey() })
    expect(silent.body).toMatchObject({ code: refusal, detail: expect.stringContaining('не сказав') })
    fiscal.faults.disarm()
    expect(await kept()).toEqual({ license_key: first.license_key, pin: first.pin, scope })
  })

  test('everything else about the register can be changed, and its own secrets typed in once more', async () => {
    await aWaitingReceipt()
    fiscal.faults.arm({ operation: '*', fault: { kind: 'status', status: 503 }, times: 'always' })
    const { license_key, pin } = first
    expect((await patch({ name: 'Перша каса, стара', license_key, pin })).status).toBe(200)
    expect((await patch({ name: 'Перша каса' })).status).toBe(200)
    fiscal.faults.disarm()
    expect(await kept()).toEqual({ license_key, pin, scope })
  })

  test('a register whose scope was never learnt is asked about under its present credentials too', async () => {
    await aWaitingReceipt()
    await db.updateTable('cash_registers').set({ provider_scope: null }).where('id', '=', first.id).execute()
    expect((await patch({ license_key: aKey({ fiscal_number: '4000999998' }) })).body.code).toBe(refusal)
    expect((await patch({ license_key: aKey() })).status).toBe(200)
  })
})

describe('a cashier who left while receipts are unsettled', () => {
  const ostap = { pin: '909090', login: 'ostap', full_name: 'Ґалаґан Остап Андрійович' }
  const solomiia = { pin: first.pin, login: 'cashier01', full_name: cashierName }

  const isReplacedBy = (cashier: typeof ostap): void => {
    fiscal.registers.change(first.license_key, { cashier })
    fiscal.tokens.expire()
  }
  const aDay = async () => {
    for (let round = 0; round < 3; round += 1) {
      await shop.later(400)
      await shop.poll()
      await shop.reconcile()
      await shop.watch()
    }
  }
  afterEach(() => {
    fiscal.set({ document_scope: 'register', list_scope: 'register' })
    fiscal.registers.change(first.license_key, { other_cashiers: [] })
    isReplacedBy(solomiia)
  })

  test('is replaced by another one of the same cash register, once a person confirms it', async () => {
    const { id, number } = await aWaitingReceipt()
    fiscal.set({ document_scope: 'cashier' })
    isReplacedBy(ostap)
    const asked = await patch({ pin: ostap.pin })
    expect([asked.status, asked.body.code]).toEqual([409, 'register.other_cashier'])
    expect(asked.body.detail).toContain(`№\u00a0${number}`)
    expect(asked.body.detail).toContain('confirm')
    expect(await kept()).toMatchObject({ pin: first.pin, scope })
    expect((await patch({ pin: ostap.pin, confirm: true })).status).toBe(200)
    expect(await kept()).toMatchObject({ pin: ostap.pin, scope: expect.not.stringContaining(cashierId) })
    await aDay()
    expect(await state(id)).toBe('created')
    expect(await shop.problem(id)).toContain('від іншої каси чи іншого касира')
    const { rows } =
      await sql`select details from audit_log where action = 'register.edited' order by id desc limit 1`.execute(db)
    expect(rows).toMatchObject([{ details: { secrets: ['pin'], other_cashier: true } }])
  })

  test('whose documents the new one sees: they go on, and their removal is believed', async () => {
    const [paid, removed] = [await aWaitingReceipt(), await aWaitingReceipt()]
    isReplacedBy(ostap)
    expect((await patch({ pin: ostap.pin, confirm: true })).status).toBe(200)
    await aDay()
    fiscal.documents.payTtn(paid.ttn)
    for (const { id } of fiscal.documents.live(removed.ttn)) fiscal.documents.deleteByHand(id)
    await aDay()
    expect([await state(paid.id), await state(removed.id)]).toEqual(['fiscalized', 'cancelled'])
  })

  test('whose documents the new one sees in the list and may not read by their ids: they are not taken for removed', async () => {
    const { id, ttn } = await aWaitingReceipt()
    fiscal.set({ document_scope: 'cashier', list_scope: 'all' })
    isReplacedBy(ostap)
    expect((await patch({ pin: ostap.pin, confirm: true })).status).toBe(200)
    await aWaitingReceipt() // The list before a send reaches weeks back; those of later polls do not.
    await aDay()
    await shop.later(2 * 86_400)
    await aDay()
    expect([await state(id), fiscal.documents.live(ttn).length]).toEqual(['created', 1])
  })

  test('is replaced though the register was registered anew meanwhile: its licence key says that it is the same', async () => {
    await aWaitingReceipt()
    isReplacedBy(ostap)
    fiscal.registers.change(first.license_key, { fiscal_number: '4000999994' })
    expect((await patch({ pin: ostap.pin })).body.code).toBe('register.other_cashier')
    expect((await patch({ pin: ostap.pin, confirm: true })).status).toBe(200)
    fiscal.registers.change(first.license_key, { fiscal_number: first.fiscal_number })
  })

  test('but is still accepted, or whose cash register is another one, is not replaced', async () => {
    await aWaitingReceipt()
    fiscal.registers.change(first.license_key, { other_cashiers: [{ pin: ostap.pin, login: ostap.login }] })
    expect((await patch({ pin: ostap.pin, confirm: true })).body.code).toBe(refusal)
    isReplacedBy(ostap)
    const license_key = aKey({ fiscal_number: '4000999995', ...ostap })
    expect((await patch({ license_key, pin: ostap.pin, confirm: true })).body.code).toBe(refusal)
    fiscal.faults.arm({ operation: 'sign_in', fault: { kind: 'status', status: 503 }, times: 'always' })
    expect((await patch({ pin: ostap.pin, confirm: true })).body.code).toBe(refusal)
    fiscal.faults.disarm()
    expect(await kept()).toMatchObject({ license_key: first.license_key, pin: first.pin, scope })
  })
})

describe('without an unsettled real receipt', () => {
  test('any key is saved: settled and test receipts hold nothing back', async () => {
    const { id } = await aReceipt()
    await wantCancelled(id)
    expect(await state(id)).toBe('cancelled')
    const testOne = await aReceipt()
    await overwrite(sql`is_test = true where id = ${testOne.id}`)
    const license_key = aKey({ fiscal_number: '4000999997' })
    expect((await patch({ license_key })).status).toBe(200)
    expect(await kept()).toMatchObject({ license_key, scope: `4000999997#${cashierId}` })
  })

  test('a silent Checkbox keeps nobody from saving, and the scope is unknown until it answers', async () => {
    fiscal.faults.arm({ operation: '*', fault: { kind: 'status', status: 503 }, times: 'always' })
    const license_key = aKey()
    expect((await patch({ license_key })).status).toBe(200)
    expect(await kept()).toMatchObject({ license_key, scope: null })
    fiscal.faults.disarm()
    await shop.later(120)
    await (await loggedIn(kasyr, 'admin')).post(`/cash-registers/${first.id}/check`)
    expect(await kept()).toMatchObject({ license_key, scope })
  })
})

describe('a receipt that is made while the key is changed', () => {
  const { pathname } = new URL(kasyr.config.database_url ?? '')
  const gate = new Client({ connectionString: urlOf(inject('server_url'), pathname.slice(1)) })
  afterAll(() => gate.end())
  const waiting = async (): Promise<number> =>
    (
      await sql`select from pg_stat_activity
        where datname = current_database() and cardinality(pg_blocking_pids(pid)) > 0`.execute(db)
    ).rows.length

  test('is seen by the change, which waits for it and is then refused', async () => {
    await gate.connect()
    const { id } = await anOrder()
    await gate.query('begin')
    await gate.query('lock table receipts in share mode')
    const creating = createReceipt(app, theSystem, id)
    await expect.poll(waiting).toBe(1)
    const changing = patch({ license_key: aKey({ fiscal_number: '4000999996' }) })
    await expect.poll(waiting).toBe(2)
    await gate.query('commit')
    const [receipt, { body }] = await Promise.all([creating, changing])
    expect(await state(receipt)).toBe('queued')
    expect(body.code).toBe(refusal)
    expect(await kept()).toMatchObject({ license_key: first.license_key, scope })
  })
})
