import { createHash } from 'node:crypto'
import type { EttnClient, Permitted, PrepaymentChain } from '../ettn-client.ts'
import { failureOf, permitExpired, toUnanswered } from '../failure-words.ts'
import type { FiscalFailure, RegisterCredentials } from '../fiscal-client.ts'
import { findStubChain } from './chain.ts'
import { createStubDocument } from './create-document.ts'
import { bringUpToDate, findCurrentDocument, isId, type StubProvider } from './current-document.ts'
import { isWaiting, toEttnDocument, toFiscalReceipt } from './document.ts'
import { faultOf, listFailsMs } from './faults.ts'
import { fiscalizeStubDocument } from './fiscalize.ts'
import { removeStubDocument } from './remove-document.ts'
import { findStubDocument, listStubDocuments, listStubRelations, openStubShift, type StubDocument } from './store.ts'
import { whyBarred } from './why-barred.ts'

/** The provider of receipts in the demo and for test registers: its documents live in our database, see README.md. */
export function createStubEttnClient(provider: StubProvider): EttnClient {
  const { db, clock } = provider
  return {
    kind: 'stub',
    // Its time is ours.
    aheadMs: () => 0,

    create: async (credentials, request) => {
      const unsent = whyNotSent(request)
      if (unsent !== null) return { kind: 'not_sent', failure: unsent }
      const barred = whyBarred(credentials)
      if (barred !== null) return { kind: 'refused', failure: barred, code: null }
      return createStubDocument(provider, registerOf(credentials), request)
    },

    remove: async (credentials, request) => {
      const unsent = whyNotSent(request)
      if (unsent !== null) return { kind: 'not_sent', failure: unsent }
      const barred = whyBarred(credentials)
      if (barred !== null) return { kind: 'not_sent', failure: barred }
      return removeStubDocument(provider, registerOf(credentials), request)
    },

    find: async (credentials, id, signal) => {
      const failure = whyBarred(credentials, signal)
      if (failure !== null) return failed(failure)
      const document = await findCurrentDocument(provider, registerOf(credentials), id)
      return document === null || document.kind === 'prepayment'
        ? { kind: 'absent' }
        : { kind: 'found', found: toEttnDocument(document, clock.now()) }
    },

    list: async (credentials, window, signal) => {
      const failure = whyBarred(credentials, signal)
      if (failure !== null) return failed(failure)
      const now = clock.now()
      const until = new Date(Math.min(now.getTime(), window.until?.getTime() ?? Infinity))
      const rows = await listStubDocuments(db, registerOf(credentials), window.since, until)
      const documents = await bringUpToDate(provider, rows)
      if (documents.some((document) => spoilsLists(document, now)))
        return failed(failureOf('unavailable', 'Checkbox тимчасово не працює'))
      const listed = documents.map((document) => toEttnDocument(document, now))
      const { status: wanted } = window
      return { kind: 'whole', documents: listed.filter(({ status }) => wanted === undefined || status === wanted) }
    },

    findReceipt: async (credentials, id, signal) => {
      const failure = whyBarred(credentials, signal)
      if (failure !== null) return failed(failure)
      if (!isId(id)) return { kind: 'absent' }
      const document = await findStubDocument(db, registerOf(credentials), { receipt_id: id })
      const receipt = document === undefined ? null : toFiscalReceipt(document, clock.now())
      return receipt === null ? { kind: 'absent' } : { kind: 'found', found: receipt }
    },

    findChain: async (credentials, relationId, signal) => {
      const failure = whyBarred(credentials, signal)
      if (failure !== null) return failed(failure)
      const chain = await findStubChain(provider, registerOf(credentials), relationId)
      return chain === null ? { kind: 'absent' } : { kind: 'found', found: chain }
    },

    searchChains: async (credentials, { number, since }, signal) => {
      const failure = whyBarred(credentials, signal)
      if (failure !== null) return failed(failure)
      const register = registerOf(credentials)
      const chains: PrepaymentChain[] = []
      for (const relation of await listStubRelations(db, register, { number, since, until: clock.now() }))
        chains.push(...[await findStubChain(provider, register, relation)].filter((chain) => chain !== null))
      return { kind: 'whole', chains }
    },

    fiscalize: async (credentials, id, signal) => {
      const failure = whyBarred(credentials, signal)
      if (failure !== null) return signal?.aborted ? failed(failure) : { kind: 'refused', failure }
      return fiscalizeStubDocument(provider, registerOf(credentials), id)
    },

    sendCopy: async (credentials, receiptId, _to, signal) => {
      const failure = whyBarred(credentials, signal)
      if (failure !== null) return signal?.aborted ? failed(failure) : { kind: 'refused', failure }
      const document = isId(receiptId)
        ? await findStubDocument(db, registerOf(credentials), { receipt_id: receiptId })
        : undefined
      return document !== undefined && toFiscalReceipt(document, clock.now()) !== null
        ? { kind: 'sent' }
        : { kind: 'refused', failure: failureOf('refused', 'Тестова каса не має такого чека') }
    },

    openShift: async (credentials, signal) => {
      const failure = whyBarred(credentials, signal)
      if (failure !== null) return { kind: 'failed', failure, may_retry: failure.kind === 'timeout' }
      const isOpened = await openStubShift(db, registerOf(credentials), clock.now())
      return { kind: 'open', closes: isOpened ? 'by_itself' : 'not_ours' }
    },
  }
}

/** A failing list must not hide a document for ever: it recovers by itself. */
const spoilsLists = (document: StubDocument, now: Date): boolean =>
  isWaiting(document) &&
  faultOf(document.ttn) === 'list_fails' &&
  now.getTime() < Date.parse(document.made_at) + listFailsMs

/** The key is a secret, and the stub needs no more of it than to know it again. */
const registerOf = ({ license_key }: RegisterCredentials): string =>
  createHash('sha256').update(`register of the stub: ${license_key}`).digest('hex')

function whyNotSent({ permit, signal }: Permitted): FiscalFailure | null {
  if (signal?.aborted) return toUnanswered('cancelled')
  return permit.leftMs() === 0 ? permitExpired : null
}

const failed = (failure: FiscalFailure) => ({ kind: 'failed', failure, retry_after_seconds: null }) as const
