import { connect } from 'node:net'
import { expect, test } from 'vitest'
import { startSimulator } from './simulator.ts'
import { failureOf, startWorld } from './test-client.ts'

test('a simulator answers on the loopback, on a port of its own', async () => {
  const world = await startWorld()
  const other = await startWorld()
  expect(world.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/)
  expect(world.control_url).toBe(`${world.url}/_control`)
  expect(other.url).not.toBe(world.url)
  expect(await (await world.create('лампа')).json()).toEqual({ id: 1, made_from: 'лампа' })
  expect(await (await fetch(`${world.url}/things/1`)).text()).toBe('лампа')
  expect((await fetch(`${world.url}/things/2`)).status).toBe(404)
  expect((await fetch(`${world.url}//`)).status).toBe(404)
  expect(other.things).toEqual([])
})

test('operations at one address are told apart by the body', async () => {
  const simulator = await startSimulator({
    name: 'rpc',
    operations: ['sing', 'dance'].map((name) => ({
      name,
      method: 'POST',
      path: '/rpc',
      when: ({ body }) => body === name,
      handle: () => ({ status: 200, body: `${name}!` }),
    })),
  })
  simulator.faults.arm({ operation: 'dance', fault: { kind: 'null_body' } })
  const call = async (body: string) => (await fetch(`${simulator.url}/rpc`, { method: 'POST', body })).text()
  expect(await call('sing')).toBe('sing!')
  expect(await call('dance')).toBe('null')
  expect(await call('dance')).toBe('dance!')
  expect(await call('cook')).toContain('no operation')
  expect(simulator.log.entries().map(({ operation }) => operation)).toEqual(['sing', 'dance', 'dance', null])
  await simulator.close()
})

test('a handler that throws is a mistake of the simulator, and is told apart from a fault', async () => {
  const simulator = await startSimulator({
    name: 'broken',
    operations: [
      { name: 'break', method: 'GET', path: '/break', handle: () => Promise.reject(new Error('out of lamps')) },
      {
        name: 'bad_header',
        method: 'GET',
        path: '/bad',
        handle: () => ({ status: 200, headers: { 'x-name': 'лампа' } }),
      },
    ],
  })
  const answer = await fetch(`${simulator.url}/break`)
  expect(answer.status).toBe(500)
  expect(await answer.text()).toContain('out of lamps')
  expect(await failureOf(fetch(`${simulator.url}/bad`))).toMatch(/^(ECONNRESET|UND_ERR_SOCKET)$/)
  const [broken, badHeader] = simulator.log.entries()
  expect(broken).toMatchObject({ effects_at: [], error: expect.stringContaining('out of lamps') })
  expect(badHeader).toMatchObject({ effects_at: [expect.any(String)], error: expect.stringContaining('x-name') })
  await simulator.close()
})

test('the log is complete under 200 parallel calls', async () => {
  const world = await startWorld()
  world.arm({ kind: 'status', status: 500 }, { times: 'always', probability: 0.25, seed: 3 })
  world.arm({ kind: 'reset_before_answer', effect: true }, { times: 'always', probability: 0.25, seed: 4 })
  const names = Array.from({ length: 200 }, (_, index) => `lamp ${index}`)
  const seen = await Promise.all(
    names.map((name) =>
      world.create(name).then(
        ({ status }) => status,
        () => null,
      ),
    ),
  )
  await world.hasEnded()

  const entries = world.log.entries()
  expect(entries.map(({ seq }) => seq)).toEqual(Array.from({ length: 200 }, (_, index) => index + 1))
  expect(entries.map(({ body }) => body).toSorted()).toEqual(names.toSorted())
  const logged = new Map(entries.map(({ body, status }) => [body, status]))
  expect(names.map((name) => logged.get(name))).toEqual(seen)
  const withEffect = entries.filter(({ effects_at }) => effects_at.length === 1).map(({ body }) => body)
  expect(withEffect.toSorted()).toEqual(world.things.toSorted())
  expect(new Set(seen)).toEqual(new Set([201, 500, null]))
})

test('a request whose body never came in full is in the log, without an operation or an effect', async () => {
  const world = await startWorld()
  const { port } = new URL(world.url)
  const socket = connect(Number(port), '127.0.0.1')
  socket.write('POST /things HTTP/1.1\r\nhost: raw\r\ncontent-length: 100\r\n\r\nhalf a la')
  await world.log.waitFor((entries) => entries[0]?.stage === 'receiving')
  socket.destroy()
  await world.hasEnded()
  expect(world.log.entries()[0]).toMatchObject({
    stage: 'abandoned',
    operation: null,
    body: 'half a la',
    effects_at: [],
  })
  expect(world.log.entries()[0]?.client_gone_at).not.toBeNull()
  expect(world.things).toEqual([])
})

test('waiting for something the log never shows fails in time and says for what', async () => {
  const world = await startWorld()
  await expect(world.log.waitFor((entries) => entries.length === 3, 20)).rejects.toThrow('entries.length === 3')
})

test('200 hanging calls raise no warning and are all let go', async () => {
  const warnings: string[] = []
  const onWarning = (warning: Error) => warnings.push(warning.message)
  process.on('warning', onWarning)
  const world = await startWorld()
  world.arm({ kind: 'hang' }, { times: 'always' })
  const calls = Array.from({ length: 200 }, () => world.create())
  await world.log.waitFor((entries) => entries.filter(({ stage }) => stage === 'held').length === 200)
  expect(await world.faults.release()).toBe(200)
  expect((await Promise.all(calls)).every(({ status }) => status === 201)).toBe(true)
  expect(world.things).toHaveLength(200)
  process.off('warning', onWarning)
  expect(warnings).toEqual([])
})
