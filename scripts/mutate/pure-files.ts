import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { listMutants } from './mutants.ts'

const root = join(import.meta.dirname, '..', '..')

/** Code that decides without a database or a clock. A file without anything to decide has no mutants. */
const rules = [
  'contract/*.ts',
  'server/**/*rules.ts',
  'server/cash-registers/health/{fiscal-problems,health,left-open-shift,problem-of}.ts',
  'server/cash-registers/register/provider-silence.ts',
  'server/orders/order/search.ts',
  'server/parcels/sender-problems.ts',
  'server/receipts/lookup/match-documents.ts',
  'server/receipts/machine/{decisions,machine,problem-words,schedule}.ts',
  'server/receipts/sending/event-of-outcome.ts',
  'test/support/receipt-troubles.ts',
]
/** The first works on the routes of the web server while it starts; the others are schemas, which the routes' own tests hold. */
const notPure = new Set([
  'server/platform/http/answers/route-rules.ts',
  ...['cash-registers', 'orders', 'password-length', 'receipts', 'saved-views', 'users'].map(
    (name) => `contract/${name}.ts`,
  ),
])

export const listPureFiles = (): string[] =>
  globSync(rules, { cwd: root })
    .filter((path) => !path.endsWith('.test.ts') && !notPure.has(path))
    .filter((path) => listMutants(path, readFileSync(join(root, path), 'utf8')).length > 0)
    .toSorted()
