import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { z } from 'zod'
import { median } from './bench-service.ts'

const run = promisify(execFile)
const Report = z.object({ requests: z.number(), bytes: z.number() })

export interface Target {
  name: string
  url: string
  token?: string
}

export interface Figures {
  per_second: number
  /** Of the serving process; steadier than requests per second on a shared machine. */
  cpu_ms: number
}

const rounds = 5
const secondsPerRound = 1

/** The targets take turns, so that whatever else the machine does hits all of them alike. Medians. */
export async function compare(targets: readonly Target[], connections: number): Promise<Map<string, Figures>> {
  const seen = new Map<string, Figures[]>(targets.map(({ name }) => [name, []]))
  for (const { url, token } of targets) await hammer(url, token ?? '', connections, 0.5)
  for (let round = 0; round < rounds; round += 1) {
    for (const { name, url, token } of targets)
      seen.get(name)?.push(await hammer(url, token ?? '', connections, secondsPerRound))
  }
  return new Map(
    [...seen].map(([name, figures]) => [
      name,
      { per_second: median(figures.map((one) => one.per_second)), cpu_ms: median(figures.map((one) => one.cpu_ms)) },
    ]),
  )
}

async function hammer(url: string, token: string, connections: number, seconds: number): Promise<Figures> {
  const before = process.cpuUsage()
  const args = [join(import.meta.dirname, 'hammer.ts'), url, token, String(connections), String(seconds)]
  const { stdout } = await run(process.execPath, args)
  const { user, system } = process.cpuUsage(before)
  const { requests } = Report.parse(JSON.parse(stdout))
  return { per_second: requests / seconds, cpu_ms: (user + system) / 1000 / requests }
}

export function printComparison(title: string, floor: Figures | undefined, ours: Figures | undefined): number {
  const ratio = (ours?.per_second ?? 0) / (floor?.per_second ?? 1)
  const figure = (value: number | undefined, digits = 0) => (value ?? 0).toFixed(digits).padStart(8)
  console.log(
    `${title.padEnd(44)} floor ${figure(floor?.per_second)}/s ${figure(floor?.cpu_ms, 2)} ms · ours ${figure(ours?.per_second)}/s ${figure(ours?.cpu_ms, 2)} ms · ratio ${ratio.toFixed(2)}`,
  )
  return ratio
}
