import { z } from 'zod'
import type { World } from '../world.ts'
import { actionsOf, between, more, pick, type Action } from './action.ts'

const byMachine = actionsOf('machine')

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** At the n-th passage of the next round of the first process the watcher acts once. */
async function atPassage(
  world: World,
  n: number,
  kind: 'any' | 'call',
  act: () => Promise<unknown> | void,
): Promise<boolean> {
  const [process] = world.processes
  if (process === undefined) return false
  let left = n
  let isDone = false
  process.gate.watch(async (passage) => {
    if (kind === 'call' && passage !== 'call') return
    left -= 1
    if (left !== 0) return
    isDone = true
    await act()
  })
  await world.round(15_000).catch(() => undefined)
  if (!process.gate.isDead) process.gate.watch(null)
  return isDone
}

const SomeOrders = z.looseObject({ items: z.array(z.unknown()).min(1) })

/** How far a clock is ahead; those of a few minutes are the most treacherous. */
const skewsMs = [
  ...[90_000, 5 * minuteMs, 12 * minuteMs, 40 * minuteMs, 2 * hourMs, 49 * hourMs],
  ...[-90_000, -12 * minuteMs, -3 * hourMs, -2 * dayMs],
]

export const machineActions: readonly Action[] = [
  byMachine('the service is killed', 3, async (world, [a]) => {
    const [process] = world.processes
    if (process === undefined) return null
    const n = between(1, 80, a)
    const isKilled = await atPassage(world, n, 'any', () => process.gate.kill())
    await world.replace(process)
    world.count('kills')
    return `the service is killed ${isKilled ? `at its passage ${n}` : 'between two rounds'} and started again`
  }),
  byMachine('the service is restarted', 1, async (world) => {
    const [process] = world.processes
    if (process === undefined) return null
    await process.stop()
    await world.replace(process)
    return 'the service is stopped and started again'
  }),
  byMachine('the settings name the CRM of another shop', 1, async (world) => {
    if (world.names_other_crm) return null
    // Before the first order of its own CRM has come, any CRM is the right one.
    const { body } = await world.people.ask('admin', 'GET', '/orders?limit=1')
    const isNamed = SomeOrders.safeParse(body).success
    if (!isNamed) return null
    const created_at = new Date(world.outside.clock.now()).toISOString()
    const recipient = { name: 'Чужий Покупець', phone: '+380501112233' }
    const goods = [{ sku: 'Z', name: 'Чужий товар', price: '10.00', quantity: 1, discount: '0.00' }]
    for (const id of world.crm_ids.slice(-8))
      world.outside.other_crm.orders.put([
        { id, number: 'чуже', created_at, status: 'new', ttn: null, comment: '', total: '10.00', recipient, goods },
      ])
    await world.nameCrm(true)
    return 'the service is started with the CRM of another shop'
  }),
  byMachine('the settings name the CRM of the shop again', 3, async (world) => {
    if (!world.names_other_crm) return null
    await world.nameCrm(false)
    return 'the service is started with its own CRM again'
  }),
  byMachine('the machine sleeps', 2, async (world, [a, b]) => {
    const n = between(1, 12, a)
    const ms = pick([2 * minuteMs, 20 * minuteMs, 3 * hourMs], b) ?? 0
    // Its monotonic clock stops, the world goes on.
    const isDone = await atPassage(world, n, 'call', async () => {
      world.processes[0]?.sleep(ms)
      await world.advance(ms)
    })
    if (isDone) world.count('sleeps')
    return isDone ? `the machine sleeps ${ms / 1000} s before its call ${n}` : null
  }),
  byMachine('the process is frozen', 2, async (world, [a, b]) => {
    const n = between(1, 12, a)
    const ms = pick([20_000, 3 * minuteMs, hourMs], b) ?? 0
    const isDone = await atPassage(world, n, 'call', () => world.advance(ms))
    if (isDone) world.count('freezes')
    return isDone ? `the process does not run for ${ms / 1000} s before its call ${n}` : null
  }),
  byMachine('another hand comes between', 5, async (world, [a, b, c]) => {
    const n = between(1, 12, a)
    const said: string[] = []
    const isDone = await atPassage(world, n, 'call', async () => {
      const sentence = await world.chance(b, [more(b), c, more(c)])
      if (sentence !== null) said.push(sentence)
    })
    return isDone && said.length > 0 ? `before the call ${n} of a round: ${said.join()}` : null
  }),
  byMachine('the clock is put wrong', 3, (world, [a]) => {
    const ms = pick(skewsMs, a) ?? 0
    world.setClock(ms)
    world.count('clock jumps')
    return `our clock is ${ms / 1000} s ahead`
  }),
  byMachine('the clock is put right', 3, (world) => {
    if (world.processes.every(({ skew_ms }) => skew_ms === 0) && world.database_skew_ms === 0) return null
    for (const process of world.processes) process.skew_ms = 0
    world.database_skew_ms = 0
    world.count('clock jumps')
    return 'our clocks are right again'
  }),
  byMachine('the clock of the database is put wrong', 1, (world, [a]) => {
    if (world.plan.is_one_machine) return null
    world.database_skew_ms = pick(skewsMs, a) ?? 0
    world.count('clock jumps')
    return `the clock of the database is ${world.database_skew_ms / 1000} s ahead`
  }),
  byMachine('a second process begins', 1, async (world, [a]) => {
    if (world.processes.length > 1) return null
    await world.start(pick([0, 15 * minuteMs, -15 * minuteMs, 90 * minuteMs], a) ?? 0)
    return `a second process begins, its clock ${(world.processes[1]?.skew_ms ?? 0) / 1000} s ahead`
  }),
  byMachine('the second process ends', 1, async (world) => {
    const [, second] = world.processes
    if (second === undefined) return null
    await second.stop()
    world.processes.splice(1, 1)
    return 'the second process ends'
  }),
  byMachine('a backup is made', 2, async (world) => {
    await world.backUp()
    return 'a backup is made'
  }),
  byMachine('the backup is restored', 1, async (world) => {
    if (!(await world.restore())) return null
    world.count('restores')
    return 'the backup is restored'
  }),
]
