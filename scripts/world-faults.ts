import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { plantedFaults } from '../test/world/faults/planted-faults.ts'
import type { PlantedFault } from '../test/world/faults/planted-fault.ts'

/**
 * `npm run world-faults -- --minutes 60`: plants each fault in a copy of the project and plays shops there until a law is broken; a
 * shop counts only if it is lawful without the fault. `npm run world-faults -- clock`: only the faults that are so named.
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
const mostShops = 10_000

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

interface Found {
  shop: string
  law: string
}

/** The first shop that breaks a law within the time; `only`: whether this one does. */
async function playIn(folder: string, seed: string, minutes: number, only?: string): Promise<Found | null> {
  const weeks = String(weeksOfShop * mostShops)
  const given = [
    '--seed',
    seed,
    '--weeks',
    weeks,
    '--shop',
    String(weeksOfShop),
    '--no-shrink',
    '--minutes',
    String(minutes),
  ]
  const child = spawn('node', ['scripts/world.ts', ...given, ...(only === undefined ? [] : ['--only', only])], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let said = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said += text))
  await new Promise((resolve) => child.on('close', resolve))
  const [, shop, law] = /^shop \S+?\.(\d+): BROKEN.*\n {2}(.*)$/m.exec(said) ?? []
  return shop === undefined || law === undefined ? null : { shop, law }
}

async function hunt(fault: PlantedFault): Promise<boolean> {
  const began = performance.now()
  const secondsSince = (): number => Math.round((performance.now() - began) / 1000)
  const copy = plant(fault)
  try {
    for (let part = 0; ; part += 1) {
      const left = Number(values.minutes) * 60 - secondsSince()
      // A shop that is unlawful without the fault tells nothing: the next seed is played.
      const seed = part === 0 ? values.seed : `${values.seed}-${part}`
      const found = left <= 0 ? null : await playIn(copy, seed, left / 60, values.only)
      if (found === null) {
        console.log(`NOT FOUND in ${secondsSince()} s: ${fault.name}`)
        return false
      }
      if ((await playIn(root, seed, 1, found.shop)) !== null) continue
      console.log(
        `found in ${secondsSince()} s, shop ${seed}.${found.shop}: ${fault.name}\n    ${found.law.slice(0, 300)}`,
      )
      return true
    }
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}

const wanted = plantedFaults.filter(({ name }) => positionals.every((word) => name.includes(word)))
let found = 0
for (const fault of wanted) if (await hunt(fault)) found += 1
console.log(`${found} of ${wanted.length} planted faults were found`)
process.exitCode = found === wanted.length ? 0 : 1
