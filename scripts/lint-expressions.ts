// Expressions that a long text can make slow, in everything that runs outside of tests.
import { slowExpressions } from '../test/house/expressions.ts'
import { readTree } from '../test/house/source.ts'

const found = slowExpressions(readTree())
for (const place of found) console.error(place)
process.exit(found.length === 0 ? 0 : 1)
