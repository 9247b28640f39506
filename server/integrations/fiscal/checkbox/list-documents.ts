import type { EttnPaths } from './create-document.ts'
import { sooner, type Deadline } from '#/server/platform/outbound/deadline.ts'
import type { EttnDocument, ListOutcome, ListWindow } from '../ettn-client.ts'
import { failureOf } from '../failure-words.ts'
import { failedLook, notAList, toFailedLook } from './find-document.ts'
import type { RegisterCredentials } from '../fiscal-client.ts'
import { fromEttn, ttnOfUnreadable } from './read-ettn.ts'
import type { Reading } from './read-fields.ts'

/** The most Checkbox gives at once. */
const pageSize = 1000
/**
 * Pages reach back into the one before. A document removed meanwhile moves all that follow it up by one, and the first of the
 * next page would be skipped: a list without it would prove an absence that is none. So the last document of a page must be
 * seen again, or the list is no list.
 */
const mostOverlap = 20
/**
 * Fewer than requested may be the end, or an unpublished cap; this many is their own default, and no cap is lower. So a
 * page of at least so many is followed by another, until one is shorter than those before it.
 */
const smallestCap = 25
/** Two hundred thousand documents in the window of a lookup: one of the two programs is wrong. */
const mostPages = 200
/** A document with its goods takes one to five kilobytes. */
const maxBytes = 16 * 1024 ** 2
const pageTimeoutMs = 20_000
/** The zone of their dates is not published, so the window is wider by a day at both ends. */
const dayMs = 24 * 3_600_000

export async function listDocuments(
  { sessions, prefix }: EttnPaths,
  credentials: RegisterCredentials,
  window: ListWindow,
  deadline: Deadline,
): Promise<ListOutcome> {
  const found = new Map<string, EttnDocument>()
  const unreadable = new Set<string>()
  const wanted = toQuery(window)
  let [offset, longest, before]: [number, number, Page | null] = [0, 0, null]
  for (let count = 0; count < mostPages; count += 1) {
    const query = new URLSearchParams({ ...wanted, limit: String(pageSize), offset: String(offset) })
    const call = { method: 'GET', path: `${prefix}?${query.toString()}`, maxBytes, attempts: 2 } as const
    const outcome = await sessions.callAsCashier(credentials, call, sooner(deadline, pageTimeoutMs))
    if (!outcome.ok) return toFailedLook(outcome)
    const page = readPage(outcome.json, outcome)
    if (page === null) return failedLook(notAList)
    if (!follows(page, before)) return failedLook(changedMeanwhile)
    for (const document of page.documents) found.set(document.id, document)
    for (const ttn of page.unreadable_ttns) unreadable.add(ttn)
    if (page.length < Math.max(smallestCap, longest)) {
      const documents = [...found.values()].filter((document) => isAskedFor(document, window))
      return { kind: 'whole', documents, ...(unreadable.size > 0 && { unreadable_ttns: [...unreadable] }) }
    }
    longest = Math.max(longest, page.length)
    offset += page.length - Math.min(mostOverlap, Math.floor(page.length / 4))
    before = page
  }
  return failedLook(tooLong)
}

/** Their names: a parameter with another one would be ignored without a word. */
const toQuery = ({ since, until, status }: ListWindow): Record<string, string> => ({
  date_from: toTheirTime(since.getTime() - dayMs),
  ...(until === undefined ? {} : { date_to: toTheirTime(until.getTime() + dayMs) }),
  ...(status === undefined ? {} : { status: 'RETURNED' }),
})

/** As the example in their description: no zone, no T. */
const toTheirTime = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace('T', ' ')

/** A server that ignores a parameter gives more than requested. A document without a time is kept. */
function isAskedFor({ created_at, status }: EttnDocument, window: ListWindow): boolean {
  if (window.status !== undefined && status !== window.status) return false
  if (created_at === null) return true
  const at = Date.parse(created_at)
  return at >= window.since.getTime() - dayMs && at <= (window.until?.getTime() ?? Infinity) + dayMs
}

interface Page {
  documents: EttnDocument[]
  unreadable_ttns: string[]
  /** Of all its entries. */
  length: number
}

/**
 * null when an entry names neither a document nor a TTN: left out, it would pass for one that does not exist. An entry
 * without an id whose TTN can be read leaves only that TTN in doubt.
 */
function readPage(json: unknown, reading: Reading): Page | null {
  if (!Array.isArray(json)) return null
  const page: Page = { documents: [], unreadable_ttns: [], length: json.length }
  for (const one of json) {
    const document = fromEttn(one, reading)
    if (document !== null) {
      page.documents.push(document)
      continue
    }
    const ttn = ttnOfUnreadable(one)
    if (ttn === null) return null
    page.unreadable_ttns.push(ttn)
  }
  return page
}

/** Continues where the page before ended, and is not that page again: a proxy may drop `offset`. */
function follows(page: Page, before: Page | null): boolean {
  if (before === null) return true
  const last = before.documents.at(-1)?.id
  return page.documents[0]?.id !== before.documents[0]?.id && page.documents.some(({ id }) => id === last)
}

const changedMeanwhile = failureOf('bad_answer', 'перелік документів у Checkbox змінився, поки ми його читали')
const tooLong = failureOf('bad_answer', 'перелік документів у Checkbox задовгий, щоб дочитати його до кінця')
