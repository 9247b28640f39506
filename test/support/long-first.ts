import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Those that take longest, the longest first. Begun last, one of them would keep the whole run waiting with one core idle. */
const long = [
  'faults/first-minute.long',
  'world/world.long',
  'faults/embedded-server.long',
  'scenarios/release.long',
  'attack/awkward-texts.long',
  'receipts-kill-loop',
  'receipts-races',
  'receipts-faults.long',
  'fuzz/openapi.long',
  'parcels-budget',
  'orders-property',
  'receipts-api-races',
  'component/zoom.long',
  'component/text-spacing.long',
  'browser/shell-outage.long',
  'component/gallery-orders',
  'component/gallery-receipts',
  'component/gallery-others',
  'browser/session.long',
  'browser/receipts-single.long',
  'browser/orders-keys',
  'browser/receipts-single',
  'browser/login',
  'browser/orders-list.long',
  'browser/receipts-bulk.long',
  'scenarios/receipts-reconcile',
  'scenarios/provider-documents',
  'scenarios/orders-sync',
  'checkbox/ettn-faults',
  'model/receipt-model',
  'model/sale/sale-model',
  'checkbox/client-faults',
  'attack/audit-tampering.long',
  'attack/crafted-backups.long',
  'attack/crafted-backups-embedded.long',
  'scenarios/backup.long',
]

export default class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const usual = await super.sort(files)
    return usual.toSorted((a, b) => placeOf(a) - placeOf(b))
  }
}

function placeOf({ moduleId }: TestSpecification): number {
  const place = long.findIndex((name) => moduleId.endsWith(`${name}.test.ts`))
  return place < 0 ? long.length : place
}
