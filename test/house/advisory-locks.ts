import { isCode, placeOf, type SourceFile } from './source.ts'

const table = 'server/platform/database/locks.ts'
/** Locks on a text (`hashtextextended`) have no number of their own. */
const lockedByNumber = /\bpg_(?:try_)?advisory_\w+\((?!\s*(?:\$\{locks[.[]|hashtextextended\())/g
const number = /\b\d[\d_]*\b/g

/** Each advisory lock has its number in one table, and no two have the same: equal numbers would exclude unrelated work. */
export function advisoryLocks(files: readonly SourceFile[]): string[] {
  const listed = files.find(({ path }) => path === table)
  const numbers = listed ? [...listed.text.matchAll(/: ([\d_]+),/g)].map(([, digits = '']) => valueOf(digits)) : []
  const doubled = numbers.filter((value, at) => numbers.indexOf(value) !== at)
  const elsewhere = files.filter((file) => isCode(file) && file.path !== table && !file.path.startsWith('test/house/'))
  return [
    ...doubled.map((value) => `${table} gives ${value} to two locks`),
    ...elsewhere
      .filter(({ path }) => !path.endsWith('.test.ts'))
      .flatMap((file) =>
        placesOf(file, lockedByNumber).map(({ place }) => `${place} locks past the table of ${table}`),
      ),
    ...elsewhere.flatMap((file) =>
      placesOf(file, number)
        .filter(({ text }) => numbers.includes(valueOf(text)))
        .map(({ place, text }) => `${place} repeats the lock number ${text}`),
    ),
  ]
}

const placesOf = (file: SourceFile, pattern: RegExp): { place: string; text: string }[] =>
  Array.from(file.text.matchAll(pattern), ({ index, 0: text }) => ({ place: placeOf(file, index), text }))

const valueOf = (digits: string): number => Number(digits.replaceAll('_', ''))
