import { beforeEach, describe, expect, test } from 'vitest'
import type { CashRegister, CashRegisterList } from '#/contract/cash-registers.ts'
import { listCarrierKeys } from '#/server/cash-registers/secrets/carrier-keys.ts'
import { findRegisterCredentials } from '#/server/cash-registers/secrets/find-register-credentials.ts'
import { aRegister, startRegisters } from '../support/registers.ts'

const { kasyr, admin, fiscal, carrier, rowOf, clear } = await startRegisters()
beforeEach(async () => {
  await clear()
  fiscal.asked = []
  carrier.asked = []
})

const fields = ['license_key', 'pin', 'carrier_key'] as const
type Field = (typeof fields)[number]

async function add(changes: Parameters<typeof aRegister>[0] = {}) {
  const request = aRegister(changes)
  const { body } = await admin.post<CashRegister>('/cash-registers', request)
  return { request, id: body.id, envelopes: await rowOf(body.id) }
}

const put = (id: string, changes: Partial<Record<Field, string | null>>) =>
  kasyr.db.updateTable('cash_registers').set(changes).where('id', '=', id).execute()

async function problemsOf(id: string) {
  const { status, body } = await admin.get<CashRegisterList>('/cash-registers')
  expect(status).toBe(200)
  return body.items.find((register) => register.id === id)?.health.problems ?? []
}

/** One bit of one of the five parts of the envelope. */
function withOneBitChanged(envelope: string, part: number): string {
  const parts = envelope.split('.')
  const bytes = Buffer.from(parts[part] ?? '', 'base64url')
  bytes[0] = (bytes[0] ?? 0) ^ 1
  parts[part] = bytes.toString('base64url')
  return parts.join('.')
}

const unreadable = (what: string) => ({
  code: 'secret_unreadable',
  severity: 'error',
  detail: expect.stringMatching(`^Не вдалося розшифрувати ${what}: .*введіть секрет каси ще раз\\.$`),
})

describe('a sealed secret opens only where it was put', () => {
  test.each([
    ['license_key', 'ключ ліцензії'],
    ['pin', 'PIN-код касира'],
    ['carrier_key', 'ключ Нової пошти'],
  ] as const)('%s of another register is refused', async (field, words) => {
    const [one, other] = [await add(), await add()]
    await put(one.id, { [field]: other.envelopes[field] })
    expect(await problemsOf(one.id)).toContainEqual(unreadable(words))
    expect((await problemsOf(other.id)).map(({ code }) => code)).toEqual(['test_register'])
  })

  test('the licence key and the PIN of one register do not open in each other’s place', async () => {
    const { id, envelopes } = await add()
    await put(id, { license_key: envelopes.pin, pin: envelopes.license_key })
    expect(await problemsOf(id)).toContainEqual(unreadable('ключ ліцензії і PIN-код касира'))
    expect(await findRegisterCredentials(kasyr.app, id)).toEqual({ ok: false, refusal: 'register.secret_unreadable' })
  })

  test.each([2, 3, 4])('one bit of part %i changed, and nothing opens', async (part) => {
    for (const field of fields) {
      const { id, envelopes } = await add()
      await put(id, { [field]: withOneBitChanged(envelopes[field] ?? '', part) })
      expect((await problemsOf(id)).map(({ code }) => code)).toContain('secret_unreadable')
    }
  })

  test.each(['', 'v1', 'v2.k.a.b.c', 'v1.unknown.AAAA.AAAA.AAAA', 'v1.....', 'plain text'])(
    '%j is no envelope',
    async (rubbish) => {
      const { id } = await add()
      await put(id, { pin: rubbish })
      expect(await problemsOf(id)).toContainEqual(unreadable('PIN-код касира'))
    },
  )
})

describe('a secret that cannot be opened', () => {
  test('is never sent anywhere; the check says so and still asks with the others', async () => {
    const { id, envelopes, request } = await add()
    await put(id, { license_key: withOneBitChanged(envelopes.license_key ?? '', 3) })
    ;[fiscal.asked, carrier.asked] = [[], []]
    const { status, body } = await admin.post<CashRegister>(`/cash-registers/${id}/check`)
    expect(status).toBe(200)
    expect(body.health).toMatchObject({ state: 'error', problems: [{ code: 'secret_unreadable' }, {}] })
    expect([fiscal.asked, carrier.asked]).toEqual([[], [request.carrier_key]])
  })

  test('stops only its own register from asking the carrier, and the log says which', async () => {
    const [first, second, third] = [await add(), await add(), await add()]
    await put(first.id, { carrier_key: second.envelopes.carrier_key })
    const { holders: keys } = await listCarrierKeys(kasyr.app)
    expect(keys.map(({ carrier_key }) => carrier_key)).toEqual([second.request.carrier_key, third.request.carrier_key])
    expect(kasyr.log_lines.some((line) => line.includes(first.id) && line.includes('cannot be opened'))).toBe(true)
  })

  test('does not keep people from adding registers, and typing it again mends it', async () => {
    const { id, envelopes, request } = await add()
    await put(id, { license_key: withOneBitChanged(envelopes.license_key ?? '', 4) })
    expect((await admin.post('/cash-registers', aRegister())).status).toBe(201)
    const { license_key } = request
    const { body } = await admin.patch<CashRegister>(`/cash-registers/${id}`, { license_key })
    expect(body.health.problems.map(({ code }) => code)).toEqual(['test_register'])
    expect(await findRegisterCredentials(kasyr.app, id)).toMatchObject({ ok: true, credentials: { license_key } })
  })
})

test('a register that has no secrets yet, as an older version left it, says which are missing', async () => {
  const { id } = await add()
  await put(id, { license_key: null, pin: null })
  expect(await problemsOf(id)).toContainEqual({
    code: 'secret_missing',
    severity: 'error',
    detail: 'Бракує ключа ліцензії і PIN-коду касира. Введіть у налаштуваннях каси, без цього вона не працює.',
  })
  expect(await findRegisterCredentials(kasyr.app, id)).toEqual({ ok: false, refusal: 'register.secret_missing' })
  expect((await admin.get<CashRegister>(`/cash-registers/${id}`)).body).toMatchObject({
    license_key_set: false,
    pin_set: false,
    carrier_key_set: true,
  })
})

test('the keys that ask the carrier are of active registers first, the default before all, then as they were added', async () => {
  const [first, second, third, off] = [await add(), await add(), await add(), await add({ active: false })]
  await admin.post(`/cash-registers/${third.id}/default`)
  const paused_until = '2026-03-09T07:05:00.000Z'
  await kasyr.db
    .updateTable('cash_registers')
    .set({ carrier_paused_until: paused_until })
    .where('id', '=', second.id)
    .execute()
  const { holders: listed } = await listCarrierKeys(kasyr.app)
  expect(listed.map(({ id }) => id)).toEqual([third.id, first.id, second.id, off.id])
  expect(listed.map(({ active }) => active)).toEqual([true, true, true, false])
  expect(listed[2]).toEqual({
    id: second.id,
    name: second.request.name,
    sealed: expect.stringMatching(/^v1\./),
    is_default: false,
    active: true,
    carrier_key: second.request.carrier_key,
    phones: ['380990000033'],
    paused_until,
    problem: null,
  })
})
