import { theSystem } from '#/server/audit/record-audit.ts'
import { checkRegister } from '#/server/cash-registers/checking/check-register.ts'
import { sealSecret, secretFields } from '#/server/cash-registers/secrets/secrets.ts'
import type { App } from '#/server/app.ts'
import { createNovaPoshtaClient } from '#/server/integrations/carrier/novaposhta-client.ts'
import { createCheckbox } from '#/server/integrations/fiscal/checkbox/client.ts'
import type { Clock } from '#/server/platform/clock.ts'
import { newId } from '#/server/platform/random.ts'
import { startCarrierSimulator } from '#/simulators/carrier/carrier-simulator.ts'
import { startFiscalSimulator } from '#/simulators/fiscal/fiscal-simulator.ts'
import type { WorldClock } from '#/simulators/frame/clock.ts'
import { noteSecret } from './evidence.ts'

/** A register with everything that the carrier and the fiscal provider know of it. */
export interface KnownRegister {
  id: string
  name: string
  license_key: string
  pin: string
  carrier_key: string
  fiscal_number: string
}

export const aKnownRegister = (name: string, index: number): KnownRegister => ({
  id: newId(),
  name,
  license_key: `license-of-a-receipt-register-${index}`,
  pin: `77553311${index}`,
  carrier_key: `${index + 1}`.padStart(32, 'decade'),
  fiscal_number: `400012345${index}`,
})

export type Providers = Awaited<ReturnType<typeof startProviders>>

/** A carrier and a fiscal provider that know these registers, as real HTTP servers. */
export async function startProviders(registers: readonly KnownRegister[], clock: WorldClock) {
  for (const { license_key, pin, carrier_key } of registers) [license_key, pin, carrier_key].forEach(noteSecret)
  const keys = registers.map(({ carrier_key }, index) => ({ key: carrier_key, phones: [`38067000000${index}`] }))
  const carrier = await startCarrierSimulator({ clock, keys })
  const fiscal = await startFiscalSimulator({
    clock,
    carrier_control_url: carrier.control_url,
    registers: registers.map(({ license_key, pin, carrier_key, fiscal_number }) => ({
      license_key,
      fiscal_number,
      carrier_key,
      cashier: { pin },
    })),
  })
  return { carrier, fiscal }
}

/** Only a test of the deadline itself should ever meet one, also on a busy machine. */
const deadlines = { timeoutMs: 30_000, findTimeoutMs: 30_000, listTimeoutMs: 30_000 }

/** The clients of a process of the service: another process has its own tokens, breakers and connections. */
export function clientsOf({ carrier, fiscal }: Providers, clock: Clock) {
  const common = { clock, random: () => 0 }
  return {
    carrier: createNovaPoshtaClient({ url: carrier.api_url, ...common, timeoutMs: deadlines.timeoutMs }),
    ...createCheckbox({ url: fiscal.api_url, ...common, shiftPollMs: 20, ...deadlines }),
  }
}

/** As if an admin had added them; the first is the default one. `checked`: and as if each had been checked. */
export async function keepRegisters(
  app: App,
  registers: readonly KnownRegister[],
  { checked = true }: { checked?: boolean } = {},
): Promise<void> {
  for (const [index, register] of registers.entries()) {
    const { id, name } = register
    const sealed = Object.fromEntries(secretFields.map((field) => [field, sealSecret(app, id, field, register[field])]))
    const kept = { id, name, is_default: index === 0, active: true, payment_label: '', tax_codes: '[]', is_test: false }
    await app.db
      .insertInto('cash_registers')
      .values({ ...kept, ...sealed })
      .execute()
    if (checked) await checkRegister(app, theSystem, id)
  }
}
