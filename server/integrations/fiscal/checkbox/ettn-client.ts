import type { Clock } from '#/server/platform/clock.ts'
import type { Logger } from '#/server/platform/log.ts'
import type { CheckboxSessions } from './sessions.ts'
import { createDocument } from './create-document.ts'
import { startDeadline } from '#/server/platform/outbound/deadline.ts'
import type { EttnClient } from '../ettn-client.ts'
import { findChain, findDocument, findReceipt } from './find-document.ts'
import { listDocuments } from './list-documents.ts'
import { searchChains } from './search-chains.ts'
import { openShift } from './open-shift.ts'
import { removeDocument } from './remove-document.ts'
import { fiscalizeDocument } from './fiscalize.ts'
import { sendCopy } from './send-copy.ts'

export interface CheckboxEttnOptions {
  sessions: CheckboxSessions
  /** `/ettn`, or `/np/ettn` should it ever misbehave: the same operations on the same documents. */
  prefix: string
  /** For one look. */
  findTimeoutMs: number
  /** For a whole list, however many pages it has. */
  listTimeoutMs: number
  shiftTimeoutMs: number
  shiftPollMs: number
  clock: Clock
  log?: Pick<Logger, 'warn'> | undefined
}

/** Creations and removals bring their own times: they depend on the permit. */
export function createCheckboxEttnClient({ sessions, clock, log, ...options }: CheckboxEttnOptions): EttnClient {
  const { findTimeoutMs, listTimeoutMs, shiftTimeoutMs, shiftPollMs: pollMs } = options
  const paths = { sessions, prefix: `/${options.prefix.replace(/^\/+|(?<!\/)\/+$/g, '')}` } as const
  return {
    kind: 'real',
    create: (credentials, request) => createDocument(paths, credentials, request),
    remove: (credentials, document) => removeDocument(paths, credentials, document),
    find: (credentials, id, signal) => findDocument(paths, credentials, id, startDeadline(findTimeoutMs, signal)),
    list: (credentials, window, signal) =>
      listDocuments(paths, credentials, window, startDeadline(listTimeoutMs, signal)),
    findReceipt: (credentials, id, signal) =>
      findReceipt(sessions, credentials, id, startDeadline(findTimeoutMs, signal)),
    findChain: (credentials, relationId, signal) =>
      findChain(sessions, credentials, relationId, startDeadline(findTimeoutMs, signal)),
    searchChains: (credentials, search, signal) =>
      searchChains(sessions, credentials, search, startDeadline(listTimeoutMs, signal)),
    fiscalize: (credentials, id, signal) =>
      fiscalizeDocument(paths, credentials, id, startDeadline(findTimeoutMs, signal)),
    sendCopy: (credentials, receiptId, to, signal) =>
      sendCopy(sessions, credentials, receiptId, to, startDeadline(findTimeoutMs, signal)),
    openShift: (credentials, signal) =>
      openShift({ sessions, clock, log, pollMs }, credentials, startDeadline(shiftTimeoutMs, signal)),
  }
}
