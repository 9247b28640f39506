import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { historyOf } from '../test/world/history.ts'
import { plantedFaults } from '../test/world/faults/planted-faults.ts'
import type { PlantedFault } from '../test/world/faults/planted-fault.ts'

/**
 * `npm run world-faults -- --minutes 60`: plants each fault in a copy of the project and plays shops there until a law is broken; a
 * shop counts only if it is lawful without the fault. Of the shops of the seed only those are played that have the actions which the
 * fault needs, those that have them most often first. `npm run world-faults -- clock`: only the faults that are so named.
 */
const { values, positionals } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
    /** Only these shops of the seed, with commas between. */
    only: { type: 'string' },
  },
  allowPositionals: true,
})
const root = join(import.meta.dirname, '..')
const weeksOfShop = 4
/** As many as an hour has time for. */
const mostShops = 275

function plant({ changes }: PlantedFault): string {
  const copy = mkdtempSync(join(tmpdir(), 'kasyr-fault-'))
  const { stdout } = spawnSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: root,
    encoding: 'utf8',
  })
  for (const path of stdout.split('\0').filter((one) => one !== '')) {
    mkdirSync(dirname(join(copy, path)), { recursive: true })
    cpSync(join(root, path), join(copy, path))
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  for (const { file, from, to } of changes) {
    const text = readFileSync(join(copy, file), 'utf8')
    if (text.split(from).length !== 2) throw new Error(`${file} does not have once: ${from}`)
    writeFileSync(
      join(copy, file),
      text.replace(from, () => to),
    )
  }
  return copy
}

interface Played {
  /** Shops whose end was seen. */
  shops: string[]
  /** The first of them that broke a law. */
  found: { shop: string; law: string } | null
}

/** Shops of the seed that have what the fault needs, the likeliest first. */
function shopsFor({ needs = [] }: PlantedFault, seed: string): string[] {
  const shops = Array.from({ length: mostShops }, (_, shop) => {
    const taken = historyOf(`${seed}.${shop}`, weeksOfShop).map(({ action }) => action)
    const often = needs.map((name) => taken.filter((one) => one === name).length)
    return { shop: String(shop), least: Math.min(...often, Infinity) }
  })
  return shops
    .filter(({ least }) => least > 0)
    .toSorted((one, other) => (needs.length === 0 ? 0 : other.least - one.least))
    .map(({ shop }) => shop)
}

/** Plays the shops until one breaks a law or the time is over. */
async function playIn(folder: string, seed: string, minutes: number, shops: string[]): Promise<Played> {
  const given = ['--seed', seed, '--shop', String(weeksOfShop), '--no-shrink', '--minutes', String(minutes)]
  const child = spawn('node', ['scripts/world.ts', ...given, '--only', shops.join(',')], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  await new Promise((resolve) => child.on('close', resolve))
  const [, shop, law] = /^shop \S+?\.(\d+): BROKEN.*\n {2}(.*)$/m.exec(said) ?? []
  const ended = [...said.matchAll(/^shop \S+?\.(\d+):/gm)].map(([, one = '']) => one)
  return { shops: ended, found: shop === undefined || law === undefined ? null : { shop, law } }
}

async function hunt(fault: PlantedFault): Promise<boolean> {
  const began = performance.now()
  const secondsSince = (): number => Math.round((performance.now() - began) / 1000)
  const copy = plant(fault)
  try {
    let shops = values.only?.split(',') ?? shopsFor(fault, values.seed)
    while (shops.length > 0) {
      const left = Number(values.minutes) * 60 - secondsSince()
      if (left <= 0) break
      const { found, shops: ended } = await playIn(copy, values.seed, left / 60, shops)
      if (found === null) break
      // A shop that is unlawful without the fault tells nothing: those after it are played.
      shops = shops.filter((shop) => !ended.includes(shop))
      if ((await playIn(root, values.seed, Infinity, [found.shop])).found !== null) continue
      console.log(
        `found in ${secondsSince()} s, shop ${values.seed}.${found.shop}: ${fault.name}\n    ${found.law.slice(0, 300)}`,
      )
      return true
    }
    console.log(`NOT FOUND in ${secondsSince()} s: ${fault.name}`)
    return false
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

const wanted = plantedFaults.filter(({ name }) => positionals.every((word) => name.includes(word)))
let found = 0
for (const fault of wanted) if (await hunt(fault)) found += 1
console.log(`${found} of ${wanted.length} planted faults were found`)
process.exitCode = found === wanted.length ? 0 : 1
