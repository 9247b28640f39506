import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { Fault } from './faults.ts'

test('the table of faults in the README is complete, with every field', () => {
  const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8')
  const rows = new Map(
    [...readme.matchAll(/^\| `(\w+)` \|([^|]*)\|/gm)].map(([, kind = '', fields = '']) => [kind, fields]),
  )
  const kinds = Fault.options.map((option) => option.shape.kind.value)
  expect([...rows.keys()].toSorted()).toEqual(kinds.toSorted())
  for (const { shape } of Fault.options) {
    const fields = [...(rows.get(shape.kind.value) ?? '').matchAll(/`(\w+)`/g)].map(([, field = '']) => field)
    expect(fields.toSorted(), shape.kind.value).toEqual(
      Object.keys(shape)
        .filter((field) => field !== 'kind')
        .toSorted(),
    )
  }
})
