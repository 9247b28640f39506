import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { receiptViolations } from '../support/receipt-invariants.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { startStorm, type Storm } from './receipt-storm.ts'

/** 2,000 by `npm run kill-loop`. */
const kills = Number(process.env['KASYR_KILLS'] ?? 200)
const receipts = kills
const workers = 2
const settleWithinMs = 240_000

test(
  `${kills} times kill -9 of two workers while calls fail: no receipt of ${receipts} is doubled or lost`,
  { timeout: kills * 3_000 + settleWithinMs },
  async () => {
    const random = seededRandom('receipts-kill-loop')
    const storm = await startStorm({ receipts, registers: 8, seed: Math.floor(random() * 1e6) })
    storm.armAll()
    const started = Date.now()
    const paid = new Set<string>()
    const tally = { killed: 0, while_starting: 0, cancelled: 0, paid: 0 }
    const waiting = [...storm.orders]
    const asked: { id: string; ttn: string }[] = []
    const anyAsked = () => asked[Math.floor(random() * asked.length)] ?? { id: '', ttn: '' }

    /** What cashiers and buyers do while it lasts, a little of it at every kill. */
    const live = async (): Promise<void> => {
      const order = waiting.shift()
      if (order === undefined) return
      asked.push({ id: await storm.ask(order), ttn: order.ttn })
      if (random() < 0.3) {
        tally.cancelled += 1
        await storm.cancel(anyAsked().id)
      }
      if (random() < 0.5) {
        tally.paid += 1
        const { ttn } = anyAsked()
        paid.add(ttn)
        storm.pay(ttn)
      }
    }

    const killOnAndOn = async (): Promise<void> => {
      while (tally.killed < kills) {
        tally.killed += 1
        const worker = storm.startWorker()
        const isReady = random() > 0.3
        if (isReady) await worker.line(/роботу запущено/)
        else tally.while_starting += 1
        await Promise.all([live(), pause(random() * 1_200)]) // The moment of the kill is the point of the test.
        worker.process.kill('SIGKILL')
        expect(await worker.ended).toBe('SIGKILL')
        await storm.timePasses()
      }
    }
    await Promise.all(Array.from({ length: workers }, killOnAndOn))
    while (waiting.length > 0) await live()
    const stormMs = Date.now() - started

    await storm.calm()
    const calmAt = Date.now()
    const shown = await storm.recheckAll()
    const last = Array.from({ length: workers }, storm.startWorker)
    for (const worker of last) await worker.line(/роботу запущено/)
    const left = await waitUntilSettled(storm, [...paid], calmAt + settleWithinMs)
    for (const worker of last) worker.process.kill('SIGTERM')
    await Promise.all(last.map(({ ended }) => ended))

    const states = await storm.db
      .selectFrom('receipts')
      .select(['kind', 'state', sql<number>`count(*)::int`.as('count'), sql<number>`max(attempt)`.as('attempts')])
      .groupBy(['kind', 'state'])
      .execute()
    const told = { ...tally, storm_ms: stormMs, settled_ms: Date.now() - calmAt, shown, states }
    process.stdout.write(`receipts-kill-loop: ${JSON.stringify(told)}\n`)
    const judging = { now: Date.now(), settled: true, acknowledged: asked.map(({ id }) => id), ...storm.judged }
    expect(await receiptViolations(storm.db, [storm.checkbox], judging)).toEqual([])
    expect(left).toBe(0)
    expect(tally.killed).toBe(kills)
  },
)

/** How many receipts are still open when it is time. */
async function waitUntilSettled({ db }: Storm, paid: readonly string[], until: number): Promise<number> {
  for (;;) {
    const { rows } = await sql<{ open: number }>`
      select count(*)::int as open from receipts
      where state not in ('created', 'fiscalized', 'cancelled', 'failed')
        or (state = 'created' and (cancel_wanted or kind = 'prepayment' or ttn = any(${paid})))`.execute(db)
    const open = rows[0]?.open ?? 0
    if (open === 0 || Date.now() > until) return open
    await pause(500)
  }
}
