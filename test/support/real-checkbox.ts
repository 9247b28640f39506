import { onTestFinished } from 'vitest'
import { createCheckbox, type CheckboxOptions } from '#/server/integrations/fiscal/checkbox-client.ts'
import type { RegisterCredentials } from '#/server/integrations/fiscal/fiscal-client.ts'
import { startFiscalSimulator } from '#/simulators/fiscal/fiscal-simulator.ts'

export const credentials = { license_key: 'license-nobody-may-read', pin: '9081726354' }
export const testCredentials = { license_key: 'test-license-nobody-may-read', pin: '8172635490' }

/** The real client against the simulated Checkbox, and what of its secrets anybody could have read. */
export async function startCheckbox(more: Partial<CheckboxOptions> = {}) {
  const simulator = await startFiscalSimulator({
    registers: [
      { license_key: credentials.license_key, cashier: { pin: credentials.pin } },
      { license_key: testCredentials.license_key, is_test: true, cashier: { pin: testCredentials.pin } },
    ],
  })
  onTestFinished(simulator.close)
  const logged: unknown[] = []
  const { fiscal: client, ettn } = createCheckbox({
    url: simulator.api_url,
    clock: { now: () => new Date() },
    random: () => 0,
    // Only a test of the deadline itself should ever meet it, also on a busy machine.
    timeoutMs: 30_000,
    log: { warn: (...line: unknown[]) => void logged.push(line) },
    ...more,
  })
  const check = (given: RegisterCredentials = credentials, signal?: AbortSignal) => client.checkRegister(given, signal)
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
    /** Everything anybody may read must be free of what was sent to prove who we are. */
    told: (text: unknown): string[] => {
      const bearers = simulator.log.entries().flatMap(({ headers }) => (headers['authorization'] ?? '').split(' '))
      const secrets = [credentials, testCredentials].flatMap(({ license_key, pin }) => [license_key, pin])
      const said = JSON.stringify([text, logged]).toLowerCase()
      return [...secrets, ...bearers].filter(
        (secret) => !/^(bearer)?$/i.test(secret) && said.includes(secret.toLowerCase()),
      )
    },
  }
}
