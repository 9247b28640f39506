import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { howOften } from '../support/how-often.ts'
import { patience } from '../support/patience.ts'
import { receiptViolations } from '../support/receipt-invariants.ts'
import { seededRandom } from '../support/seeded-random.ts'
import { startSecondHand } from './receipt-second-hand.ts'
import { strikeFound, listUnsettled, tellOf } from './receipt-settling.ts'
import { startStorm } from './receipt-storm.ts'

/** 2,000 by `npm run kill-loop`. */
const kills = Number(process.env['KASYR_KILLS'] ?? howOften({ usually: 2, long: 200 }))
const receipts = kills
const workers = 2
/** A dead worker keeps its registers for twelve seconds; so many leave enough for the next one to be killed over. */
const registers = 24
/**
 * The last to be killed, and those who come after them, live by the usual times: theirs are the leases that must end. A short
 * run does not wait for these.
 */
const lastKills = kills >= 200 ? 10 : 0
const lastPace = kills >= 200 ? 'usual' : 'hurried'
const minute = 60_000

test(
  `${kills} times kill -9 of two workers while calls fail, another hand acts at the provider and a backup is restored: no receipt of ${receipts} is doubled, lost or silent`,
  { timeout: kills * 4_000 + 10 * minute },
  async () => {
    const random = seededRandom('receipts-kill-loop')
    const storm = await startStorm({ receipts, registers, seed: Math.floor(random() * 1e6) })
    storm.armAll()
    const started = Date.now()
    const paid = new Set<string>()
    const tally = { killed: 0, while_starting: 0, cancelled: 0, paid: 0, taken_back: 0 }
    const waiting = [...storm.orders]
    const asked: { id: string; ttn: string; order: (typeof waiting)[number] }[] = []
    const others = storm.orders.filter(({ prepaid }) => prepaid === 0)
    const hand = startSecondHand(
      storm.checkbox.control_url,
      others.map(({ ttn, license_key }) => ({ ttn, license_key, amount: 120_000 })),
      random,
    )
    const anyAsked = () => asked[Math.floor(random() * asked.length)] ?? { id: '', ttn: '' }

    /** What cashiers and buyers do while it lasts, a little of it at every kill. */
    const live = async (): Promise<void> => {
      const order = waiting.shift()
      if (order === undefined) return
      if (random() < 0.4) await hand.act()
      const id = await storm.askOrAdopt(order)
      if (id === null) return void waiting.push(order)
      asked.push({ id, ttn: order.ttn, order })
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

    /** When to kill is the point of the test: at any time, or while something is on its way to the provider or just back. */
    const theMoment = async (isReady: boolean): Promise<void> => {
      const atWork = isReady && random() < 0.6
      if (atWork) await storm.call(random() < 0.5 ? /^(create|delete)_/ : /^(list|get)_/, 3_000)
      await pause(random() * (atWork ? 250 : 1_200))
    }

    const killUntil = async (end: number): Promise<void> => {
      while (tally.killed < end) {
        tally.killed += 1
        const worker = storm.startWorker(tally.killed > kills - lastKills ? lastPace : 'hurried')
        const isReady = random() > 0.3
        if (isReady) await worker.line(/роботу запущено/)
        else tally.while_starting += 1
        await Promise.all([live(), theMoment(isReady)])
        worker.process.kill('SIGKILL')
        expect(await worker.ended).toBe('SIGKILL')
      }
    }
    /** What was asked for since the backup is forgotten, and asked for again; chains are left to the person who is told. */
    const restore = async (): Promise<void> => {
      await storm.restore()
      const kept = new Set((await storm.db.selectFrom('receipts').select('id').execute()).map(({ id }) => id))
      const all = asked.splice(0)
      asked.push(...all.filter(({ id }) => kept.has(id)))
      const lost = all.filter(({ id }) => !kept.has(id)).map(({ order }) => order)
      tally.taken_back = lost.length
      waiting.push(...lost.filter(({ prepaid }) => prepaid === 0))
    }
    const killAll = (end: number) => Promise.all(Array.from({ length: workers }, () => killUntil(end)))
    await killAll(Math.floor(kills * 0.4))
    const lost_from = Date.now()
    await storm.backUp()
    await killAll(Math.floor(kills * 0.6))
    await restore()
    const lost_to = Date.now()
    await killAll(kills)
    const last = Array.from({ length: workers }, () => storm.startWorker(lastPace))
    for (const worker of last) await worker.line(/роботу запущено/)
    const stormMs = Date.now() - started
    await storm.calm()
    const askUntil = Date.now() + 5 * minute
    while (waiting.length > 0 && Date.now() < askUntil) await live()
    expect(waiting).toEqual([])
    const calmAt = Date.now()
    const left = await tellOf(storm)
    const shown = await storm.recheckAll()
    const settleWithinMs = storm.judged.effect_window_ms + patience(5 * minute)
    const existing = await storm.existing()
    const found = existing.size
    const found_ms = await msUntilNone(() => strikeFound(storm, existing), calmAt, settleWithinMs)
    const settled_ms = await msUntilNone(() => listUnsettled(storm, [...paid]), calmAt, settleWithinMs)
    for (const worker of last) worker.process.kill('SIGTERM')
    await Promise.all(last.map(({ ended }) => ended))

    const states = await storm.db
      .selectFrom('receipts')
      .select(['kind', 'state', sql<number>`count(*)::int`.as('count'), sql<number>`max(attempt)`.as('attempts')])
      .groupBy(['kind', 'state'])
      .execute()
    const unsettled = await listUnsettled(storm, [...paid])
    const told = {
      ...tally,
      by_hand: hand.done,
      storm_ms: stormMs,
      left,
      found,
      found_ms,
      settled_ms,
      shown,
      states,
      unsettled,
    }
    process.stdout.write(`receipts-kill-loop: ${JSON.stringify(told)}\n`)
    const judging = {
      ...storm.judged,
      now: Date.now(),
      settled: true,
      acknowledged: asked.map(({ id }) => id),
      lost_time: { from: lost_from, to: lost_to },
      paid: [...paid],
      said: await storm.said(),
    }
    expect(await receiptViolations(storm.db, [storm.checkbox], judging)).toEqual([])
    expect(unsettled).toEqual([])
    expect([...existing], 'documents that no receipt stands for').toEqual([])
    expect(tally.killed).toBe(kills)
  },
)

/** How long after `since` the list was empty for the first time; or how long it was waited for. */
async function msUntilNone(list: () => Promise<readonly unknown[]>, since: number, withinMs: number): Promise<number> {
  for (;;) {
    const isOver = (await list()).length === 0 || Date.now() - since > withinMs
    if (isOver) return Date.now() - since
    await pause(250)
  }
}
