import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import type { CashRegister, CashRegisterList } from '#/contract/cash-registers.ts'
import { findRegisterCredentials } from '#/server/cash-registers/find-register-credentials.ts'
import { syncOrders } from '#/server/orders/syncing/sync-orders.ts'
import { aCrmOrder } from '../support/orders.ts'
import { loggedIn } from '../support/people.ts'
import { aRegister, startRegisters } from '../support/registers.ts'
import { ScriptedCrm } from '../support/scripted-crm.ts'

const crm = new ScriptedCrm()
const { kasyr, admin, added, rowOf, auditOf, clear } = await startRegisters({ crm })
beforeEach(clear)

const list = async (client = admin) => (await client.get<CashRegisterList>('/cash-registers')).body.items

/** Binds an order's parcel to the register, as following the parcels would. */
async function bindAParcel(registerId: string): Promise<void> {
  const order = aCrmOrder()
  crm.put(order)
  await syncOrders(kasyr.app)
  const { id } = await kasyr.db
    .selectFrom('orders')
    .select('id')
    .where('crm_id', '=', order.crm_id)
    .executeTakeFirstOrThrow()
  await kasyr.db.updateTable('parcels').set({ cash_register_id: registerId }).where('order_id', '=', id).execute()
}

describe('adding a register', () => {
  test('answers with everything but the secrets, which are sealed in the database', async () => {
    const request = aRegister({ payment_label: ' Оплата за чек ', tax_codes: [8] })
    const { status, body, text } = await admin.post<CashRegister>('/cash-registers', request)
    expect(status).toBe(201)
    expect(body).toMatchObject({
      name: request.name,
      is_default: true,
      is_test: true,
      active: true,
      license_key_set: true,
      pin_set: true,
      carrier_key_set: true,
      license_key_hint: `…${request.license_key.slice(-4)}`,
      carrier_key_hint: `…${request.carrier_key.slice(-4)}`,
      payment_label: 'Оплата за чек',
      tax_codes: [8],
      health: { state: 'warning', carrier: { owner_name: 'ФОП Щербина Дар’я Петрівна', phone_hint: '…33' } },
    })
    const row = await rowOf(body.id)
    for (const field of ['license_key', 'pin', 'carrier_key'] as const) {
      expect(text).not.toContain(request[field])
      expect(JSON.stringify(row)).not.toContain(request[field])
      expect(row[field]).toMatch(/^v1\./)
    }
    expect(await auditOf(body.id)).toEqual([
      { action: 'register.added', actor_login: 'admin', details: { name: request.name, active: true } },
      {
        action: 'register.made_default',
        actor_login: 'admin',
        details: { name: request.name, instead_of: null },
      },
      {
        action: 'register.payee_told',
        actor_login: 'admin',
        details: { before: null, after: expect.stringMatching(/^ФОП /) },
      },
      {
        action: 'register.checked',
        actor_login: 'admin',
        details: { is_test: true, problems: ['test_register'] },
      },
    ])
    expect(await list()).toEqual([body])
    expect((await admin.get(`/cash-registers/${body.id}`)).body).toEqual(body)
  })

  test('keeps the zeros a PIN begins with, and takes blanks around a key for a slip', async () => {
    const { license_key, pin, carrier_key } = aRegister({ pin: '00120' })
    const { body } = await admin.post<CashRegister>(
      '/cash-registers',
      aRegister({ license_key: ` ${license_key}\n`, pin, carrier_key: `\t${carrier_key} ` }),
    )
    expect(await findRegisterCredentials(kasyr.app, body.id)).toMatchObject({
      ok: true,
      credentials: { license_key, pin: '00120' },
    })
  })

  test.each([
    [{ name: '  ' }, '/name'],
    [{ name: 'я'.repeat(201) }, '/name'],
    [{ license_key: 'with blank' }, '/license_key'],
    [{ license_key: 'кирилиця' }, '/license_key'],
    [{ pin: '12a4' }, '/pin'],
    [{ pin: 1234 }, '/pin'],
    [{ pin: '1'.repeat(21) }, '/pin'],
    [{ carrier_key: '' }, '/carrier_key'],
    [{ payment_label: 'я'.repeat(129) }, '/payment_label'],
    [{ tax_codes: [1, 2, 3] }, '/tax_codes'],
    [{ tax_codes: [1.5] }, '/tax_codes'],
    [{ is_test: false }, '/is_test'],
    [{ pin: undefined }, '/pin'],
  ])('refuses %j at %s', async (wrong, pointer) => {
    const { status, body } = await admin.post('/cash-registers', { ...aRegister(), ...wrong })
    expect(status).toBe(400)
    expect(body.errors?.map((field) => field.pointer.split('/').slice(0, 2).join('/'))).toContain(pointer)
    expect(await list()).toEqual([])
  })

  test('refuses a name that reads the same as another, and a licence key that another register has', async () => {
    const { license_key } = aRegister()
    await added({ name: 'ФОП Їжак', license_key })
    const namesake = await admin.post('/cash-registers', aRegister({ name: 'фоп  їжак' }))
    expect([namesake.status, namesake.body.code]).toEqual([409, 'register.name_taken'])
    expect(namesake.body.detail).toBe('Каса «ФОП Їжак» уже є. Виберіть іншу назву.')
    const twin = await admin.post('/cash-registers', aRegister({ license_key }))
    expect([twin.status, twin.body.code]).toEqual([409, 'register.license_key_taken'])
    expect(twin.body.detail).toContain('«ФОП Їжак»')
    expect(await list()).toHaveLength(1)
  })

  test('takes one of two that come at once with the same licence key', async () => {
    const { license_key } = aRegister()
    const twins = await Promise.all(
      Array.from({ length: 8 }, () => admin.post('/cash-registers', aRegister({ license_key }))),
    )
    expect(twins.filter(({ status }) => status === 201)).toHaveLength(1)
    expect(twins.filter(({ status }) => status === 409)).toHaveLength(7)
    expect(await list()).toHaveLength(1)
  })
})

