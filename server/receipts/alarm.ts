import type { ReceiptAlarms, Trouble } from '#/contract/receipt-alarms.ts'
import {
  differingWords,
  failedWords,
  lackingWords,
  noReasonWords,
  undeliveredWords,
  unfiscalWords,
} from '#/contract/receipt-trouble-words.ts'
import { listUnableRegisters } from '#/server/cash-registers/reading/register-for-receipts.ts'
import type { App } from '#/server/app.ts'
import { troubleTimes } from '#/server/orders/queue/rules.ts'
import { troubleKinds } from '#/server/orders/queue/troubles/kinds.ts'
import { countReceivedWithoutReceipt, countUnsettled, listOrphans, tallyOrphans } from './alarm-store.ts'
import { listClockTroubles } from './clocks/list-clock-troubles.ts'
import {
  listDiffering,
  listFailed,
  listLacking,
  listTroubles,
  listUndelivered,
  listUnfiscal,
  listWaiting,
  sumLacking,
  type Found,
  type Named,
} from './trouble-store.ts'

type AlarmApp = Pick<App, 'db' | 'encryption_keys' | 'clock' | 'config'>

/** What a person must act on: a parcel paid for without a receipt costs the shop more than the goods. */
export async function readAlarms(app: AlarmApp): Promise<ReceiptAlarms> {
  const { db } = app
  const [unsettled, waiting, received_without_receipt, received_amount, lacking] = await Promise.all([
    countUnsettled(db),
    listWaiting(db),
    countReceivedWithoutReceipt(db),
    sumLacking(db),
    listLacking(db),
  ])
  const [unfiscal, differing, failed, undelivered, registers, orphans, allOrphans] = await Promise.all([
    listUnfiscal(db, troubleTimes(app)),
    listDiffering(db),
    listFailed(db),
    listUndelivered(db),
    listUnableRegisters(app),
    listOrphans(db),
    tallyOrphans(db),
  ])
  return {
    attention: unsettled['attention'] ?? 0,
    waiting: told(waiting, (row) => ({
      ...withDetail(row, row.problem?.detail ?? noReasonWords),
      receipt_id: row.receipt_id,
      kind: row.kind,
      is_test: row.is_test,
      problem: row.problem,
    })),
    received_without_receipt,
    received_amount,
    received: lacking.map((row) => withDetail(row, lackingWords(row))),
    paid_not_fiscal: told(unfiscal, (row) => withDetail(row, unfiscalWords(row.amount, row.state))),
    sums_differ: told(differing, (row) => ({
      ...withDetail(row, differingWords(row)),
      control: row.control,
      fiscal: row.fiscal,
    })),
    failed: told(failed, (row) => withDetail(row, failedWords(row.problem))),
    copies_undelivered: told(undelivered, (row) => withDetail(row, undeliveredWords(row.amount))),
    ...(await readKinds(app)),
    registers,
    orphans,
    orphans_count: allOrphans.count,
    orphans_amount: allOrphans.amount,
  }
}

/** Each kind of trouble that has a file of its own. */
async function readKinds(app: AlarmApp) {
  const { db } = app
  const times = troubleTimes(app)
  const [ttnDiffers, unbound, notAsked, stuck, returnDue, withoutCode, deleted, left, clocks] = await Promise.all([
    listTroubles(db, troubleKinds.ttn_differs, times),
    listTroubles(db, troubleKinds.unbound_received, times),
    listTroubles(db, troubleKinds.not_asked, times),
    listTroubles(db, troubleKinds.stuck, times),
    listTroubles(db, troubleKinds.return_due, times),
    listTroubles(db, troubleKinds.fiscal_without_code, times),
    listTroubles(db, troubleKinds.parcel_deleted, times),
    listTroubles(db, troubleKinds.sale_left, times),
    listClockTroubles(app),
  ])
  return {
    ttn_differs: told(ttnDiffers, ({ trouble, told: { crm_ttn } }) => ({ ...trouble, crm_ttn })),
    unbound_received: told(unbound, ({ trouble }) => trouble),
    not_asked: told(notAsked, ({ trouble }) => trouble),
    stuck: told(stuck, ({ trouble }) => trouble),
    return_due: told(returnDue, ({ trouble }) => trouble),
    fiscal_without_code: told(withoutCode, ({ trouble }) => trouble),
    parcel_deleted: told(deleted, ({ trouble }) => trouble),
    sale_left: told(left, ({ trouble, told: { left_ttn } }) => ({ ...trouble, left_ttn })),
    clock: { count: clocks.length, items: clocks },
  }
}

const told = <Row, Item>({ count, amount, rows }: Found<Row>, tell: (row: Row) => Item) => ({
  count,
  amount,
  items: rows.map(tell),
})

const withDetail = (
  { order_id, number, ttn, recipient, receipt_id, amount, since, cash_register }: Named,
  detail: string,
): Trouble => ({
  order_id,
  number,
  ttn,
  recipient,
  receipt_id,
  amount,
  since,
  cash_register,
  detail,
})
