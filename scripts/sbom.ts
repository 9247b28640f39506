import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { z } from 'zod'

/**
 * `npm run sbom [path]`: which packages the product consists of (CycloneDX, without those of development), by the
 * lockfile: those of every kind of machine, whichever this one is. Where they were downloaded from is left out: that is
 * a mirror of the machine that built it, and says nothing of the package.
 */
const root = join(import.meta.dirname, '..')
const Component = z.looseObject({
  externalReferences: z.array(z.looseObject({ type: z.string() })).optional(),
})
const Bom = z.looseObject({
  metadata: z.looseObject({ component: Component }),
  components: z.array(Component),
})

const made = execFileSync(
  'npm',
  ['sbom', '--sbom-format=cyclonedx', '--sbom-type=application', '--omit=dev', '--package-lock-only'],
  {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  },
)
const bom = Bom.parse(JSON.parse(made))
const withoutDownload = ({ externalReferences, ...component }: z.infer<typeof Component>) => ({
  ...component,
  ...(externalReferences && { externalReferences: externalReferences.filter(({ type }) => type !== 'distribution') }),
})
const told = {
  ...bom,
  // npm names it after the folder it lies in.
  metadata: { ...bom.metadata, component: { ...withoutDownload(bom.metadata.component), name: 'kasyr' } },
  components: bom.components.map(withoutDownload),
}
const path = resolve(process.argv[2] ?? join(root, 'dist', 'sbom.cdx.json'))
mkdirSync(dirname(path), { recursive: true })
writeFileSync(path, `${JSON.stringify(told, null, 2)}\n`)
console.log(`${path}: пакунків ${told.components.length}`)
