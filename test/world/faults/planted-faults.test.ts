import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { actions } from '../history.ts'
import { plantedFaults } from './planted-faults.ts'

const changes = plantedFaults.flatMap(({ name, changes: all }) => all.map((change) => ({ name, ...change })))

test.each(changes)('what the fault «$name» changes stands once in $file', ({ file, from, to }) => {
  expect(readFileSync(file, 'utf8').split(from)).toHaveLength(2)
  expect(to).not.toBe(from)
})

test.each(plantedFaults)('the test of «$name» is there', ({ test: path }) => {
  expect(existsSync(path)).toBe(true)
})

test('what a fault needs are actions of the world', () => {
  const known = new Set(actions.map(({ name }) => name))
  const unknown = plantedFaults.flatMap(({ needs = [] }) => needs.filter((name) => !known.has(name)))
  expect(unknown).toEqual([])
})
