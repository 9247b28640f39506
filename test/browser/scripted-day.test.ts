import { sql } from 'kysely'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import type { ParcelGroup } from '#/contract/carrier-statuses.ts'
import type { ReceiptState } from '#/contract/receipt-states.ts'
import { receiptWord } from '#/contract/receipt-words.ts'
import { parcelGroupLabels } from '#/dashboard/words/labels.ts'
import { receiptViolations } from '#/test/support/receipt-invariants.ts'
import { seededRandom } from '#/test/support/seeded-random.ts'
import { openShop } from './shop.ts'
import { person } from './walks.ts'

/**
 * A day of 200 orders in a minute: three cashiers in three browsers, Checkbox failing, parcels moving. Every second each
 * screen is read and held against what the database said within the last moments.
 */
const shop = openShop({
  registers: ['ФОП Шевченко О. П.', 'ФОП Мар’яненко С. І.'],
  intervals: { track: 5, reconcile: 1, poll_receipts: 2 },
  times: {
    call_deadline_ms: 3_000,
    permit_window_ms: 1_000,
    effect_window_ms: 6_000,
    lease_ms: 5_000,
    heartbeat_ms: 1_000,
    attention_ms: 120_000,
  },
})

/** What a screen may lag behind (`dashboard.md`, figures), and how far apart the looks at the database are. */
const mostBehindMs = 2_000
const lookEveryMs = 250
const dayMs = 30_000

interface Look {
  at: number
  /** What stands in the row of an order: receipt, parcel. */
  words: Map<string, string>
}

const toWords = (receipt: string, parcel: string): string => `${receipt || 'без чека'} · ${parcel}`

async function lookAtDatabase(): Promise<Look> {
  const { rows } = await sql<{
    id: string
    parcel_group: ParcelGroup | null
    state: ReceiptState | null
    returned_at: string | null
  }>`
    select o.id, o.parcel_group, r.state, r.returned_at from orders o left join lateral (
      select state, returned_at from receipts where order_id = o.id and kind = 'ettn'
      order by created_at desc, id desc limit 1) r on true`.execute(shop.app().db)
  const words = rows.map(({ id, parcel_group: group, state, returned_at }): [string, string] => {
    const parcel = group === null ? 'Ще не відомо' : parcelGroupLabels[group]
    return [id, toWords(state === null ? '' : receiptWord({ state, returned_at }), parcel)]
  })
  return { at: Date.now(), words: new Map(words) }
}

/** Everything that was true of the receipt of an order at some moment since then. */
async function receiptWordsSince(orderId: string, since: number): Promise<Set<string>> {
  const { rows } = await sql<{ state: ReceiptState; until: string | null }>`
    select e.to_state as state, lead(e.at) over (order by r.created_at, e.seq) as until
    from receipt_events e join receipts r on r.id = e.receipt_id
    where r.order_id = ${orderId} and r.kind = 'ettn'`.execute(shop.app().db)
  const recent = rows.filter(({ until }) => until === null || Date.parse(until) >= since)
  return new Set(recent.map(({ state }) => receiptWord({ state, returned_at: null })))
}

const lookAtScreen = (page: Page) =>
  page.evaluate(() => {
    const word = (row: Element, column: string) =>
      row.querySelector(`[data-column=${column}] [data-tone] span`)?.textContent ?? ''
    return {
      // The chip says how old what is shown is.
      stale: document.querySelector('[data-phase=offline], [data-phase=polling]') !== null,
      rows: Array.from(document.querySelectorAll('tr[data-id]'), (row) => ({
        id: row.getAttribute('data-id') ?? '',
        receipt: word(row, 'receipt'),
        parcel: word(row, 'parcel'),
      })),
    }
  })

