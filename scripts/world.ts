import { parseArgs } from 'node:util'
import { openGround } from '../test/world/ground.ts'
import { playInThreads, type Told } from '../test/world/shop-threads.ts'

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
const totals = new Map<string, number>([['lies told', 0]])
const add = (what: string, count: number) => void totals.set(what, (totals.get(what) ?? 0) + count)
let brokenShops = 0

const isOver = () => performance.now() > Number(values.minutes) * 60_000

async function tell({ seed, steps, seconds, broken, said, counts, rows, shortest }: Told): Promise<void> {
  for (const [what, count] of counts) add(what, count)
  add('weeks', weeksOfShop)
  for (const row of rows) console.log(JSON.stringify(row))
  if (values.tell) for (const line of said) console.log(`  ${line}`)
  if (broken.length === 0) return console.log(`shop ${seed}: ${steps} steps, ${seconds.toFixed(1)} s`)
  brokenShops += 1
  const told = [`shop ${seed}: BROKEN after ${seconds.toFixed(1)} s`]
  for (const { law, about, detail } of broken) told.push(`  ${law}: ${about}: ${detail}`)
  if (shortest !== null) {
    told.push(`the shortest history (${shortest.steps.length} steps) of «${broken[0]?.law}»:`)
    for (const line of shortest.said) told.push(`  ${line}`)
    for (const { law, about, detail } of shortest.broken) told.push(`  ⇒ ${law}: ${about}: ${detail}`)
  }
  const shop = seed.slice(values.seed.length + 1)
  told.push(
    `again: npm run world -- --seed ${values.seed} --weeks ${values.weeks} --shop ${values.shop} --only ${shop}`,
  )
  console.log(told.join('\n'))
  // The other shops are left as they are.
  if (!values['keep-going']) await end()
}

console.log(`seed ${values.seed}, ${shops.length} shops of ${weeksOfShop} weeks`)
const given = { weeks: weeksOfShop, shrinks: values.shrink, sql: values.sql ?? null }
const asks = shops.map((shop) => Object.assign({ seed: `${values.seed}.${shop}` }, given))
await playInThreads(ground, Number(values['at-once']), asks, tell, isOver)
await end()

async function end(): Promise<never> {
  for (const [what, count] of [...totals].toSorted(([one], [other]) => one.localeCompare(other)))
    console.log(`${String(count).padStart(7)} ${what}`)
  console.log(brokenShops === 0 ? 'no law was broken' : `${brokenShops} shops broke a law`)
  await ground.close()
  process.exit(brokenShops === 0 ? 0 : 1)
}
