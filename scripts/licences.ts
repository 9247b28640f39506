import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

/** Licences that allow using, changing and passing on the product without giving away more than a notice. */
const allowed = new Set([
  'MIT',
  'ISC',
  '0BSD',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'CC0-1.0',
  'Unlicense',
])

/** Packages with another licence, each with the reason why it may stay. */
const exceptions: ReadonlyMap<string, string> = new Map([
  ['lightningcss', 'MPL-2.0: used unchanged, and only while the dashboard is built'],
])

/** `MIT`, `(MIT OR CC0-1.0)`, `MIT AND ISC`: one of a choice is enough, of a sum all are needed. */
export function isAllowedLicence(expression: string): boolean {
  const choices = expression.replaceAll(/[()]/g, ' ').split(/\sOR\s/)
  return choices.some((choice) => choice.split(/\sAND\s/).every((name) => allowed.has(name.trim())))
}

export interface InstalledPackage {
  name: string
  version: string
  licence: string
}

export const refusedPackages = (packages: readonly InstalledPackage[]): InstalledPackage[] =>
  packages.filter(({ name, licence }) => !isAllowedLicence(licence) && !exceptions.has(nameOfFamily(name)))

/** `lightningcss-linux-x64-gnu` is `lightningcss` for one kind of machine. */
const nameOfFamily = (name: string): string => name.replace(/-(linux|darwin|win32|freebsd|android)-.*$/, '')

const Lock = z.object({
  packages: z.record(z.string(), z.object({ dev: z.boolean().optional(), devOptional: z.boolean().optional() })),
})
const Manifest = z.object({
  name: z.string(),
  version: z.string(),
  license: z.union([z.string(), z.object({ type: z.string() }).transform(({ type }) => type)]).catch('none'),
})

/** Everything that is installed and belongs to the product; what is optional and for another machine is not there. */
export function listInstalled(root: string): InstalledPackage[] {
  const { packages } = Lock.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')))
  return Object.entries(packages).flatMap(([path, { dev, devOptional }]) => {
    const manifest = join(root, path, 'package.json')
    if (path === '' || dev || devOptional || !existsSync(manifest)) return []
    const { name, version, license } = Manifest.parse(JSON.parse(readFileSync(manifest, 'utf8')))
    return [{ name, version, licence: license }]
  })
}

if (import.meta.main) {
  const packages = listInstalled(join(import.meta.dirname, '..'))
  const refused = refusedPackages(packages)
  for (const { name, version, licence } of refused)
    console.log(
      `${name} ${version}: ліцензії ${licence} немає серед дозволених (scripts/licences.ts); приберіть пакунок або введіть виняток із причиною.`,
    )
  console.log(`Ліцензії перевірено: пакунків ${packages.length}, невідповідних ${refused.length}.`)
  process.exitCode = refused.length === 0 ? 0 : 1
}
