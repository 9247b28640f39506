import { faults, isCode, isOutside, parse, type SourceFile } from './source.ts'

/** Since here functions and triggers are code; from the next number on each migration has a way down (decision 0057). */
const firstWithCode = '0040'

/** Numbered from 0001 without gaps, each with a way up, and a way down once there is one. */
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
      number > firstWithCode && !ways.has('down') && `${file.path} has no way down`,
      number <= firstWithCode && ways.has('down') && `${file.path} has a way down that would leave no functions`,
    )
  })
}

const creates = /\bcreate\s+(?:or\s+replace\s+)?(?:constraint\s+)?(function|trigger|(?:materialized\s+)?view)\s+(\w+)/gi

/**
 * SQL is code: functions and triggers stand in `server/<feature>/sql/*.sql` and nowhere else, each function once, in the file that has
 * its name, under a comment that says why. A file without a function has the triggers of a feature on a function of another.
 */
export function sqlCodeFaults(files: readonly SourceFile[]): string[] {
  const inProgram = files
    .filter((file) => isCode(file) && !isOutside(file))
    .flatMap((file) =>
      Array.from(
        file.text.matchAll(creates),
        ([, what, name]) => `${file.path} creates the ${what} ${name}: that is for a file of SQL`,
      ),
    )
  const inSql = files.filter(({ path }) => /^server\/.*\/sql\/[^/]*$/.test(path))
  const functions = new Map<string, string>()
  return [
    ...inProgram,
    ...inSql.flatMap(({ path, text }) => {
      const made = Array.from(text.matchAll(creates), ([, what = '', name = '']) => ({
        what: what.toLowerCase(),
        name,
      }))
      const own = made.filter(({ what }) => what === 'function').map(({ name }) => name)
      const twice = own.filter((name) => functions.has(name))
      for (const name of own) functions.set(name, path)
      const file = /([^/]+)\.sql$/.exec(path)?.[1] ?? ''
      return faults(
        !/^[a-z][a-z0-9-]*$/.test(file) && `${path} is not named like tell-orders.sql`,
        !text.startsWith('-- ') && `${path} does not say why it is there`,
        own.length > 1 && `${path} has ${own.length} functions, one is the most`,
        own.length === 1 && own[0] !== file.replaceAll('-', '_') && `${path} is not named after ${own[0]}`,
        made.length === 0 && `${path} creates nothing`,
        made.some(({ what }) => what.endsWith('view')) && `${path} creates a view, which nothing drops again`,
        /\bor\s+replace\b/i.test(text) && `${path} replaces: what was there is dropped before`,
        twice.length > 0 && `${path} defines ${twice.join()} a second time`,
      )
    }),
  ]
}
