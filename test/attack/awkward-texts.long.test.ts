import { describe, test } from 'vitest'
import { expectFewPasses, megabyte, parsers } from './awkward-texts.ts'

describe('a megabyte of anything costs a reader no more than some dozen passes over it', () => {
  test.each(Object.keys(parsers))('%s', (name) => expectFewPasses(name, [131_072, megabyte]))
})
