import { z } from 'zod'
import type { SourceFile } from './source.ts'

const Versions = z.record(z.string(), z.string()).default({})
const Manifest = z.object({
  dependencies: Versions,
  devDependencies: Versions,
  optionalDependencies: Versions,
  overrides: Versions,
})
const Lock = z.object({ packages: z.record(z.string(), z.object({ resolved: z.string().optional() })) })

/** What is installed tomorrow is what was tested today. */
export function loosePins(files: readonly SourceFile[]): string[] {
  const manifest = Manifest.parse(JSON.parse(textOf(files, 'package.json')))
  return Object.values(manifest)
    .flatMap((versions) => Object.entries(versions))
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[0-9A-Za-z.-]+)?$/.test(version))
    .map(([name, version]) => `${name} is pinned to ${version}, not to one version`)
}

/** The lockfile names no registry, so that it works behind any mirror and contains no private address. */
export function lockedAddresses(files: readonly SourceFile[]): string[] {
  const { packages } = Lock.parse(JSON.parse(textOf(files, 'package-lock.json')))
  return Object.entries(packages).flatMap(([path, { resolved }]) =>
    resolved === undefined ? [] : [`${path} is locked to ${resolved}`],
  )
}

function textOf(files: readonly SourceFile[], path: string): string {
  const file = files.find((candidate) => candidate.path === path)
  if (!file) throw new Error(`${path} is not there`)
  return file.text
}
