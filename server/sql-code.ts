import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  createdCodes,
  deletedCode,
  finalCodes,
  receivedCodes,
  redirectedCode,
  refusedCodes,
  unknownCode,
  waitingCodes,
} from '#/contract/carrier-statuses.ts'
import { deadStates, doubtfulStates, settledStates } from '#/contract/receipt-states.ts'
import { receiptUrlPattern } from './integrations/fiscal/receipt-url.ts'
import { mendDocuments } from './orders/order/document-store.ts'
import { mendFacts } from './orders/order/fact-store.ts'
import { recountTallies } from './orders/queue/tally-store.ts'
import { instantFormat } from './platform/database/json.ts'
import { withConstants, type Constant } from './platform/database/named-constants.ts'
import type { SqlCode } from './platform/database/sql-code.ts'
import { eventsChannel } from './platform/events.ts'

/** The constants of the SQL files, by name: a file says `:received_codes`. */
const constants: Record<string, Constant> = {
  created_codes: createdCodes,
  dead_states: deadStates,
  deleted_code: deletedCode,
  doubtful_states: doubtfulStates,
  events_channel: eventsChannel,
  final_codes: finalCodes,
  instant: instantFormat,
  receipt_url: receiptUrlPattern,
  received_codes: receivedCodes,
  redirected_code: redirectedCode,
  refused_codes: refusedCodes,
  settled_states: settledStates,
  unknown_code: unknownCode,
  waiting_codes: waitingCodes,
}

/** The features whose functions decide what orders keep of their parcels and receipts, how they are shown and counted. */
const decidesOnOrders = /^(orders|parcels|receipts|status)\//

/** The functions and triggers of all features, one file each: `server/<feature>/sql/<name>.sql`. */
export const sqlCode: SqlCode = {
  read: () => withConstants(readFiles(), constants),
  refresh: async (tx, changed) => {
    if (changed !== null && !changed.some((file) => decidesOnOrders.test(file))) return
    await mendFacts(tx)
    await mendDocuments(tx)
    await recountTallies(tx)
  },
}

/** Those of the platform first: triggers of all features call them. */
function readFiles(): Map<string, string> {
  const paths = globSync('**/sql/*.sql', { cwd: import.meta.dirname }).toSorted()
  const isOfPlatform = (path: string): boolean => path.startsWith('platform/')
  const inOrder = [...paths.filter(isOfPlatform), ...paths.filter((path) => !isOfPlatform(path))]
  return new Map(inOrder.map((path) => [path, readFileSync(join(import.meta.dirname, path), 'utf8')]))
}
