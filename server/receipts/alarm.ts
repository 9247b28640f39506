import type { ReceiptAlarms } from '#/contract/receipt-alarms.ts'
import { countUnansweredRegisters } from '#/server/cash-registers/provider-silence-store.ts'
import { listUnableRegisters } from '#/server/cash-registers/register-for-receipts.ts'
import type { App } from '#/server/context.ts'
import type { NamedGauge } from '#/server/platform/http/health.ts'
import {
  ageOfOldest,
  countOrphans,
  countReceivedWithoutReceipt,
  countUnsettled,
  listOrphans,
  listReceivedWithoutReceipt,
} from './alarm-store.ts'

type AlarmApp = Pick<App, 'db' | 'encryption_keys' | 'clock'>

/** What a person must see to: a parcel paid for without a receipt costs the shop more than the goods. */
export async function readAlarms(app: AlarmApp): Promise<ReceiptAlarms> {
  const [unsettled, received_without_receipt, received, registers, orphans] = await Promise.all([
    countUnsettled(app.db),
    countReceivedWithoutReceipt(app.db),
    listReceivedWithoutReceipt(app.db),
    listUnableRegisters(app),
    listOrphans(app.db),
  ])
  return { attention: unsettled['attention'] ?? 0, received_without_receipt, received, registers, orphans }
}

/** The same as numbers, for whoever watches over the service at night. */
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
    help: 'Parcels that were received while no receipt stands for them',
    read: () => countReceivedWithoutReceipt(app.db),
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
