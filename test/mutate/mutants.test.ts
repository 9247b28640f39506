import { describe, expect, test } from 'vitest'
import { instrument } from '#/scripts/mutate/instrument.ts'
import { listMutants } from '#/scripts/mutate/mutants.ts'
import { scoreOf, tellSurvivors } from '#/scripts/mutate/report.ts'

const changesOf = (code: string, path = 'rule.ts'): string[] =>
  listMutants(path, code).map(({ start, end, text }) => code.slice(0, start) + (text ?? '') + code.slice(end))

describe('a rule is changed in every way that a test must notice', () => {
  test.each([
    ['a boundary', 'x = () => a < b', ['x = () => a <= b', 'x = () => a >= b']],
    ['an equality', 'x = () => a === b', ['x = () => a !== b']],
    ['an and', 'x = () => a && b', ['x = () => (a) || (b)', 'x = () => a', 'x = () => b']],
    ['a default', 'x = () => a ?? b', ['x = () => (a) && (b)', 'x = () => a']],
    ['a negation', 'x = () => !a', ['x = () => a']],
    ['a truth', 'x = () => true', ['x = () => false']],
    ['a number', 'x = () => 5', ['x = () => 6', 'x = () => 4']],
    ['a state', "x = () => 'queued'", ["x = () => 'mutated'"]],
    ['arithmetic', 'x = () => a + b', ['x = () => a - b']],
    ['a choice', 'x = () => a ? b : c', ['x = () => true ? b : c', 'x = () => false ? b : c']],
    ['a list', 'x = () => [a]', ['x = () => []']],
    ['a method', 'x = () => a.some(b)', ['x = () => a.every(b)']],
    ['what may be missing', 'x = () => a?.b', ['x = () => a.b']],
    ['a whole text', 'x = () => /^a$/.test(b)', ['x = () => /a$/.test(b)', 'x = () => /^a/.test(b)']],
  ])('%s', (_what, code, expected) => {
    // The statement itself is left out by the first.
    expect(changesOf(code)).toEqual(['', ...expected])
  })

  test('but words for people, names of fields and types stay', () => {
    expect(listMutants('rule.ts', "const words: { a: 'x' } = { a: 'Чек створено' }")).toEqual([])
  })

  test('and of a file of schemas only the functions are rules', () => {
    const code = "import { z } from 'zod'\nconst Most = z.int().max(5)\nconst isFew = (n) => n < most"
    expect(listMutants('schema.ts', code).map(({ line }) => line)).toEqual([3, 3])
  })
})

test('a mutant is left out only by a comment at its line that names it and says why', () => {
  const code = [
    '// mutant(<=): equal ones give the same',
    'const a = x < y',
    'const b = x < y // mutant(<=):',
    'const c = x < y',
  ].join('\n')
  expect(listMutants('rule.ts', code).filter(({ excuse }) => excuse !== null)).toEqual([
    expect.objectContaining({ line: 2, label: '<=', excuse: 'equal ones give the same' }),
  ])
})

test('a file with all its mutants in it does what it did before, until one of them is asked for', () => {
  const code =
    'let steps = 0\nwhile (steps < 3 && limit !== null) {\n  steps += 1\n}\nreturn steps > 2 ? [limit?.name, -steps] : []'
  const body = code.replace('return', 'result =')
  const mutants = listMutants('rule.ts', body)
  const run = (id: number): unknown => {
    const source = instrument('rule.ts', body, mutants).replace(
      'globalThis.mutation.is("rule.ts", id)',
      'id === active',
    )
    // oxlint-disable-next-line typescript/no-implied-eval, no-new-func -- the very code that is tried
    return Function('limit', 'active', `let result; ${source}; return JSON.stringify(result)`)({ name: 'a' }, id)
  }
  expect(run(-1)).toBe('["a",-3]')
  const smaller = mutants.find(({ label, line }) => label === '<=' && line === 2)
  expect(run(smaller?.id ?? -1)).toBe('["a",-4]')
})

test('a chain that ends early ends as early with the mutants in it', () => {
  const code = 'const firstOf = (list) => list?.slice(1).map(String)'
  const source = instrument('rule.ts', code, listMutants('rule.ts', code)).replace(
    'globalThis.mutation.is("rule.ts", id)',
    'false',
  )
  // oxlint-disable-next-line typescript/no-implied-eval, no-new-func -- the very code that is tried
  expect(Function(`${source}; return [firstOf(undefined), firstOf([1, 2])]`)()).toEqual([undefined, ['2']])
})

test('a survivor is told with its place, its change and its code; the score is never rounded up', () => {
  const [mutant] = listMutants('rule.ts', 'const isLate = (days) => days > 3')
  if (mutant === undefined) throw new Error('There is a mutant')
  expect(
    tellSurvivors({ rule: 'rule.ts', survivors: [{ mutant, is_reached: false }] }, 'const isLate = (days) => days > 3'),
  ).toEqual(['rule.ts:1 >=: days > 3 (no test comes here)'])
  expect(
    scoreOf([{ killed: 8999, survivors: Array.from({ length: 1001 }, () => ({ mutant, is_reached: true })) }]),
  ).toBe(89.9)
})
