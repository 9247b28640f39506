import { describe, test } from 'vitest'
import { expectFewPasses, parsers } from './awkward-texts.ts'

describe('an eighth of a megabyte of anything costs a reader no more than some dozen passes over a megabyte', () => {
  test.each(Object.keys(parsers))('%s', (name) => expectFewPasses(name, [32_768, 131_072]))
})
