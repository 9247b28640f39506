import type { Clock } from '#/server/platform/clock.ts'
import { inventPerson } from '../../demo-shop/stub-people.ts'
import { stubRandom } from '../../demo-shop/stub-random.ts'
import type { FiscalClient, RegisterCredentials, RegisterInfo } from '../fiscal-client.ts'
import { whyBarred } from './why-barred.ts'

/** The two registers of the demo; the signature of the second is about to end, so that the warning can be seen. */
export const demoCredentials: readonly RegisterCredentials[] = [
  { license_key: 'test-demo-1', pin: '1111' },
  { license_key: 'test-demo-2', pin: '2222' },
]
const endsSoon = /-2$/
const dayMs = 24 * 3_600_000

/** The provider of the demo and of test registers: it exists nowhere, and every receipt of it is a test one. */
export function createStubFiscalClient({ clock }: { clock: Clock }): FiscalClient {
  return {
    kind: 'stub',
    checkCredentials: async (credentials, signal) => {
      const failure = whyBarred(credentials, signal)
      if (failure !== null) return { ok: false, failure, is_test: failure.kind === 'bad_pin' ? true : null }
      return { ok: true, info: inventRegister(credentials.license_key, clock.now()) }
    },
    // The stub closes no shifts, so there are no reports.
    listZReports: async (credentials, _window, signal) => {
      const failure = whyBarred(credentials, signal)
      return failure === null ? { ok: true, reports: [] } : { ok: false, failure }
    },
  }
}

const streets = [
  'вул. Хрещатик',
  'вул. Саксаганського',
  'просп. Свободи',
  'вул. Дерибасівська',
  'вул. Сумська',
] as const
const towns = ['Київ', 'Львів', 'Одеса', 'Харків', 'Вінниця'] as const

/** Depends on the key alone, but for the days ahead: they count from today and end with the day, so that every hour says the same. */
function inventRegister(licenseKey: string, now: Date): RegisterInfo {
  const random = stubRandom(`register:${licenseKey}`)
  const inDays = (days: number) => new Date((Math.floor(now.getTime() / dayMs) + days + 1) * dayMs - 1).toISOString()
  const owner = inventPerson(random).name
  const yearAhead = 330 + random.upTo(35)
  return {
    is_test: true,
    cashier_id: stubRandom(`cashier:${licenseKey}`).digits(12),
    title: `ФОП ${owner}`,
    fiscal_number: `TEST${random.digits(6)}`,
    address: `${random.pick(towns)}, ${random.pick(streets)}, ${1 + random.upTo(120)}`,
    has_shift: false,
    shift_opened_at: null,
    delivery_connected: true,
    cashier: {
      name: random.chance(0.5) ? owner : inventPerson(random).name,
      blocked: false,
      may_ettn: true,
      signature_until: inDays(endsSoon.test(licenseKey) ? 12 : yearAhead),
      signature_ready: true,
    },
    billing: { status: 'ACTIVE', blocks_at: null, paid_until: inDays(200) },
    taxes: [{ code: '8', label: 'Без ПДВ', rate: 0 }],
    organization: { name: `ФОП ${owner}`, tax_number: random.digits(10) },
  }
}
