import { parseArgs } from 'node:util'
import { createRealClock, type WorldClock } from './frame/clock.ts'
import type { Simulator } from './frame/simulator.ts'

export interface SimulatorEntry {
  /** As in `--port crm=4601`. */
  name: string
  /** What a person calls it. */
  title: string
  port: number
  start: (options: { port: number; clock: WorldClock }) => Promise<Simulator>
}

/** `npm run simulate`: starts all of the table and runs until it is stopped. */
export const runSimulators = async (table: readonly SimulatorEntry[], args: readonly string[]): Promise<void> => {
  if (table.length === 0) {
    console.log('Симуляторів поки що немає: таблиця в simulators/main.ts порожня, запускати немає чого.')
    return
  }
  const ports = readPorts(table, args)
  if (typeof ports === 'string') return fail(ports)

  // One time for the whole outside world: a day skipped at the carrier is a day at the others too.
  const clock = createRealClock()
  const running: Simulator[] = []
  const stop = async () => {
    await Promise.all(running.map((simulator) => simulator.close()))
  }
  for (const entry of table) {
    const port = ports.get(entry.name) ?? entry.port
    try {
      running.push(await entry.start({ port, clock }))
    } catch (error) {
      await stop()
      return fail(`«${entry.title}» не запустився на порту ${port}: ${toReason(error)}`)
    }
  }

  console.log(`Працюють симулятори (${table.length}), зупинити — Ctrl+C:`)
  running.forEach((simulator, index) => {
    console.log(`  ${table[index]?.title}: ${simulator.url}, керування: ${simulator.control_url}/faults`)
  })
  await signalToStop()
  await stop()
  console.log('Симулятори зупинено.')
}

/** Ports by name, or a sentence on what is wrong with the arguments. */
const readPorts = (table: readonly SimulatorEntry[], args: readonly string[]): Map<string, number> | string => {
  const names = table.map(({ name }) => name)
  const usage = `Вкажіть порти так: npm run simulate -- --port ${names[0]}=4601 (є симулятори: ${names.join(', ')}; 0 — будь-який вільний порт).`
  const ports = new Map<string, number>()
  for (const given of readPortArguments(args) ?? ['']) {
    const [, name = '', port = ''] = /^([a-z]+)=(\d{1,5})$/.exec(given) ?? []
    if (!names.includes(name) || Number(port) > 65_535) return usage
    ports.set(name, Number(port))
  }
  return ports
}

const readPortArguments = (args: readonly string[]): string[] | null => {
  try {
    const { values } = parseArgs({ args: [...args], options: { port: { type: 'string', multiple: true } } })
    return values.port ?? []
  } catch {
    return null
  }
}

const toReason = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error)
  return 'code' in error && error.code === 'EADDRINUSE' ? 'порт зайнятий іншою програмою' : error.message
}

const fail = (sentence: string) => {
  console.error(sentence)
  process.exitCode = 1
}

const signalToStop = (): Promise<void> =>
  new Promise((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => resolve())
  })
