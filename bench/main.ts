import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { benches } from './support/options.ts'

/** `npm run bench -- orders`: runs the named benchmarks. They print ratios inside one run: absolute figures mean nothing on a shared machine. */
const known = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))
const unknown = benches.filter((name) => !known.includes(name))
if (benches.length === 0 || unknown.length > 0) {
  console.error(`Вкажіть, що виміряти: npm run bench -- ${known.join(' | ')}`)
  process.exit(2)
}
for (const name of benches) await import(join(import.meta.dirname, `${name}.bench.ts`))
