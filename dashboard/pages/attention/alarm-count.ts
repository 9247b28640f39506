import type { MoneyAlarms } from '#/contract/parcel-payments.ts'
import type { ReceiptAlarms } from '#/contract/receipt-alarms.ts'

/** How many things wait for a person. An undelivered copy raises no alarm, so it is not among them. */
export const countAlarms = (alarms: ReceiptAlarms): number =>
  alarms.received_without_receipt +
  alarms.paid_not_fiscal.count +
  alarms.sums_differ.count +
  alarms.failed.count +
  alarms.attention +
  alarms.ttn_differs.count +
  alarms.unbound_received.count +
  alarms.not_asked.count +
  alarms.stuck.count +
  alarms.return_due.count +
  alarms.fiscal_without_code.count +
  alarms.parcel_deleted.count +
  alarms.sale_left.count +
  alarms.clock.count +
  alarms.registers.length +
  alarms.orphans_count

/** The same of money. */
export const countMoneyAlarms = (alarms: MoneyAlarms): number =>
  Object.values(alarms).reduce((sum, { count }) => sum + count, 0)
