import { expect, test } from 'vitest'
import { createCheckbox } from '../checkbox/client.ts'
import { chooseFiscalClients } from '../choose-fiscal-clients.ts'
import { createLog } from '#/server/platform/log.ts'
import { createStubFiscalClient, demoCredentials } from './fiscal-client.ts'

const clock = { now: () => new Date('2026-02-01T21:00:00Z') }

const infoOf = async (license_key: string, client = createStubFiscalClient({ clock })) => {
  const outcome = await client.checkCredentials({ license_key, pin: '1111' })
  return outcome.ok ? outcome.info : null
}

test('a register depends on its licence key alone: the same in every process, another one for another key', async () => {
  const [first, again, other] = [await infoOf('shop-1'), await infoOf('shop-1'), await infoOf('shop-3')]
  expect(again).toEqual(first)
  expect(other?.fiscal_number).not.toBe(first?.fiscal_number)
  expect(first?.title).toMatch(/^ФОП [А-ЯҐЄІЇ]/)
})

test('every register of the stub is a test one, whatever its key looks like', async () => {
  for (const key of ['test-1', 'a-real-looking-key']) expect(await infoOf(key)).toMatchObject({ is_test: true })
})

test('of the two registers of the demo one has a signature for about a year, the other for 12 days', async () => {
  const daysLeft = []
  for (const { license_key, pin } of demoCredentials) {
    const outcome = await createStubFiscalClient({ clock }).checkCredentials({ license_key, pin })
    const until = Date.parse((outcome.ok && outcome.info.cashier.signature_until) || '')
    daysLeft.push((until - clock.now().getTime()) / 86_400_000)
  }
  expect(daysLeft).toHaveLength(2)
  expect(daysLeft[0]).toBeGreaterThan(300)
  expect(daysLeft[0]).toBeLessThan(370)
  expect(Math.round(daysLeft[1] ?? 0)).toBe(12)
})

test.each(['00:00:00.000', '11:59:59.999', '12:00:00.000', '23:59:59.999'])(
  'at %s the signature ends with the same day as at any hour',
  async (time) => {
    const now = new Date(`2026-02-01T${time}Z`)
    const info = await infoOf('test-demo-2', createStubFiscalClient({ clock: { now: () => now } }))
    expect(info?.cashier.signature_until).toBe('2026-02-13T23:59:59.999Z')
  },
)

test('in the demo it is the stub, else Checkbox', () => {
  const url = 'http://127.0.0.1:1/api/v1'
  const stub = { ...createCheckbox({ url, clock }).ettn, kind: 'stub' as const }
  const choose = (is_demo: boolean) => {
    const settings = { is_demo, fiscal_url: url, fiscal_prefix: '/ettn' }
    const { fiscal, ettn } = chooseFiscalClients(settings, stub, clock, createLog('silent'))
    return [fiscal.kind, ettn(false).kind, ettn(true).kind]
  }
  expect([choose(true), choose(false)]).toEqual([
    ['stub', 'stub', 'stub'],
    ['real', 'real', 'stub'],
  ])
})
