import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '#/server/config.ts'
import { startBenchDatabase, type BenchDatabase } from './support/bench-database.ts'
import { benchPassword, startOutside } from './support/bench-service.ts'
import { fillFloor, Landmarks } from './support/fill-floor.ts'
import { fillProduct } from './support/fill-product.ts'
import { keptIn, only, rounds, sizes } from './support/options.ts'
import { familyMs, processMs, residentMiB } from './support/processor-time.ts'
import { startProduct, startQuietOutside, type Product } from './support/product.ts'
import { questionNames, questionsAbout } from './support/questions.ts'
import { growthTable, ratioTable } from './support/ratio-table.ts'
import { compareAll, findDifferences, type Compared, type Servers } from './support/side-by-side.ts'

/** The product beside the floor (`README.md`): on one PostgreSQL, with the same orders, in turns. */
async function measure(size: number): Promise<Compared[]> {
  const { folder, remove } = openFolder(size)
  const closing: (() => unknown)[] = [remove]
  try {
    const database = await startBenchDatabase(folder)
    closing.push(database.close)
    const outside = await startQuietOutside()
    closing.push(outside.close)
    const environment = settingsOf(folder, database.url, outside.url)
    const filled = join(folder, 'landmarks.json')
    const isFilled = existsSync(filled)
    if (!isFilled) {
      await fillProduct(readConfig(environment, folder), size)
      tell(`the product has ${size} orders`)
    }
    // The first start marks the database as a real shop's, applies new migrations and makes what else is made once.
    await (await startProduct(environment, folder)).stop()
    const product = await startProduct(environment, folder)
    closing.push(product.stop)
    const idle = await whileIdle(database, product)
    const token = await product.logIn()
    if (!isFilled) {
      writeFileSync(filled, JSON.stringify(await fillFloor(database.floor_url, { url: product.url, token })))
      tell('the floor has the same')
    }
    const landmarks = Landmarks.parse(JSON.parse(readFileSync(filled, 'utf8')))
    const floor = await startOutside('floor-process.ts', { database_url: database.floor_url, token: 'floor' })
    closing.push(floor.stop)
    const servers: Servers = {
      product: { ...product, token, database: 'kasyr' },
      floor: { ...floor, token: 'floor', database: 'floor' },
    }
    const questions = questionsAbout(landmarks, size).filter(({ name }) => only.length === 0 || only.includes(name))
    for (const difference of await findDifferences(servers, questions)) console.log(difference)
    const renew = async (round: number) => {
      tell(`round ${round + 1} of ${rounds}`)
      servers.product.token = await product.logIn()
    }
    const compared = await compareAll(database, servers, questions, { rounds, renew })
    console.log(`\n${ratioTable(compared, size)}\n\n${idle}; ${residentMiB(product.pid).toFixed(0)} MiB in the end`)
    return compared
  } finally {
    for (const close of closing.toReversed()) await close()
  }
}

/** What is kept is kept for this size. */
function openFolder(size: number): { folder: string; remove(): void } {
  if (keptIn === undefined) {
    const folder = mkdtempSync(join(tmpdir(), 'kasyr-bench-'))
    return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
  }
  const folder = resolve(keptIn, String(size))
  mkdirSync(folder, { recursive: true })
  return { folder, remove: () => undefined }
}

const settingsOf = (folder: string, database_url: string, outside_url: string) => ({
  DATABASE_URL: database_url,
  KASYR_DATA_DIR: folder,
  KASYR_ADMIN_PASSWORD: benchPassword,
  KASYR_SECOND_FACTOR: 'optional',
  KASYR_CRM_URL: `${outside_url}/crm`,
  KASYR_CRM_KEY: 'bench',
  KASYR_CRM_SECRET: 'bench',
  KASYR_FISCAL_URL: `${outside_url}/fiscal`,
  KASYR_CARRIER_URL: `${outside_url}/carrier`,
})

const idleSeconds = 5

/** What it costs to be there. The job queue's own statements are not counted, as everywhere in this bench. */
async function whileIdle(database: BenchDatabase, { pid, ready_after_ms }: Product): Promise<string> {
  await pause(2_000)
  const resident = residentMiB(pid)
  const [statements, server, ofDatabase] = [await database.countStatements(), processMs(pid), familyMs(database.pid)]
  await pause(idleSeconds * 1000)
  const busy = (processMs(pid) - server + familyMs(database.pid) - ofDatabase) / idleSeconds
  const asked = ((await database.countStatements()).get('kasyr') ?? 0) - (statements.get('kasyr') ?? 0)
  return (
    `product: ready after ${(ready_after_ms / 1000).toFixed(1)} s; idle ${resident.toFixed(0)} MiB, ` +
    `${(asked / idleSeconds).toFixed(1)} statements and ${busy.toFixed(0)} ms of processor time a second`
  )
}

/** To the other stream: the table may be kept in a file. */
const tell = (what: string) => console.error(`${Math.round(performance.now() / 1000)} s: ${what}`)

const unknown = only.filter((name) => !questionNames.some((known) => known === name))
if (unknown.length > 0) throw new Error(`--only takes ${questionNames.join(', ')}; not ${unknown.join(', ')}`)
const [first, ...larger] = sizes
const compared = first === undefined ? [] : await measure(first)
for (const size of larger) console.log(`\n${growthTable(compared, await measure(size), [first ?? 0, size])}`)
