import type { MoneyAlarms } from '#/contract/parcel-payments.ts'
import type { App } from '#/server/app.ts'
import { countLate, countOpenLines } from './alarm-store.ts'
import { judgeChanged } from './judging/judge-changed.ts'
import { todayIn } from './parcels/today.ts'

/** Everything about money that a person must see to, oldest first. */
export async function showAlarms(app: Pick<App, 'db' | 'clock' | 'config'>): Promise<MoneyAlarms> {
  await judgeChanged(app)
  return {
    no_receipt: await countOpenLines(app.db, 'no_receipt'),
    sum_differs: await countOpenLines(app.db, 'sum_differs'),
    other_payee: await countOpenLines(app.db, 'other_payee'),
    unknown_ttn: await countOpenLines(app.db, 'unknown_ttn'),
    duplicate: await countOpenLines(app.db, 'duplicate'),
    late: await countLate(app.db, todayIn(app)),
  }
}
