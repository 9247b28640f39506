import { expect, test } from 'vitest'
import { gatherBreaks, mostPlaces, type Break } from './breaks.ts'

const at = (what: Break['what'], seq: number | null, id: string | null = null): Break => ({
  what,
  seq,
  id,
  reason: `${what} ${seq} ${id}`,
})

test('every place is named in its order, those without a place last, and a run counts all its entries', () => {
  const found = gatherBreaks()
  const run: Break = { what: 'missing', seq: 5, to_seq: 9, id: null, reason: 'gone' }
  for (const one of [at('inserted', null, 'x'), at('changed', 12), run, at('changed', 2)]) found.add(one)
  expect(found.result()).toEqual({
    missing: 5,
    inserted: 1,
    changed: 2,
    other: 0,
    places: [at('changed', 2), run, at('changed', 12), at('inserted', null, 'x')],
  })
})

test('one that is named is not named again: by its place, within a run, by its entry, by its words', () => {
  const found = gatherBreaks()
  found.add({ what: 'missing', seq: 5, to_seq: 9, id: null, reason: 'gone' })
  found.add(at('inserted', null, 'x'))
  const asked = (seq: number | null, id: string | null, reason = 'of its own') => found.has({ seq, id, reason })
  expect([asked(5, null), asked(9, null), asked(null, 'x'), asked(null, null, 'gone')]).toEqual([
    true,
    true,
    true,
    true,
  ])
  expect([asked(4, null), asked(10, null), asked(null, 'y'), asked(null, null)]).toEqual([false, false, false, false])
})

test('a removed entry keeps its name however many changed ones stand before it', () => {
  const found = gatherBreaks()
  for (let seq = 1; seq <= 3 * mostPlaces; seq += 1) found.add(at('changed', seq))
  found.add(at('missing', 4 * mostPlaces))
  found.count('inserted', 7)
  const { places, ...counts } = found.result()
  expect(counts).toEqual({ missing: 1, inserted: 7, changed: 3 * mostPlaces, other: 0 })
  expect(places).toHaveLength(mostPlaces)
  expect(places.at(-1)).toEqual(at('missing', 4 * mostPlaces))
})
