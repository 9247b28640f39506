import { onTestFinished } from 'vitest'
import { startCarrierSimulator } from '#/simulators/carrier/carrier-simulator.ts'
import { createNovaPoshtaClient, type NovaPoshtaOptions } from '#/server/integrations/carrier/novaposhta-client.ts'

export const carrierKey = 'a1b2c3d4'.repeat(4)
export const otherCarrierKey = 'ffee0011'.repeat(4)
export const senderPhone = '380500000001'

const keys = [
  { key: carrierKey, name: 'Відправник Тестовий', phones: [senderPhone] },
  {
    key: otherCarrierKey,
    name: 'Лук’яненко Ганна',
    phones: ['380500000021'],
    counterparty_name: 'ФОП Лук’яненко Ганна',
  },
]

/** The real client against the simulated carrier, and every text that could leak its secrets. */
export async function startCarrier(more: Partial<NovaPoshtaOptions> = {}) {
  const simulator = await startCarrierSimulator({ keys })
  onTestFinished(simulator.close)
  const logged: unknown[] = []
  const client = createNovaPoshtaClient({
    url: simulator.api_url,
    clock: { now: () => new Date() },
    random: () => 0,
    // Only a test of the deadline itself should ever meet it, also on a busy machine.
    timeoutMs: 30_000,
    log: { warn: (...line: unknown[]) => void logged.push(line) },
    ...more,
  })
  const ask = (...ttns: string[]) => client.askStatuses(carrierKey, ttns)
  /** No such text may contain keys and phones. */
  const told = (text: unknown) => {
    const secrets = [carrierKey, otherCarrierKey, ...keys.flatMap(({ phones }) => phones)]
    return secrets.filter((secret) => JSON.stringify([text, logged]).toLowerCase().includes(secret))
  }
  return { ...simulator, client, ask, told, logged }
}
