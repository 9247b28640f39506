import { parseArgs } from 'node:util'
import { sideBySide } from '../server/platform/side-by-side.ts'
import { openGround } from '../test/world/ground.ts'
import { historyOf, planOf } from '../test/world/history.ts'
import { play } from '../test/world/play.ts'
import { shrink } from '../test/world/shrink.ts'
import type { World } from '../test/world/world.ts'

/** `npm run world -- --weeks 100 --seed 7`: shops of four weeks each, until a law is broken. */
const { values } = parseArgs({
  options: {
    weeks: { type: 'string', default: '30' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    shop: { type: 'string', default: '4' },
    /** These shops of the seed, with commas between. */
    only: { type: 'string' },
    'at-once': { type: 'string', default: '3' },
    /** No shop is begun after so many. */
    minutes: { type: 'string', default: 'Infinity' },
    shrink: { type: 'boolean', default: true },
    'keep-going': { type: 'boolean', default: false },
    tell: { type: 'boolean', default: false },
    /** Asked of the database at the end of each shop. */
    sql: { type: 'string' },
  },
  allowNegative: true,
})
const weeksOfShop = Math.min(Number(values.weeks), Number(values.shop))
const shops =
  values.only === undefined
    ? Array.from({ length: Math.ceil(Number(values.weeks) / weeksOfShop) }, (_, shop) => String(shop))
    : values.only.split(',')
const ground = await openGround()
const totals = new Map<string, number>()
const add = (what: string, count: number) => void totals.set(what, (totals.get(what) ?? 0) + count)
let brokenShops = 0

async function askDatabase({ processes: [process] }: World): Promise<void> {
  if (values.sql === undefined || process === undefined) return
  const { rows } = await process.pool.query(values.sql)
  for (const row of rows) console.log(JSON.stringify(row))
}

console.log(`seed ${values.seed}, ${shops.length} shops of ${weeksOfShop} weeks`)
await sideBySide(shops, Number(values['at-once']), async (shop) => {
  if (performance.now() > Number(values.minutes) * 60_000) return
  const seed = `${values.seed}.${shop}`
  const plan = planOf(seed)
  const history = historyOf(seed, weeksOfShop)
  const began = performance.now()
  const { broken, said, counts } = await play(ground, plan, history, askDatabase)
  const seconds = ((performance.now() - began) / 1000).toFixed(1)
  for (const [what, count] of counts) add(what, count)
  add('weeks', weeksOfShop)
  if (values.tell) for (const line of said) console.log(`  ${line}`)
  const [first] = broken
  if (first === undefined) return console.log(`shop ${seed}: ${history.length} steps, ${seconds} s`)
  brokenShops += 1
  const told = [`shop ${seed}: BROKEN after ${seconds} s`]
  for (const { law, about, detail } of broken) told.push(`  ${law}: ${about}: ${detail}`)
  if (values.shrink) {
    const shortest = await shrink(ground, plan, history, first)
    told.push(`the shortest history (${shortest.steps.length} steps) of «${first.law}»:`)
    for (const line of shortest.said) told.push(`  ${line}`)
    for (const { law, about, detail } of shortest.broken) told.push(`  ⇒ ${law}: ${about}: ${detail}`)
  }
  told.push(
    `again: npm run world -- --seed ${values.seed} --weeks ${values.weeks} --shop ${values.shop} --only ${shop}`,
  )
  console.log(told.join('\n'))
  // The other shops are left as they are.
  if (!values['keep-going']) await end()
})
await end()

async function end(): Promise<never> {
  for (const [what, count] of [...totals].toSorted(([one], [other]) => one.localeCompare(other)))
    console.log(`${String(count).padStart(7)} ${what}`)
  console.log(brokenShops === 0 ? 'no law was broken' : `${brokenShops} shops broke a law`)
  await ground.close()
  process.exit(brokenShops === 0 ? 0 : 1)
}
