import { beforeEach, describe, expect, test } from 'vitest'
import type { CashRegister } from '#/contract/cash-registers.ts'
import { theSystem } from '#/server/audit/record-audit.ts'
import { makeDefault } from '#/server/cash-registers/changing/make-default.ts'
import { howOften } from '../support/how-often.ts'
import { startRegisters } from '../support/registers.ts'

const { kasyr, admin, added, auditOf, defaults, clear } = await startRegisters()
beforeEach(clear)

const times = howOften({ usually: 8, long: 1_000 })

const path = ({ id }: CashRegister): string => `/cash-registers/${id}`

describe('exactly one register is the default while any is active', () => {
  test('the first one unasked, a later one when asked, and the audit says whose place it took', async () => {
    const first = await added()
    const second = await added()
    const third = await added({ is_default: true })
    expect([first.is_default, second.is_default, third.is_default]).toEqual([true, false, true])
    expect(await defaults()).toEqual([third.id])
    const { status, body } = await admin.post<CashRegister>(`${path(second)}/default`)
    expect(status).toBe(200)
    expect(body).toEqual({ ...second, is_default: true })
    expect(await defaults()).toEqual([second.id])
    expect((await auditOf(second.id)).at(-1)).toEqual({
      action: 'register.made_default',
      actor_login: 'admin',
      details: { name: second.name, instead_of: third.id },
    })
  })

  test('making the default one the default again changes nothing and leaves no trace', async () => {
    const register = await added()
    const before = await auditOf(register.id)
    expect((await admin.post(`${path(register)}/default`)).status).toBe(200)
    expect(await auditOf(register.id)).toEqual(before)
  })

  test('an inactive register cannot be it, not even the first', async () => {
    const register = await added({ active: false })
    expect(register.is_default).toBe(false)
    for (const refused of [
      await admin.post(`${path(register)}/default`),
      await admin.patch(path(register), { is_default: true }),
    ])
      expect([refused.status, refused.body.code]).toEqual([409, 'register.not_active'])
    const { body } = await admin.patch<CashRegister>(path(register), { active: true })
    expect(body.is_default).toBe(true)
  })

  test('it can neither be switched off, nor given up, nor deleted while another one is active', async () => {
    const [register, other] = [await added(), await added()]
    for (const refused of [
      await admin.patch(path(register), { active: false }),
      await admin.patch(path(register), { is_default: false }),
      await admin.delete(path(register)),
    ]) {
      expect([refused.status, refused.body.code]).toEqual([409, 'register.is_default'])
      expect(refused.body.detail).toContain('Спершу виберіть за замовчуванням іншу')
    }
    expect(await defaults()).toEqual([register.id])
    await admin.patch(path(other), { active: false })
    expect((await admin.patch<CashRegister>(path(register), { active: false })).body).toMatchObject({
      active: false,
      is_default: false,
    })
    expect(await defaults()).toEqual([])
    expect((await admin.patch<CashRegister>(path(other), { active: true })).body.is_default).toBe(true)
  })

  test('the last one may be deleted, and the next one added is the default', async () => {
    expect((await admin.delete(path(await added()))).status).toBe(204)
    expect((await added()).is_default).toBe(true)
  })

  test(`two requests for different registers at once end with exactly one, ${times} times`, async () => {
    const registers = [await added(), await added(), await added()]
    for (let run = 0; run < times; run += 1) {
      const [one, other] = [registers[run % 3]?.id ?? '', registers[(run + 1) % 3]?.id ?? '']
      await Promise.all([makeDefault(kasyr.app, theSystem, one), makeDefault(kasyr.app, theSystem, other)])
      const [winner, ...more] = await defaults()
      expect([one, other]).toContain(winner)
      expect(more).toEqual([])
    }
  })

  test('whatever is asked at once: adding, switching off, deleting, choosing', async () => {
    const registers = await Promise.all(Array.from({ length: 6 }, () => added()))
    for (let run = 0; run < 30; run += 1) {
      const [one, two, three] = [0, 1, 2].map((step) => registers[(run + step) % 6])
      if (!one || !two || !three) throw new Error('there are six')
      await Promise.all([
        admin.post(`${path(one)}/default`),
        admin.patch(path(two), { is_default: true, active: true }),
        admin.patch(path(three), { active: false }),
        admin.patch(path(one), { active: false }),
        admin.delete(path(await added())),
      ])
      const rows = await kasyr.db.selectFrom('cash_registers').select(['active', 'is_default']).execute()
      const isAnyActive = rows.some(({ active }) => active)
      expect(rows.filter(({ is_default }) => is_default)).toHaveLength(isAnyActive ? 1 : 0)
      await Promise.all(registers.map((register) => admin.patch(path(register), { active: true })))
    }
  })
})
