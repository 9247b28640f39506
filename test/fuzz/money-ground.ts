import { sql } from 'kysely'
import { theSystem } from '#/server/audit/record-audit.ts'
import { importPayout } from '#/server/money/importing/import-payout.ts'
import { judgeChanged } from '#/server/money/judging/judge-changed.ts'
import { settleLine } from '#/server/money/lines/settle-line.ts'
import { withdrawPayout } from '#/server/money/importing/withdraw-payout.ts'
import { settleParcel } from '#/server/money/parcels/settle-payment.ts'
import { toPayoutCsv } from '../support/payout-csv.ts'
import type { TestApp } from '../support/test-app.ts'
import type { Operation } from './operations.ts'

/** A payout list, a line of it and a paid parcel, made right before the case that names them. */
export function groundForMoney({ app, db }: TestApp) {
  let made = 70_000_000

  async function aPayout(): Promise<string> {
    made += 1
    const transfers = [{ ttn: `5900${made}00`, accepted: 10_000, commission: 50 }]
    const text = toPayoutCsv({
      number: String(made),
      day: '2026-03-10',
      payee: 'ФОП Їжак',
      account: 'UA1',
      transfers,
    })
    const file = { name: 'payout-list.csv', bytes: new TextEncoder().encode(text) }
    return (await importPayout(app, theSystem, file, { payee_id: 'new' })).payout.id
  }

  async function aWithdrawn(): Promise<string> {
    const payoutId = await aPayout()
    await withdrawPayout(app, theSystem, payoutId, 'Не наш')
    const { rows } = await sql<{ id: string }>`
      select id from withdrawn_payouts where payout_id = ${payoutId}`.execute(db)
    return rows[0]?.id ?? ''
  }

  async function aLine(isSettled: boolean): Promise<string> {
    const { rows } = await sql<{ id: string }>`
      select id from payout_lines where payout_id = ${await aPayout()}`.execute(db)
    const id = rows[0]?.id ?? ''
    if (isSettled) await settleLine(app, theSystem, id, 'Так і є')
    return id
  }

  /** Paid, and there is no receipt. */
  async function aParcel(isSettled: boolean): Promise<string> {
    await aPayout()
    const { rows } = await sql<{ order_id: string }>`
      update parcels set paid = true, status_code = 9, cod_amount = 10000 where order_id in (
        select o.id from orders o join parcels p on p.order_id = o.id
        where o.deleted_at is null and not p.paid and not exists (select from receipts r where r.order_id = o.id) limit 1)
      returning order_id`.execute(db)
    const id = rows[0]?.order_id ?? ''
    await judgeChanged(app)
    if (isSettled) await settleParcel(app, theSystem, id, 'Так і є')
    return id
  }

  return async ({ method, path }: Operation): Promise<Record<string, string>> => {
    const isReopening = method === 'DELETE'
    const found = await (async (): Promise<Record<string, string>> => {
      if (path.includes('/money/registers/{id}')) return { '{id}': await aPayout() }
      if (path.includes('/money/registers/withdrawn/{id}')) return { '{id}': await aWithdrawn() }
      if (path.includes('/money/lines/{id}')) return { '{id}': await aLine(isReopening) }
      if (path.includes('/money/parcels/{order_id}')) return { '{order_id}': await aParcel(isReopening) }
      return {}
    })()
    // What the cases before have changed is judged before the next read, and that is no change by the reader.
    await judgeChanged(app)
    return found
  }
}