describe('reading', () => {
  test('shows a cashier names and health but not the end of any key', async () => {
    const register = await added()
    const hidden = { ...register, license_key_hint: null, carrier_key_hint: null }
    const cashier = await loggedIn(kasyr, 'cashier')
    expect(await list(cashier)).toEqual([hidden])
    expect((await cashier.get(`/cash-registers/${register.id}`)).body).toEqual(hidden)
    expect(await list(await loggedIn(kasyr, 'auditor'))).toEqual([register])
  })

  test('goes page by page in the order of adding', async () => {
    const names = []
    for (let index = 0; index < 5; index += 1) names.push((await added()).name)
    const seen: string[] = []
    let cursor = ''
    do {
      const { body } = await admin.get<CashRegisterList>(`/cash-registers?limit=2${cursor}`)
      seen.push(...body.items.map(({ name }) => name))
      cursor = body.next_cursor === null ? '' : `&cursor=${body.next_cursor}`
    } while (cursor !== '')
    expect(seen).toEqual(names)
  })
})

describe('editing', () => {
  test('changes what is given, leaves the rest and says so in the audit', async () => {
    const register = await added()
    const { status, body } = await admin.patch<CashRegister>(`/cash-registers/${register.id}`, {
      name: 'Нова назва',
      tax_codes: ['8'],
    })
    expect(status).toBe(200)
    expect(body).toEqual({ ...register, name: 'Нова назва', tax_codes: ['8'] })
    expect((await auditOf(register.id)).at(-1)).toEqual({
      action: 'register.edited',
      actor_login: 'admin',
      details: {
        changes: { name: { before: register.name, after: 'Нова назва' }, tax_codes: { before: [], after: ['8'] } },
        secrets: [],
      },
    })
  })

  test('that changes nothing leaves no trace', async () => {
    const register = await added()
    const before = await auditOf(register.id)
    expect((await admin.patch(`/cash-registers/${register.id}`, { name: register.name })).body).toEqual(register)
    expect(await auditOf(register.id)).toEqual(before)
  })

  test('names the changed secrets in the audit and nothing of what they are', async () => {
    const register = await added()
    const { pin, carrier_key } = aRegister()
    const { body } = await admin.patch<CashRegister>(`/cash-registers/${register.id}`, { pin, carrier_key })
    expect(body.carrier_key_hint).toBe(`…${carrier_key.slice(-4)}`)
    const entries = await auditOf(register.id)
    expect(entries.find(({ action }) => action === 'register.edited')?.details).toEqual({
      changes: {},
      secrets: ['pin', 'carrier_key'],
    })
    expect(JSON.stringify(entries)).not.toContain(pin)
  })

  test('cannot take the name or the licence key of another register, but may repeat its own', async () => {
    const { license_key } = aRegister()
    const [one, other] = [await added({ license_key }), await added()]
    const taken = await admin.patch(`/cash-registers/${other.id}`, { license_key })
    expect([taken.status, taken.body.code]).toEqual([409, 'register.license_key_taken'])
    const named = await admin.patch(`/cash-registers/${other.id}`, { name: one.name.toUpperCase() })
    expect([named.status, named.body.code]).toEqual([409, 'register.name_taken'])
    expect((await admin.patch(`/cash-registers/${one.id}`, { license_key, name: one.name })).status).toBe(200)
  })

  test('with an empty body is refused', async () => {
    expect((await admin.patch(`/cash-registers/${(await added()).id}`, {})).status).toBe(400)
  })
})

describe('deleting', () => {
  test('removes one that nothing refers to', async () => {
    const register = await added()
    expect((await admin.delete(`/cash-registers/${register.id}`)).status).toBe(204)
    expect(await kasyr.db.selectFrom('cash_registers').selectAll().execute()).toEqual([])
    expect((await auditOf(register.id)).at(-1)).toMatchObject({
      action: 'register.deleted',
      details: { name: register.name, archived: false },
    })
  })

  test('archives one with history: the name stays for others, the secrets are gone, the API knows it no more', async () => {
    const register = await added()
    await bindAParcel(register.id)
    expect((await admin.delete(`/cash-registers/${register.id}`)).status).toBe(204)
    expect(await rowOf(register.id)).toMatchObject({
      name: register.name,
      active: false,
      is_default: false,
      license_key: null,
      license_key_hint: null,
      pin: null,
      carrier_key: null,
      carrier_key_hint: null,
      health: null,
      archived_at: expect.any(String),
    })
    expect(await list()).toEqual([])
    const path = `/cash-registers/${register.id}`
    const answers = [
      await admin.get(path),
      await admin.patch(path, { name: 'Знову тут' }),
      await admin.delete(path),
      await admin.post(`${path}/default`),
      await admin.post(`${path}/check`),
    ]
    for (const { status, body } of answers) expect([status, body.code]).toEqual([404, 'register.not_found'])
    // Its name and its key are free again.
    expect((await added({ name: register.name })).is_default).toBe(true)
  })

  test('archives one whose documents at the provider were looked at, even if it has no receipt', async () => {
    const register = await added()
    await sql`
      insert into provider_pictures (cash_register_id, is_test, scope, whole_from, read_at)
      values (${register.id}, false, null, now(), now())`.execute(kasyr.db)
    expect((await admin.delete(`/cash-registers/${register.id}`)).status).toBe(204)
    expect(await rowOf(register.id)).toMatchObject({ license_key: null, archived_at: expect.any(String) })
    await sql`delete from provider_pictures`.execute(kasyr.db)
  })
})
