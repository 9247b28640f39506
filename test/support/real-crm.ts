import { onTestFinished } from 'vitest'
import { startCrmSimulator } from '#/simulators/crm/crm-simulator.ts'
import { createJsonRpcCrmClient, type JsonRpcCrmOptions } from '#/server/integrations/crm/jsonrpc-crm-client.ts'

export const secret = 'a-secret-nobody-may-read'
export const key = 'key-of-the-shop'
export const everything = { updated_from: null, offset: 0, limit: 100 }

/** The real client against the simulated CRM, and every text that could leak its secrets. */
export async function startCrm(more: Partial<JsonRpcCrmOptions> = {}, scheme = more.signer ?? 'timestamp-nonce-body') {
  const simulator = await startCrmSimulator({ key, secret, scheme })
  onTestFinished(simulator.close)
  simulator.orders.put([
    { id: 1, created_at: '2026-01-05T10:00:00Z', goods: [], total: 0 },
    { id: 2, created_at: '2026-01-05T11:00:00Z', goods: [], total: 0 },
  ])
  const logged: unknown[] = []
  const client = createJsonRpcCrmClient({
    url: simulator.rpc_url,
    key,
    secret,
    clock: { now: () => new Date() },
    random: () => 0,
    // Only a test of the deadline itself should ever meet it, also on a busy machine.
    timeoutMs: 30_000,
    log: { warn: (...line: unknown[]) => void logged.push(line) },
    ...more,
  })
  const fail = async () => {
    const outcome = await client.listOrders(everything)
    return outcome.ok ? { kind: 'none', detail: '' } : outcome.failure
  }
  /** No such text may contain the credentials that were sent. */
  const told = (text: unknown) => {
    const sent = simulator.log
      .entries()
      .flatMap(({ headers }) => ['x-signature', 'x-nonce', 'authorization'].map((name) => headers[name]))
    const secrets = [secret, key, ...sent].filter((value) => value !== undefined).map(String)
    return secrets.filter((value) => JSON.stringify([text, logged]).includes(value))
  }
  return { ...simulator, client, fail, told, logged }
}
