import { gzipSync } from 'node:zlib'
import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { launchChromium } from '#/scripts/chromium.ts'
import { syncOrders } from '#/server/orders/syncing/sync-orders.ts'
import { benchPassword, median, startBenchService } from './support/bench-service.ts'
import { manyOrders } from './support/many-orders.ts'
import { addRegisters } from './support/registers.ts'
import { frameTimes, watchVitals, worstInteraction } from './support/vitals.ts'

/**
 * What a cashier feels, in real Chromium against the real service with 100,000 orders. Times with a processor four times
 * slower stand for an old office computer; aims stand beside the figures.
 */
const { app, owner, crm, url, close } = await startBenchService()
const browser = await launchChromium()

const say = (what: string, figure: string, aim: string) =>
  console.log(`${what.padEnd(58)} ${figure.padStart(12)}   aim ${aim}`)
const ms = (value: number) => `${value.toFixed(0)} ms`

async function logIn(page: Page): Promise<void> {
  await page.goto(url)
  await page.getByLabel('Логін').fill('admin')
  await page.getByLabel('Пароль', { exact: true }).fill(benchPassword)
  await page.getByRole('button', { name: 'Увійти', exact: true }).click()
  await page.locator('tr[data-index]').first().waitFor()
}

/** The network is never idle: a stream of events stays open. */
const settleMs = 2_000
const reloads = 5
/** A quick hand. */
const betweenKeysMs = 150

/** All that a first visit fetches: log-in, list, and the dialogs that are loaded while the page is idle. */
async function measureFirstLoad(): Promise<void> {
  const page = await (await browser.newContext({ locale: 'uk-UA' })).newPage()
  const fetched = new Map<string, number>()
  page.on('response', (response) => {
    const kind = /\.(js|css)(\?|$)/.exec(response.url())?.[1]
    if (kind === undefined) return
    void response.body().then((body) => fetched.set(kind, (fetched.get(kind) ?? 0) + gzipSync(body).length))
  })
  await logIn(page)
  await page.waitForTimeout(settleMs)
  const aim = 'list alone ≤ 180 kB: test/build/weight.ts'
  say('log-in, list and its dialogs, JavaScript, gzip', `${((fetched.get('js') ?? 0) / 1000).toFixed(0)} kB`, aim)
  say('… styles, gzip', `${((fetched.get('css') ?? 0) / 1000).toFixed(0)} kB`, '–')
  await page.context().close()
}

async function slowly(rate = 4): Promise<Page> {
  const page = await (await browser.newContext({ locale: 'uk-UA', viewport: { width: 1280, height: 800 } })).newPage()
  await page.addInitScript(watchVitals)
  await logIn(page)
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
  return page
}

async function measureList(): Promise<void> {
  const page = await slowly()
  const seen = []
  for (let load = 0; load < reloads; load += 1) {
    await page.reload()
    await page.locator('tr[data-index]').first().waitFor()
    await page.waitForTimeout(settleMs)
    seen.push(await page.evaluate(() => ({ ...window.vitals })))
  }
  say(`LCP of the list, 4× slower processor, median of ${reloads}`, ms(median(seen.map(({ lcp }) => lcp))), '≤ 1500 ms')
  say('… the worst', ms(Math.max(...seen.map(({ lcp }) => lcp))), '–')
  say('layout shift, the worst', Math.max(...seen.map(({ cls }) => cls)).toFixed(3), '< 0.1')

  await page.locator('tr[data-index]').first().focus()
  for (const key of ['KeyJ', 'KeyJ', 'Space', 'KeyK', 'Space', 'Digit2', 'Digit1', 'KeyJ']) {
    await page.keyboard.press(key)
    await page.waitForTimeout(betweenKeysMs)
  }
  await page.locator('tr[data-index] input[type=checkbox]').first().click()
  await page.getByLabel(/^Пошук замовлень/).pressSequentially('шевч', { delay: betweenKeysMs })
  await page.waitForTimeout(1000)
  say('INP (worst of 13 interactions), 4× slower processor', ms(await page.evaluate(worstInteraction)), '≤ 200 ms')
  await page.context().close()
}

/** From the last key to the rows on screen, waiting for typing to pause included. */
async function measureSearch(): Promise<void> {
  const page = await (await browser.newContext({ locale: 'uk-UA', viewport: { width: 1280, height: 800 } })).newPage()
  await logIn(page)
  for (const typed of ['4821', 'бондаренко', ',jylfhtyrj', 'термос']) {
    const box = page.getByLabel(/^Пошук замовлень/)
    await box.fill('')
    await page.getByText('Показано 50').waitFor()
    await page.waitForTimeout(settleMs)
    await box.pressSequentially(typed.slice(0, -1))
    const answered = page.waitForResponse((response) => new URL(response.url()).searchParams.get('q') === typed)
    const start = await page.evaluate(() => performance.now())
    await box.pressSequentially(typed.slice(-1))
    await answered
    await page.waitForFunction(() => document.querySelector('table[aria-busy=false]') !== null, undefined, {
      polling: 'raf',
    })
    const end = await page.evaluate(() => performance.now())
    say(`search «${typed}» in 100,000 orders, key to result`, ms(end - start), '< 300 ms after typing pauses (150 ms)')
  }
  await page.context().close()
}

async function measureScrolling(rate: number): Promise<void> {
  const page = await slowly(rate)
  const deadline = performance.now() + 240_000
  await page.goto(`${url}/?limit=100`)
  await page.locator('tr[data-index]').first().waitFor()
  const frames = page.evaluate(frameTimes)
  let furthest = 0
  while (furthest < 5_000 && performance.now() < deadline) {
    await page.mouse.wheel(0, 2_400)
    furthest = Number(await page.locator('tr[data-index]').last().getAttribute('data-index'))
  }
  await page.evaluate(() => window.dispatchEvent(new Event('enough-frames')))
  const { p50, p95, worst, longest_task } = await frames
  say(`frames while scrolling ${furthest} rows, ${rate}× slower: half`, ms(p50), '–')
  say('… 95 of 100', ms(p95), '–')
  say('… the worst', ms(worst), '–')
  say('… longest task', ms(longest_task), rate === 1 ? '≤ 200 ms' : '–')
  await page.context().close()
}

try {
  crm.orders = manyOrders(100_000)
  await syncOrders(app)
  crm.orders = []
  // Parcels that are known, so that the rows have all that rows have.
  const [register] = await addRegisters(app, [{}])
  await sql`update parcels set own = true, cash_register_id = ${register}, status_code = 7, status_text = 'Прибув у відділення',
              checked_at = now(), cod_kind = 'payment_control', cod_amount = 120000
            where order_id in (select id from orders order by ordered_at desc limit 6000)`.execute(app.db)
  await sql`analyze`.execute(owner)
  await measureFirstLoad()
  await measureList()
  await measureSearch()
  await measureScrolling(1)
  await measureScrolling(4)
} finally {
  await browser.close()
  await close()
}
