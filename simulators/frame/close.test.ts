import { expect, test } from 'vitest'
import { createHandClock } from './clock.ts'
import { startExampleSimulator } from './example-simulator.ts'
import type { ArmingInput } from './faults.ts'
import { createRaw, failureOf } from './test-client.ts'

const openSockets = () => process.getActiveResourcesInfo().filter((name) => name.startsWith('TCP')).length

test('close() leaves no open sockets and lets nothing happen afterwards', async () => {
  const clock = createHandClock()
  await expect.poll(openSockets).toBe(0)
  const simulator = await startExampleSimulator({ clock, wire_clock: clock })
  const create = () => fetch(`${simulator.url}/things`, { method: 'POST', body: 'a lamp' })

  const idle = createRaw(simulator.url)
  await idle.received(1)
  await create()
  const arm = (fault: ArmingInput['fault'], after = 0) => simulator.faults.arm({ operation: '*', fault, after })
  arm({ kind: 'hang' })
  arm({ kind: 'late_effect', delay_ms: 1000, meanwhile: 'hang' })
  arm({ kind: 'slow_body', interval_ms: 1000 })
  arm({ kind: 'wrong_content_length', by: 9 })
  arm({ kind: 'latency', ms: 1000 }, 4)
  const calls = Array.from({ length: 5 }, () => failureOf(create().then((answer) => answer.text())))
  await simulator.log.waitFor((entries) => entries.filter(({ faults }) => faults.length === 1).length === 5)
  expect(openSockets()).toBeGreaterThan(6)

  const things = simulator.things.length
  await simulator.close()
  expect(await Promise.all(calls)).not.toContain('did not fail')
  await idle.ended
  await clock.advance(100_000)
  expect(simulator.things).toHaveLength(things)
  expect(simulator.log.entries().every(({ ended_at }) => ended_at !== null)).toBe(true)
  expect(await failureOf(create())).toBe('ECONNREFUSED')
  await expect.poll(openSockets).toBe(0)
})
