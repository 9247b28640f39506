import { expect, inject, test } from 'vitest'
import { sideBySide } from '#/server/platform/side-by-side.ts'
import { howOften } from '../support/how-often.ts'
import { patience } from '../support/patience.ts'
import { historyOf, planOf } from './history.ts'
import { failEach } from './nth-call/fail-each.ts'
import { useCases } from './nth-call/use-cases.ts'
import { play } from './play.ts'
import { openWorld } from './world.ts'

const ground = { server_url: inject('server_url'), template: inject('template') }

/** Other shops each night; `KASYR_TEST_SEED` plays those of another night again. */
const night = process.env['KASYR_TEST_SEED'] ?? new Date().toISOString().slice(0, 10)
const weeks = 4
const shops = Array.from({ length: howOften({ usually: 2, long: 400 }) }, (_, shop) => `${night}.${shop}`)

test(
  `in the ${shops.length} shops of the night ${night}, ${weeks} weeks each, no law is broken`,
  async () => {
    const broken: string[] = []
    await sideBySide(shops, 2, async (seed) => {
      const played = await play(ground, planOf(seed), historyOf(seed, weeks))
      broken.push(...played.broken.map(({ law, about, detail }) => `${seed}: ${law}: ${about}: ${detail}`))
    })
    expect(broken, `again: npm run world -- --seed ${night} --weeks ${weeks * shops.length}`).toEqual([])
  },
  patience(1_200_000),
)

/** The others by `npm run nth-call`. */
const tried = useCases.filter(({ name }) => name === 'a lost answer is looked up')

test.each(tried)('whichever statement or call fails, the laws hold: $name', async (useCase) => {
  const plan = { seed: useCase.name, start_ms: Date.parse('2027-06-01T06:00:00Z'), registers: 1, payees: 1 }
  const world = await openWorld(ground, { ...plan, is_one_machine: true })
  const { broken, passages } = await failEach(world, useCase)
  await world.close()
  expect(broken).toEqual([])
  expect(passages).toBeGreaterThan(10)
})
