import { startDeadline } from '#/server/platform/outbound/deadline.ts'
import type { EttnClient } from '../ettn-client.ts'
import type { FiscalClient } from '../fiscal-client.ts'
import { checkCredentials } from './check-credentials.ts'
import { createClockComparison } from './compare-clocks.ts'
import { createDocument } from './create-document.ts'
import { findChain, findDocument, findReceipt } from './find-document.ts'
import { fiscalizeDocument } from './fiscalize.ts'
import { createCheckboxHttp, type CheckboxHttpOptions } from './http.ts'
import { listDocuments } from './list-documents.ts'
import { listZReports } from './list-z-reports.ts'
import { openShift } from './open-shift.ts'
import { removeDocument } from './remove-document.ts'
import { searchChains } from './search-chains.ts'
import { sendCopy } from './send-copy.ts'
import { createCheckboxSessions } from './sessions.ts'

export interface CheckboxOptions extends Omit<CheckboxHttpOptions, 'url' | 'comparison'> {
  url?: string
  /** Of the ETTN operations: `/ettn`, or `/np/ettn` should it ever misbehave: the same operations on the same documents. */
  prefix?: string
  /** For a whole check: a person waits for it. */
  timeoutMs?: number
  /** Tax rates and the like are not worth the whole wait. */
  optionalTimeoutMs?: number
  /** For one look. */
  findTimeoutMs?: number
  /** For a whole list, however many pages it has. */
  listTimeoutMs?: number
  shiftTimeoutMs?: number
  shiftPollMs?: number
}

const publicUrl = 'https://api.checkbox.ua/api/v1'

/** Both sides of Checkbox with one set of tokens and breakers: a register that is down is down for both. */
export function createCheckbox(options: CheckboxOptions): { fiscal: FiscalClient; ettn: EttnClient } {
  const { url = publicUrl, clock, log, timeoutMs = 8000, optionalTimeoutMs = 3000, prefix = '/ettn' } = options
  const {
    findTimeoutMs = 10_000,
    listTimeoutMs = 60_000,
    shiftTimeoutMs = 20_000,
    shiftPollMs: pollMs = 1000,
  } = options
  const comparison = createClockComparison()
  const http = createCheckboxHttp({ ...options, url, comparison })
  const sessions = createCheckboxSessions({ http, clock, timeoutMs })
  const paths = { sessions, prefix: `/${prefix.replace(/^\/+|(?<!\/)\/+$/g, '')}` } as const
  const toFind = (signal?: AbortSignal) => startDeadline(findTimeoutMs, signal)
  const toList = (signal?: AbortSignal) => startDeadline(listTimeoutMs, signal)
  return {
    fiscal: {
      kind: 'real',
      checkCredentials: (credentials, signal) =>
        checkCredentials({ http, sessions, optionalTimeoutMs }, credentials, startDeadline(timeoutMs, signal)),
      listZReports: (credentials, window, signal) => listZReports(sessions, credentials, window, toList(signal)),
    },
    ettn: {
      kind: 'real',
      aheadMs: comparison.aheadMs,
      // Creations and removals bring their own times: they depend on the permit.
      create: (credentials, request) => createDocument(paths, credentials, request),
      remove: (credentials, document) => removeDocument(paths, credentials, document),
      find: (credentials, id, signal) => findDocument(paths, credentials, id, toFind(signal)),
      list: (credentials, window, signal) => listDocuments(paths, credentials, window, toList(signal)),
      findReceipt: (credentials, id, signal) => findReceipt(sessions, credentials, id, toFind(signal)),
      findChain: (credentials, relationId, signal) => findChain(sessions, credentials, relationId, toFind(signal)),
      searchChains: (credentials, search, signal) => searchChains(sessions, credentials, search, toList(signal)),
      fiscalize: (credentials, id, signal) => fiscalizeDocument(paths, credentials, id, toFind(signal)),
      sendCopy: (credentials, receiptId, to, signal) => sendCopy(sessions, credentials, receiptId, to, toFind(signal)),
      openShift: (credentials, signal) =>
        openShift({ sessions, clock, log, pollMs }, credentials, startDeadline(shiftTimeoutMs, signal)),
    },
  }
}
