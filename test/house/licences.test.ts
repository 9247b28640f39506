import { expect, test } from 'vitest'
import { isAllowedLicence, listInstalled, refusedPackages } from '#/scripts/licences.ts'

test.each([
  ['MIT', true],
  ['(MIT OR GPL-3.0-only)', true],
  ['(MIT AND ISC)', true],
  ['MIT AND GPL-3.0-only', false],
  ['GPL-3.0-only', false],
  ['AGPL-3.0', false],
  ['SEE LICENSE IN LICENSE.md', false],
  ['UNLICENSED', false],
  ['none', false],
  ['', false],
])('a package under «%s» may be part of the product: %s', (licence, expected) => {
  expect(isAllowedLicence(licence)).toBe(expected)
})

test('every installed package of the product may be part of it, and one that may not is found among them', () => {
  const packages = listInstalled('.')
  expect(packages.length).toBeGreaterThan(100)
  expect(packages.map(({ name }) => name)).toEqual(expect.arrayContaining(['fastify', 'pg', 'react']))
  expect(packages.map(({ name }) => name)).not.toContain('vitest')
  expect(refusedPackages(packages)).toEqual([])
  const planted = { name: 'left-pad', version: '1.0.0', licence: 'SSPL-1.0' }
  expect(refusedPackages([...packages, planted])).toEqual([planted])
})
