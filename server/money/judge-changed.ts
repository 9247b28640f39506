import type { App } from '#/server/app.ts'
import { announce } from '#/server/events/announce.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { isAnyUnjudged, takeUnjudged } from './unjudged-store.ts'
import { countMisjudgedLines, judge } from './judge-store.ts'
import { countMisjudgedPayments } from './parcels/judge-store.ts'
import { lockMoney } from './store.ts'

/**
 * Judges the transfers and payments of every order that changed since they were last judged. Who shows or counts them calls this
 * first, so nobody sees a judgement that is older than the order beside it. Costs one look-up when nothing changed.
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
    return (await countMisjudgedLines(tx)) + (await countMisjudgedPayments(tx))
  })
}
