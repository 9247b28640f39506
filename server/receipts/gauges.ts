import { countUnansweredRegisters } from '#/server/cash-registers/register/provider-silence-store.ts'
import { listUnableRegisters } from '#/server/cash-registers/reading/register-for-receipts.ts'
import type { App } from '#/server/app.ts'
import { troubleTimes } from '#/server/orders/queue/rules.ts'
import { troubleKinds } from '#/server/orders/queue/troubles/kinds.ts'
import type { NamedGauge } from '#/server/platform/http/health/health.ts'
import { ageOfOldest, countOrphans, countReceivedWithoutReceipt, countUnsettled } from './alarm-store.ts'
import { listClockTroubles } from './clocks/list-clock-troubles.ts'
import { countTroublesOf, listDiffering, listFailed, listUndelivered, listUnfiscal } from './trouble-store.ts'

type AlarmApp = Pick<App, 'db' | 'encryption_keys' | 'clock' | 'config'>

/** The alarms as numbers, for monitoring. */
export const receiptGauges = (app: AlarmApp): NamedGauge[] => [...stateGauges(app), ...troubleGauges(app)]

const stateGauges = (app: AlarmApp): NamedGauge[] => [
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
]

const troubleGauges = (app: AlarmApp): NamedGauge[] => [
  {
    name: 'kasyr_received_without_receipt',
    help: 'Parcels that were received or paid for while no receipt stands for them',
    read: () => countReceivedWithoutReceipt(app.db),
  },
  {
    name: 'kasyr_paid_not_fiscal',
    help: 'Parcels that were paid for while their receipt is not fiscal after so long',
    read: async () => (await listUnfiscal(app.db, troubleTimes(app))).count,
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
    name: 'kasyr_receipt_troubles',
    help: 'Orders with a trouble that a person must see to, by its kind',
    label: 'kind',
    read: () => countTroubles(app),
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
    help: 'Registers that should make receipts and cannot now',
    read: async () => (await listUnableRegisters(app)).length,
  },
  {
    name: 'kasyr_registers_unanswered',
    help: 'Active registers to which the fiscal provider does not answer now',
    read: () => countUnansweredRegisters(app.db),
  },
]

async function countTroubles(app: AlarmApp): Promise<Record<string, number>> {
  const times = troubleTimes(app)
  const counts: Record<string, number> = {}
  for (const [name, kind] of Object.entries(troubleKinds)) counts[name] = await countTroublesOf(app.db, kind, times)
  return { ...counts, clock: (await listClockTroubles(app)).length }
}