test('screen truth: over a scripted day every row says what the database says, or that it is stale', async () => {
  const random = seededRandom('scripted-day')
  const pick = <Thing>(things: readonly Thing[]): Thing | undefined => things[Math.floor(random() * things.length)]
  const { fiscal } = shop.providers()
  const ttns = await shop.arrive(Array.from({ length: 140 }, (_, index) => ({ register: shop.registers[index % 2] })))
  const pages = await Promise.all([1, 2, 3].map(() => openList()))
  const [bulk, single, careful] = pages
  if (!bulk || !single || !careful) throw new Error('three cashiers work here')

  armFaults()
  const isOver = AbortSignal.timeout(dayMs)
  const looks: Look[] = []
  const wrong: string[] = []
  let seen = 0
  await Promise.all([
    repeat(lookEveryMs, async () => {
      looks.push(await lookAtDatabase())
      while ((looks[0]?.at ?? 0) < Date.now() - 10_000) looks.shift()
    }),
    ...pages.map((page, index) => repeat(1_000, () => judge(page, index))),
    repeat(6_000, () => makeMany(bulk)),
    repeat(2_500, () => makeOne(single)),
    repeat(3_500, () => cancelOne(careful)),
    repeat(2_500, async () => {
      const more = await shop.arrive(Array.from({ length: 6 }, () => ({ register: pick(shop.registers) })))
      ttns.push(...more)
      await shop.move(pick(ttns) ?? '', pick([7, 9, 9, 103]) ?? 7)
    }),
  ])
  expect(wrong, 'what a screen said though the database did not').toEqual([])
  expect(seen).toBeGreaterThan(500)
  expect(ttns.length).toBeGreaterThanOrEqual(200)

  fiscal.faults.disarm()
  await fiscal.faults.release()
  await expect.poll(unsettled, { timeout: 90_000, interval: 1_000 }).toEqual([])
  expect(
    await receiptViolations(shop.app().db, [fiscal], {
      now: Date.now(),
      effect_window_ms: 6_000,
      attention_ms: 120_000,
    }),
  ).toEqual([])
  // Nobody had to load a page anew, and nobody is stuck: the same three screens end up with the truth.
  for (const page of pages) {
    await expect.poll(() => page.evaluate(() => performance.getEntriesByType('navigation').length)).toBe(1)
    await expect
      .poll(async () => {
        const { words } = await lookAtDatabase()
        const { rows } = await lookAtScreen(page)
        return rows.filter(({ id, receipt, parcel }) => words.get(id) !== toWords(receipt, parcel))
      })
      .toEqual([])
  }

  async function openList(): Promise<Page> {
    const page = await (
      await shop.computer({ viewport: { width: 1280, height: 900 } })
    ).open('/', await person(shop.app()))
    await page.locator('tr[data-id]').first().waitFor()
    return page
  }

  async function repeat(everyMs: number, work: () => Promise<void>): Promise<void> {
    while (!isOver.aborted) {
      const next = Date.now() + everyMs
      await work()
      await new Promise((resolve) => setTimeout(resolve, Math.max(0, next - Date.now())))
    }
  }

  async function judge(page: Page, index: number): Promise<void> {
    const before = Date.now()
    const { stale, rows } = await lookAtScreen(page)
    if (stale || looks.length === 0) return
    const recent = looks.filter(({ at }) => at >= before - mostBehindMs - lookEveryMs - stalledMs(before))
    for (const { id, receipt, parcel } of rows) {
      seen += 1
      const said = toWords(receipt, parcel)
      if (recent.some(({ words }) => words.get(id) === said)) continue
      const known = await lookAtDatabase()
      // What came and went between two looks stands in the history of the receipt.
      const since = recent[0]?.at ?? before - mostBehindMs
      const parcels = [...recent, known].map(({ words }) => words.get(id)?.split(' · ')[1])
      if (parcels.includes(parcel) && (await receiptWordsSince(id, since)).has(receipt)) continue
      const lastTrue = looks.findLast(({ words }) => words.get(id) === said)?.at
      const age = lastTrue === undefined ? 'never true' : `true ${before - lastTrue} ms ago`
      wrong.push(`browser ${index}: ${id} says «${said}» (${age}), the database «${known.words.get(id)}»`)
    }
  }

  /** A machine that could not even look in time is slow for the screens too; three of the steps between are like a look. */
  function stalledMs(before: number): number {
    const times = [...looks.map(({ at }) => at).filter((at) => at > before - 5_000), Date.now()]
    const gaps = times.map((at, index) => at - (times[index - 1] ?? at) - lookEveryMs)
    return 3 * Math.max(0, Date.now() - before, ...gaps)
  }

  function armFaults(): void {
    fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'reset_before_answer', effect: true }, times: 6 })
    fiscal.faults.arm({ operation: 'create_ettn', fault: { kind: 'status', status: 503 }, times: 4, after: 20 })
    fiscal.faults.arm({
      operation: 'create_ettn',
      fault: { kind: 'reset_before_answer', effect: false },
      times: 4,
      after: 40,
    })
    fiscal.faults.arm({ operation: 'list_ettn', fault: { kind: 'status', status: 502 }, times: 3, after: 4 })
    fiscal.faults.arm({ operation: 'delete_ettn', fault: { kind: 'reset_before_answer', effect: true }, times: 2 })
  }

  async function unsettled() {
    const { rows } = await sql<{ state: string; count: number }>`
      select state, count(*)::int as count from receipts
      where state in ('queued', 'sending', 'unknown', 'cancelling', 'cancel_unknown') group by state`.execute(
      shop.app().db,
    )
    return rows
  }
})

/** On the list of a tab, with no dialog over it. False: there is nothing in it yet. */
async function home(page: Page, tab: string): Promise<boolean> {
  while ((await page.locator('dialog[open]').count()) > 0) await page.keyboard.press('Escape')
  await page.keyboard.press(tab)
  await page.keyboard.press('KeyR')
  const rows = page.locator('tr[data-id]')
  if ((await rows.count()) === 0) return false
  await rows.first().focus()
  return true
}

async function makeMany(page: Page): Promise<void> {
  if (!(await home(page, 'Digit1'))) return
  for (let row = 0; row < 25; row += 1) {
    await page.keyboard.press('Space')
    await page.keyboard.press('KeyJ')
  }
  await page.keyboard.press('KeyC')
  await page
    .locator('dialog[open]')
    .getByRole('button', { name: /^(Створити|Зрозуміло|Закрити)/ })
    .first()
    .waitFor()
  await page.keyboard.press('Enter')
}

async function makeOne(page: Page): Promise<void> {
  if (!(await home(page, 'Digit1'))) return
  const create = page.locator('tr[data-id]:not([data-outside])').getByRole('button', { name: 'Створити чек' })
  // A colleague may be quicker, and then the button is gone.
  const isPressed = await create
    .last()
    .click({ timeout: 2_000 })
    .then(() => true)
    .catch(() => false)
  if (!isPressed) return
  await page.locator('dialog[open]').getByRole('button').first().waitFor()
  await page.keyboard.press('Enter')
}

async function cancelOne(page: Page): Promise<void> {
  if (!(await home(page, 'Digit2'))) return
  await page.keyboard.press('KeyX')
  const dialog = page.locator('dialog[open]')
  if ((await dialog.count()) === 0) return
  const cancel = dialog.getByRole('button', { name: 'Скасувати чек', exact: true })
  if ((await cancel.count()) > 0) await cancel.click()
}
