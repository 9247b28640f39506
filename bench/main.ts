import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** `npm run bench -- orders`: runs the named benchmarks. They print ratios inside one run: absolute figures mean nothing on a shared machine. */
const known = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))
const asked = process.argv.slice(2)
const unknown = asked.filter((name) => !known.includes(name))
if (asked.length === 0 || unknown.length > 0) {
  console.error(`Вкажіть, що виміряти: npm run bench -- ${known.join(' | ')}`)
  process.exit(2)
}
for (const name of asked) await import(join(import.meta.dirname, `${name}.bench.ts`))
