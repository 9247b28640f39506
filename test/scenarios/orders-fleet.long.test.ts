import { beforeEach, describe, expect, test } from 'vitest'
import type { OrderList } from '#/contract/orders.ts'
import type { ApiClient } from '../support/api-client.ts'
import { startFleet } from '../support/fleet.ts'

const viewsEach = 25
const view = (client: ApiClient) => client.get<OrderList>('/orders')
const inParallel = <Result>(clients: readonly ApiClient[], ask: (client: ApiClient) => Promise<Result>) =>
  clients.flatMap((client) => Array.from({ length: viewsEach }, () => ask(client)))

/** Opens the connections that the views will use, of the client and of the pool, so that all views arrive at once. */
const warmUp = (clients: readonly ApiClient[]) => Promise.all(inParallel(clients, (client) => client.get('/auth/me')))

const anOrder = { id: 17, number: 'UA-17', created_at: '2026-01-05T10:20:30Z', goods: [], total: '250.00' }

const { simulator, clients, sync, passTime, forget } = await startFleet()
beforeEach(forget)

describe('two processes of the operating system on one database', () => {
  test('50 parallel views on two processes make one CRM call, and all see its order', async () => {
    simulator.orders.put([anOrder])
    await warmUp(clients)
    simulator.faults.arm({ operation: 'get_orders', fault: { kind: 'hang', effect: 'after' } })

    const views = inParallel(clients, view)
    await simulator.log.waitFor((calls) => calls.some(({ stage }) => stage === 'held'))
    // A process answers this only after it has read the views, which came before it: now all 50 wait for one CRM call.
    for (const client of clients) expect((await client.get('/orders/summary')).status).toBe(200)
    await simulator.faults.release()

    const answers = await Promise.all(views)
    expect(simulator.log.entries()).toMatchObject([{ operation: 'get_orders', status: 200 }])
    // A view waits for a moment only; one that was late to be served is told that the run goes on, and never a failure.
    const waited = answers.filter(({ body }) => body.sync.state !== 'running')
    expect(waited.map(({ body }) => [body.items.map(({ number }) => number), body.sync.state])).toEqual(
      waited.map(() => [['UA-17'], 'ok']),
    )
    for (const client of clients)
      await expect.poll(async () => (await view(client)).body.items.map(({ number }) => number)).toEqual(['UA-17'])
  })
  test('with a CRM that hangs the list answers meanwhile, and says that the run goes on', async () => {
    simulator.orders.put([anOrder])
    await sync()
    simulator.log.clear()
    await passTime()
    await warmUp(clients)
    simulator.faults.arm({ operation: 'get_orders', fault: { kind: 'hang', for_ms: 30_000 }, times: 'always' })

    // A process that has just heard of a run takes it for fresh for two seconds. After that one asks the CRM, the other waits
    // for its end; neither waits for the CRM itself, which is still held.
    const isRunning = async (client: ApiClient) => {
      await expect.poll(async () => (await view(client)).body.sync.state).toBe('running')
      const { status, body } = await view(client)
      expect([status, body.items.map(({ number }) => number)]).toEqual([200, ['UA-17']])
      expect(body.sync).toMatchObject({ state: 'running', finished_at: expect.any(String), problem: null })
    }
    await Promise.all(clients.map(isRunning))
    expect(simulator.log.entries()).toMatchObject([{ stage: 'held' }])

    simulator.faults.disarm()
    await simulator.faults.release()
    for (const client of clients) await expect.poll(async () => (await view(client)).body.sync.state).toBe('ok')
  })
})
