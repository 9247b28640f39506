import { isDeepStrictEqual } from 'node:util'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { writeLineVerdicts } from '../payouts/line-store.ts'
import type { LineVerdict } from '../payouts/store.ts'
import { listConcernedTtns, listEveryPaidOrder, listEveryTtn, type Changed } from './concerned-store.ts'
import { listCandidates, listLineFacts, listPaidWithin, listPaymentFacts } from './facts-store.ts'
import { isWithoutPayouts, lockMoney } from './lock.ts'
import { listKeptPayments, writePayments } from './payment-store.ts'
import { judgeLines, judgePayment, type PaymentVerdict } from './rules.ts'

/**
 * So many TTNs or orders are read, judged and written at once. Each statement names them by an array. After a preview was rolled back
 * PostgreSQL may take the table of lines for empty and join rows one by one: then a statement compares at most so many with so many.
 */
const mostAtOnce = 1_000

/**
 * Judges the lines that the change may concern, then the payments of all orders they belonged or belong to. `true`: some judgement is
 * another one now. The caller holds the lock of `lockMoney`.
 */
export async function judge(tx: Tx, changed: Changed): Promise<boolean> {
  const lines = await judgeTtns(tx, await listConcernedTtns(tx, changed))
  const payments = await judgePayments(tx, [...new Set([...(changed.order_ids ?? []), ...lines.order_ids])])
  return lines.changed + payments > 0
}

/** Judges everything again, for data that was written past the triggers. Returns how many verdicts were wrong. */
export async function judgeEverything(tx: Tx): Promise<number> {
  await lockMoney(tx)
  const wrong = await countMisjudgedWithin(tx)
  await judgeTtns(tx, await listEveryTtn(tx))
  await judgeEveryPayment(tx)
  return wrong
}

export async function judgeEveryPayment(tx: Tx): Promise<void> {
  await judgePayments(tx, await listEveryPaidOrder(tx))
}

/** How many kept verdicts differ from fresh ones, or are missing, or are too many. */
export async function countMisjudgedWithin(db: Db | Tx): Promise<number> {
  let wrong = 0
  for (const ttns of inBatches(await listEveryTtn(db))) wrong += (await compareLines(db, ttns)).changed.length
  for (const ids of inBatches(await listEveryPaidOrder(db))) {
    const { gone, changed } = await comparePayments(db, ids)
    wrong += gone.length + changed.length
  }
  return wrong
}

async function judgeTtns(tx: Tx, ttns: readonly string[]): Promise<{ changed: number; order_ids: string[] }> {
  const judged = { changed: 0, order_ids: new Set<string>() }
  for (const some of inBatches(ttns)) {
    const { changed, order_ids } = await compareLines(tx, some)
    if (changed.length > 0) await writeLineVerdicts(tx, changed)
    judged.changed += changed.length
    for (const id of order_ids) judged.order_ids.add(id)
  }
  return { changed: judged.changed, order_ids: [...judged.order_ids] }
}

/** The lines of these TTNs whose verdict is another one than is kept, and the orders that any of the lines belonged or belongs to. */
async function compareLines(
  db: Db | Tx,
  ttns: readonly string[],
): Promise<{ changed: (LineVerdict & { id: string })[]; order_ids: string[] }> {
  const lines = await listLineFacts(db, ttns)
  const verdicts = judgeLines(lines, await listCandidates(db, ttns))
  const judged = lines.flatMap(({ id, kept }) => {
    const verdict = verdicts.get(id)
    return verdict === undefined ? [] : [{ id, kept, verdict }]
  })
  return {
    changed: judged.flatMap(({ id, kept, verdict }) => (isDeepStrictEqual(kept, verdict) ? [] : [{ id, ...verdict }])),
    order_ids: judged.flatMap(({ kept, verdict }) => [kept.order_id ?? [], verdict.order_id ?? []].flat()),
  }
}

async function judgePayments(tx: Tx, orderIds: readonly string[]): Promise<number> {
  let written = 0
  for (const ids of inBatches(orderIds)) {
    const { gone, changed } = await comparePayments(tx, ids)
    if (gone.length + changed.length > 0) await writePayments(tx, { gone, changed })
    written += gone.length + changed.length
  }
  return written
}

/** While there is no payout list there is nothing to compare payments with, and none are kept. */
async function comparePayments(
  db: Db | Tx,
  orderIds: readonly string[],
): Promise<{ gone: string[]; changed: PaymentVerdict[] }> {
  const kept = new Map((await listKeptPayments(db, orderIds)).map((payment) => [payment.order_id, payment]))
  const fresh = (await isWithoutPayouts(db)) ? [] : (await listPaymentFacts(db, orderIds)).map(judgePayment)
  const changed = fresh.filter((payment) => !isDeepStrictEqual(payment, kept.get(payment.order_id)))
  for (const { order_id } of fresh) kept.delete(order_id)
  return { gone: [...kept.keys()], changed }
}

/** Payments as they would be kept, of a shop that keeps none yet. */
export const judgePaidWithin = async (db: Db, from: string, to: string): Promise<PaymentVerdict[]> =>
  (await listPaidWithin(db, from, to)).map(judgePayment)

function* inBatches(items: readonly string[]): Generator<string[]> {
  for (let from = 0; from < items.length; from += mostAtOnce) yield items.slice(from, from + mostAtOnce)
}
