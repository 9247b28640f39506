import type { ReceiptAlarms, Trouble } from '#/contract/receipt-alarms.ts'
import {
  differingWords,
  failedWords,
  lackingWords,
  noReasonWords,
  undeliveredWords,
  unfiscalWords,
} from '#/contract/receipt-trouble-words.ts'
import { countUnansweredRegisters } from '#/server/cash-registers/provider-silence-store.ts'
import { listUnableRegisters } from '#/server/cash-registers/register-for-receipts.ts'
import type { App } from '#/server/context.ts'
import { paidTooLongAgo } from '#/server/orders/queue/rules.ts'
import type { NamedGauge } from '#/server/platform/http/health.ts'
import {
  ageOfOldest,
  countOrphans,
  countReceivedWithoutReceipt,
  countUnsettled,
  listOrphans,
  tallyOrphans,
} from './alarm-store.ts'
import {
  listDiffering,
  listFailed,
  listLacking,
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
    listUnfiscal(db, paidTooLongAgo(app)),
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
    registers,
    orphans,
    orphans_count: allOrphans.count,
    orphans_amount: allOrphans.amount,
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

/** The same as numbers, for monitoring. */
export const receiptGauges = (app: AlarmApp): NamedGauge[] => [
  {
    name: 'kasyr_receipts',
    help: 'Receipts that are not settled yet, by state',
    label: 'state',
    read: () => countUnsettled(app.db),
  },
  {
    name: 'kasyr_receipts_oldest_seconds',
    help: 'How long the oldest receipt that is being worked on has been in its state',
    label: 'state',
    read: () => ageOfOldest(app.db, app.clock.now()),
  },
  {
    name: 'kasyr_receipts_attention',
    help: 'Receipts that wait for a person',
    read: async () => (await countUnsettled(app.db))['attention'] ?? 0,
  },
  {
    name: 'kasyr_received_without_receipt',
    help: 'Parcels that were received or paid for while no receipt stands for them',
    read: () => countReceivedWithoutReceipt(app.db),
  },
  {
    name: 'kasyr_paid_not_fiscal',
    help: 'Parcels that were paid for while their receipt is not fiscal after so long',
    read: async () => (await listUnfiscal(app.db, paidTooLongAgo(app))).count,
  },
  {
    name: 'kasyr_sums_differ',
    help: 'Receipts whose sum is not the one the carrier takes or the fiscal receipt says',
    read: async () => (await listDiffering(app.db)).count,
  },
  {
    name: 'kasyr_receipts_failed',
    help: 'Orders whose last receipt failed and that have no other',
    read: async () => (await listFailed(app.db)).count,
  },
  {
    name: 'kasyr_copies_undelivered',
    help: 'Fiscal receipts of which the buyer got no copy',
    read: async () => (await listUndelivered(app.db)).count,
  },
  {
    name: 'kasyr_orphan_documents',
    help: 'Documents at the provider that no receipt stands for',
    read: () => countOrphans(app.db),
  },
  {
    name: 'kasyr_registers_unable',
    help: 'Active registers that cannot make receipts now',
    read: async () => (await listUnableRegisters(app)).length,
  },
  {
    name: 'kasyr_registers_unanswered',
    help: 'Active registers to which the fiscal provider does not answer now',
    read: () => countUnansweredRegisters(app.db),
  },
]
