import type { App } from '#/server/app.ts'
import { announce } from '#/server/events/announce.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { isAnyUnjudged, takeUnjudged } from './concerned-store.ts'
import { countMisjudgedWithin, judge } from './judge.ts'
import { lockMoney } from './lock.ts'

/**
 * Judges the transfers and payments of every order that changed since they were last judged. Whatever shows or counts them calls this
 * first, so no judgement is older than the order shown beside it. Costs one look-up when nothing changed.
 *
 * The lock is needed also here, at a read: a verdict is written after its facts were read, and of two transactions that judge the same
 * line the one with the older facts could write last. A reader that did not wait would show what the other is about to replace.
 */
export async function judgeChanged(app: Pick<App, 'db'>): Promise<void> {
  if (!(await isAnyUnjudged(app.db))) return
  await inTransaction(app.db, async (tx) => {
    await lockMoney(tx)
    let isAnyChanged = false
    for (let order_ids = await takeUnjudged(tx); order_ids.length > 0; order_ids = await takeUnjudged(tx))
      if (await judge(tx, { order_ids })) isAnyChanged = true
    if (isAnyChanged) await announce(tx, 'money', null)
  })
}

/** How many kept judgements are not what would be found now. */
export async function countMisjudged(app: Pick<App, 'db'>): Promise<number> {
  await judgeChanged(app)
  return app.db.transaction().execute(async (tx) => {
    await lockMoney(tx)
    return countMisjudgedWithin(tx)
  })
}
