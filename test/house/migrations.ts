import { faults, parse, type SourceFile } from './source.ts'

/** Numbered from 0001 without gaps, each with a way up and a way down. */
export function migrationFaults(files: readonly SourceFile[]): string[] {
  const migrations = files.filter(({ path }) => /^server\/migrations\/(?!.*\.test\.ts$)/.test(path))
  const inOrder = migrations.toSorted((a, b) => (a.path < b.path ? -1 : 1))
  return inOrder.flatMap((file, index) => {
    const name = file.path.slice('server/migrations/'.length)
    const number = String(index + 1).padStart(4, '0')
    const exports = parse(file).module.staticExports.flatMap(({ entries }) => entries)
    const ways = new Set(exports.map(({ exportName }) => exportName.name))
    return faults(
      !/^\d{4}_[a-z0-9_]+\.ts$/.test(name) && `${file.path} is not named like 0007_parcels.ts`,
      !name.startsWith(`${number}_`) && `${file.path} stands where ${number} is expected`,
      !ways.has('up') && `${file.path} has no way up`,
      !ways.has('down') && `${file.path} has no way down`,
    )
  })
}
