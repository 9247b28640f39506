import { onTestFinished } from 'vitest'
import { createCheckbox, type CheckboxOptions } from '#/server/integrations/fiscal/checkbox/client.ts'
import { toEttnBody, toPrepaymentBody, toRestBody } from '#/server/integrations/fiscal/ettn-body.ts'
import type { DocumentKind, SendRequest } from '#/server/integrations/fiscal/ettn-client.ts'
import type { RegisterCredentials } from '#/server/integrations/fiscal/fiscal-client.ts'
import { startFiscalSimulator } from '#/simulators/fiscal/fiscal-simulator.ts'

export const credentials = { license_key: 'license-nobody-may-read', pin: '9081726354' }
export const testCredentials = { license_key: 'test-license-nobody-may-read', pin: '8172635490' }

type World = NonNullable<Parameters<typeof startFiscalSimulator>[0]>

/** The real client against the simulated Checkbox, and every text that could leak its secrets. */
export async function startCheckbox(more: Partial<CheckboxOptions> = {}, world: World = {}) {
  const simulator = await startFiscalSimulator({
    registers: [
      { license_key: credentials.license_key, cashier: { pin: credentials.pin } },
      { license_key: testCredentials.license_key, is_test: true, cashier: { pin: testCredentials.pin } },
    ],
    receipt_seconds: 0,
    shift_seconds: 0,
    ...world,
  })
  onTestFinished(simulator.close)
  const logged: unknown[] = []
  const { fiscal: client, ettn } = createCheckbox({
    url: simulator.api_url,
    clock: { now: () => new Date() },
    random: () => 0,
    // Only a test of the deadline itself should ever meet it, also on a busy machine.
    timeoutMs: 30_000,
    findTimeoutMs: 30_000,
    shiftPollMs: 1,
    log: { warn: (...line: unknown[]) => void logged.push(line) },
    ...more,
  })
  const check = (given: RegisterCredentials = credentials, signal?: AbortSignal) =>
    client.checkCredentials(given, signal)
  return {
    ...simulator,
    client,
    ettn,
    logged,
    check,
    /** The kind of the failure, `none` when there is none, with what else came. */
    fail: async (given?: RegisterCredentials) => {
      const outcome = await check(given)
      return outcome.ok
        ? { kind: 'none', detail: JSON.stringify(outcome.info), is_test: outcome.info.is_test }
        : { ...outcome.failure, is_test: outcome.is_test }
    },
    calls: (operation: string): number =>
      simulator.log.entries().filter((entry) => entry.operation === operation).length,
    /** No such text may contain the credentials that were sent, or the buyer's phone. */
    told: (text: unknown): string[] => {
      // A token that chance made of a few letters stands in many a word.
      const bearers = simulator.log
        .entries()
        .flatMap(({ headers }) => (headers['authorization'] ?? '').split(' '))
        .filter(({ length }) => length >= 8)
      const secrets = [credentials, testCredentials].flatMap(({ license_key, pin }) => [license_key, pin])
      const said = JSON.stringify([text, logged]).toLowerCase()
      return [...secrets, ...bearers, buyersPhone].filter(
        (secret) => !/^(bearer)?$/i.test(secret) && said.includes(secret.toLowerCase()),
      )
    },
  }
}

export const buyersPhone = '380671112233'
export const ttn = '20450000000001'
const relation_id = 'ORDER-0000012345'
export const prepaymentId = '2f1f7b0e-7d0a-4c39-8a3f-6b1f1d2c3e13'

const goods = [
  { code: 'SKU-101', name: 'Чохол для телефону', price: 85_000, quantity: 1000, discount: 0 },
  { code: 'SKU-207', name: 'Захисне скло', price: 19_950, quantity: 2000, discount: 0 },
]
const label = { payment_label: 'Платіж через інтегратора NovaPay' }

/** One order of 1200.00, paid at once or 200.00 in advance. */
const bodies: Record<DocumentKind, string> = {
  ettn: toEttnBody({ goods, discount_total: 4900, amount: 120_000, ttn, phone: buyersPhone, ...label, tax_codes: [] }),
  ettn_rest: toRestBody({ relation_id, amount: 100_000, ttn, phone: buyersPhone, ...label }),
  prepayment: toPrepaymentBody({
    id: prepaymentId,
    relation_id,
    goods,
    discount_total: 4900,
    amount: 20_000,
    payment: 'cashless',
    phone: buyersPhone,
    tax_codes: [],
  }),
}

/** May be sent for a minute, and the answer may take as long. */
export const sending = (kind: DocumentKind, more: Partial<SendRequest> = {}): SendRequest => ({
  kind,
  body: bodies[kind],
  permit: { leftMs: () => 60_000 },
  timeoutMs: 60_000,
  ...more,
})

/** Signed in, the shift open, and for a rest its prepayment made: whatever comes next is the call itself. */
export async function startReady(kind: DocumentKind, ...given: Parameters<typeof startCheckbox>) {
  const checkbox = await startCheckbox(...given)
  const { ettn, registers, log, logged } = checkbox
  registers.change(credentials.license_key, { shift: { status: 'OPENED' } })
  await ettn.find(credentials, prepaymentId)
  if (kind === 'ettn_rest') await ettn.create(credentials, sending('prepayment'))
  log.clear()
  logged.length = 0
  return { ...checkbox, create: (more?: Partial<SendRequest>) => ettn.create(credentials, sending(kind, more)) }
}
