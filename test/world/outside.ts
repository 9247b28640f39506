import { startCarrierSimulator } from '#/simulators/carrier/carrier-simulator.ts'
import { startCrmSimulator } from '#/simulators/crm/crm-simulator.ts'
import { startFiscalSimulator } from '#/simulators/fiscal/fiscal-simulator.ts'
import { createHandClock, type WorldClock } from '#/simulators/frame/clock.ts'

/** A register as its owner knows it: what the provider and the carrier take today, whatever the service has stored. */
export interface TrueRegister {
  name: string
  license_key: string
  pin: string
  carrier_key: string
  fiscal_number: string
  /** Of all senders of the cabinet of the carrier. */
  phones: string[]
}

/** A till of the same organisation that is not in the program. */
export interface ForeignTill {
  name: string
  license_key: string
}

/** The true world: the three systems under one clock. */
export interface Outside {
  clock: WorldClock
  crm: Awaited<ReturnType<typeof startCrmSimulator>>
  /** The CRM of another shop, which numbers its orders alike. */
  other_crm: Awaited<ReturnType<typeof startCrmSimulator>>
  carrier: Awaited<ReturnType<typeof startCarrierSimulator>>
  fiscal: Awaited<ReturnType<typeof startFiscalSimulator>>
  close(): Promise<void>
}

export const aTrueRegister = (index: number): TrueRegister => ({
  name: `Каса ${index + 1}`,
  license_key: `license-of-a-world-register-${index}`,
  pin: `77553311${index}`,
  carrier_key: `${index + 1}`.padStart(32, 'decade'),
  fiscal_number: `400012345${index}`,
  phones: [`38067000000${index}`],
})

export const theForeignTill: ForeignTill = {
  name: 'the till of the shop next door',
  license_key: 'license-of-a-foreign-till',
}

/** Long enough that only a fault of the clock on purpose is refused for it. */
const crmSkewSeconds = 10 * 365 * 86_400

export async function startOutside(startMs: number, registers: readonly TrueRegister[]): Promise<Outside> {
  const clock = createHandClock(startMs)
  const crm = await startCrmSimulator({ clock, skew_seconds: crmSkewSeconds })
  const other_crm = await startCrmSimulator({ clock, skew_seconds: crmSkewSeconds })
  const keys = registers.map(({ carrier_key, phones, name }) => ({ key: carrier_key, phones: [...phones], name }))
  const carrier = await startCarrierSimulator({ clock, keys })
  const fiscal = await startFiscalSimulator({
    clock,
    carrier_control_url: carrier.control_url,
    registers: [
      ...registers.map(({ license_key, pin, carrier_key, fiscal_number, name }, index) => ({
        license_key,
        fiscal_number,
        carrier_key,
        title: name,
        cashier: { pin, login: `cashier-${index}`, full_name: `Касир ${index + 1}` },
      })),
      { ...{ license_key: theForeignTill.license_key, fiscal_number: '4000777777' }, title: theForeignTill.name },
    ],
  })
  return {
    clock,
    crm,
    other_crm,
    carrier,
    fiscal,
    close: async () => {
      await Promise.all([crm.close(), other_crm.close(), carrier.close(), fiscal.close()])
    },
  }
}
