import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { readConfig } from '#/server/config.ts'
import { sampleRows, withCell, xlsxOf } from '#/test/support/payout-files.ts'
import { startBenchDatabase } from './support/bench-database.ts'
import { benchPassword, median } from './support/bench-service.ts'
import { fillProduct } from './support/fill-product.ts'
import { openConnection, toRequest } from './support/keep-alive.ts'
import { rounds, sizes } from './support/options.ts'
import { startProduct, startQuietOutside } from './support/product.ts'

/**
 * What working people feel while strangers log in or a file is read or made: each beside a quiet moment of the same
 * run, in turns, medians of the rounds. As much as an export may hold.
 */
const orders = Math.min(50_000, ...sizes)
const quietMs = 3_000
const betweenMs = 10

/** Loops until it is stopped; the times of all answers. */
async function probe(url: string, token: string, path: string, until: Promise<unknown>): Promise<number[]> {
  const line = openConnection(url)
  const times: number[] = []
  const over = new AbortController()
  void until.finally(() => over.abort()).catch(() => undefined)
  while (!over.signal.aborted) {
    const started = performance.now()
    const { status } = await line.ask(toRequest(url, token, { path }))
    times.push(performance.now() - started)
    // Overloaded is an answer, too: later than any other.
    if (status !== 200 && status !== 503) throw new Error(`${path}: ${status}`)
    await pause(betweenMs)
  }
  line.close()
  return times
}

const at = (times: readonly number[], part: number): number =>
  times.toSorted((left, right) => left - right)[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0
const p95 = (times: readonly number[]): number => at(times, 0.95)
const worst = (times: readonly number[]): number => at(times, 1)

const folder = mkdtempSync(join(tmpdir(), 'kasyr-bench-'))
const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
try {
  const database = await startBenchDatabase(folder)
  closing.push(database.close)
  const outside = await startQuietOutside()
  closing.push(outside.close)
  const environment = {
    DATABASE_URL: database.url,
    KASYR_DATA_DIR: folder,
    KASYR_ADMIN_PASSWORD: benchPassword,
    KASYR_SECOND_FACTOR: 'optional',
    // With it a proxy on this machine is believed: every round floods from another network.
    KASYR_PUBLIC_URL: 'https://bench.example',
    KASYR_CRM_URL: `${outside.url}/crm`,
    KASYR_CRM_KEY: 'bench',
    KASYR_CRM_SECRET: 'bench',
    KASYR_FISCAL_URL: `${outside.url}/fiscal`,
    KASYR_CARRIER_URL: `${outside.url}/carrier`,
  }
  await fillProduct(readConfig(environment, folder), orders)
  console.error(`${Math.round(performance.now() / 1000)} s: the product has ${orders} orders`)
  const product = await startProduct(environment, folder)
  closing.push(product.stop)
  const { url } = product
  const token = await product.logIn()
  const assets = join(import.meta.dirname, '..', 'dashboard', 'dist', 'assets')
  const file = readdirSync(assets).find((name) => name.endsWith('.js'))
  const watched = ['/api/v1/auth/me', `/assets/${file}`, '/healthz']

  /** One round: quiet, then while it goes on. By path. */
  const compare = async (begin: () => Promise<unknown>) => {
    const probeAll = async (until: Promise<unknown>) =>
      Promise.all(watched.map((path) => probe(url, token, path, until)))
    const quiet = await probeAll(pause(quietMs))
    const work = begin()
    const meanwhile = await probeAll(work)
    await work
    return { quiet, meanwhile }
  }

  const guess = async (round: number, number: number): Promise<number> => {
    const answer = await fetch(`${url}/api/v1/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-forwarded-for': `198.51.100.${round}` },
      body: JSON.stringify({ login: `nobody${number}`, password: 'здогадка' }),
    })
    await answer.arrayBuffer()
    return answer.status
  }
  const flood = async (round: number) => {
    const statuses = await Promise.all(Array.from({ length: 30 }, (_, number) => guess(round, number)))
    console.error(`round ${round + 1}: ${statuses.filter((status) => status === 503).length} of 30 were told to wait`)
  }
  const awkward = xlsxOf(sampleRows({ lines: withCell(0, 5, { xml: `<c r="REF"><v>${'1'.repeat(30_000)}x</v></c>` }) }))
  const upload = async () => {
    const form = new FormData()
    form.set('file', new Blob([Uint8Array.from(awkward)]), 'register.xlsx')
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${url}/api/v1/money/registers?preview=true`, { method: 'POST', headers, body: form })
    await answer.arrayBuffer()
    return `${awkward.length} bytes, answered ${answer.status}`
  }
  const exported = async () => {
    const answer = await fetch(`${url}/api/v1/orders/export?format=xlsx`, {
      headers: { authorization: `Bearer ${token}` },
    })
    const bytes = (await answer.arrayBuffer()).byteLength
    return `${bytes} bytes, answered ${answer.status}`
  }

  const floods = []
  for (let round = 0; round < rounds; round += 1) floods.push(await compare(() => flood(round)))
  console.log(`\n30 wrong logins at once, medians of ${rounds} rounds, p95 in ms`)
  for (const [index, path] of watched.entries()) {
    const quiet = median(floods.map((one) => p95(one.quiet[index] ?? [])))
    const meanwhile = median(floods.map((one) => p95(one.meanwhile[index] ?? [])))
    const ratio = meanwhile / quiet
    const goal = path === '/healthz' ? ' ' : ratio <= 3 ? '✓' : '✗'
    console.log(`${goal} ${path}: quiet ${quiet.toFixed(1)}, meanwhile ${meanwhile.toFixed(1)}, ${ratio.toFixed(2)} ×`)
  }
  console.log('\n/healthz beside a file, the longest answer in ms; goal: under 250')
  for (const [name, begin] of [
    ['an awkward register', upload],
    [`an export of ${orders} orders`, exported],
  ] as const) {
    let told = ''
    const { quiet, meanwhile } = await compare(async () => (told = await begin()))
    const longest = worst(meanwhile[2] ?? [])
    const goal = longest < 250 ? '✓' : '✗'
    console.log(
      `${goal} ${name} (${told}): quiet ${worst(quiet[2] ?? []).toFixed(0)}, meanwhile ${longest.toFixed(0)}, p95 ${p95(meanwhile[2] ?? []).toFixed(0)}`,
    )
  }
} finally {
  for (const close of closing.toReversed()) await close()
}
