import { describe, expect, test } from 'vitest'
import { isAccepted, type Acceptance } from './acceptances.ts'
import { addBreak, countBreaks, isNamedIn, other, type Break } from './breaks.ts'

const at = (what: Break['what'], seq: number | null, id: string | null = null): Break => ({
  what,
  seq,
  id,
  reason: what,
})
const run = (what: Break['what'], seq: number, to_seq: number): Break => ({ ...at(what, seq), to_seq })
const withoutAccepted = (found: Break[], acceptances: Acceptance[]) =>
  found.filter((one) => !isAccepted(acceptances, one))
const gather = (...breaks: Break[]): Break[] => breaks.reduce(addBreak, [])

describe('the breaks of the log', () => {
  test('of one kind that are neighbours are one run, and a run counts all its entries', () => {
    const found = gather(
      at('changed', 2, 'a'),
      at('changed', 3, 'b'),
      run('missing', 4, 9),
      at('missing', 10, 'c'),
      at('changed', 12),
      at('inserted', null, 'x'),
      at('inserted', null, 'y'),
    )
    expect(found).toEqual([
      run('changed', 2, 3),
      run('missing', 4, 10),
      at('changed', 12),
      at('inserted', null, 'x'),
      at('inserted', null, 'y'),
    ])
    expect(countBreaks(found)).toEqual({ missing: 7, inserted: 2, changed: 3, other: 0, places: found })
  })

  test('of one kind with another reason are named apart', () => {
    expect(gather(at('changed', 2), { ...at('changed', 3), reason: 'another' })).toHaveLength(2)
  })

  test('are named by their place, within a run, or by their entry, and only as the same kind', () => {
    const named = [run('missing', 5, 9), at('inserted', null, 'x')]
    for (const same of [at('missing', 5), at('missing', 9), run('missing', 6, 8), at('inserted', null, 'x')])
      expect(isNamedIn(named, same)).toBe(true)
    for (const another of [at('missing', 4), run('missing', 8, 10), at('changed', 6), at('inserted', null, 'y')])
      expect(isNamedIn(named, another)).toBe(false)
    // One of the log as a whole tells nothing new of a place that is named.
    expect([isNamedIn(named, other('checkpoint', 7)), isNamedIn(named, other('checkpoint', 10))]).toEqual([true, false])
    expect(isNamedIn(named, other('key'))).toBe(false)
  })
})

describe('what a person accepted', () => {
  const acceptance = { at: '', reason: '', first_seq: 10 }
  test('is what the entry names, and nothing else', () => {
    const places = [at('changed', 3, 'a'), run('missing', 5, 6), other('key'), at('inserted', null, 'x')]
    const found = [at('missing', 3, 'a'), run('missing', 5, 7), other('key'), at('inserted', null, 'y')]
    expect(withoutAccepted([...places, ...found], [{ ...acceptance, places }])).toEqual([other('key'), ...found])
  })

  test('of before the entries named it, is every place before the chain began anew', () => {
    const found = [at('changed', 9, 'a'), at('changed', 10, 'b'), at('inserted', null, 'x')]
    expect(withoutAccepted(found, [{ ...acceptance, places: null }])).toEqual(found.slice(1))
  })
})
