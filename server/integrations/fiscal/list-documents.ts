import type { EttnPaths } from './create-document.ts'
import { sooner, type Deadline } from './deadline.ts'
import type { EttnDocument, ListOutcome } from './ettn-client.ts'
import { failureOf } from './failure-words.ts'
import { failedLook, notAList, toFailedLook } from './find-document.ts'
import type { RegisterCredentials } from './fiscal-client.ts'
import { fromEttn, type Hide } from './read-ettn.ts'

/** The most Checkbox gives at once. */
const pageSize = 1000
/**
 * Pages reach back into the one before. A document removed meanwhile moves all that follow it up by one, and the first of the
 * next page would be skipped: a list without it would prove an absence that is none. So the last document of a page must be
 * seen again, or the list is no list.
 */
const overlap = 20
/** Two hundred thousand documents in the window of a look: something is wrong with one of us. */
const mostPages = 200
/** A document with its goods takes one to five kilobytes. */
const maxBytes = 16 * 1024 ** 2
const pageTimeoutMs = 20_000
/** In which zone their dates are, nobody says, so the window is wider by a day. More than was asked for may come. */
const dayMs = 24 * 3_600_000

export async function listDocuments(
  { sessions, prefix }: EttnPaths,
  credentials: RegisterCredentials,
  since: Date,
  deadline: Deadline,
): Promise<ListOutcome> {
  const found = new Map<string, EttnDocument>()
  // As the example in their description: no zone, no T. A filter with another name would be ignored without a word.
  const date_from = new Date(since.getTime() - dayMs).toISOString().slice(0, 19).replace('T', ' ')
  let [offset, last, first]: [number, string | null, string | null] = [0, null, null]
  for (let count = 0; count < mostPages; count += 1) {
    const query = new URLSearchParams({ date_from, limit: String(pageSize), offset: String(offset) })
    const call = { method: 'GET', path: `${prefix}?${query.toString()}`, maxBytes, attempts: 2 } as const
    const outcome = await sessions.callAsCashier(credentials, call, sooner(deadline, pageTimeoutMs))
    if (!outcome.ok) return toFailedLook(outcome)
    const page = readPage(outcome.json, outcome.hide)
    if (page === null) return failedLook(notAList)
    if (!follows(page, first, last)) return failedLook(changedMeanwhile)
    for (const document of page) found.set(document.id, document)
    if (page.length < pageSize) return { kind: 'whole', documents: [...found.values()] }
    first = page[0]?.id ?? null
    last = page.at(-1)?.id ?? null
    offset += page.length - overlap
  }
  return failedLook(tooLong)
}

/** null when anything in it is not a document: one that is left out would pass for one that does not exist. */
function readPage(json: unknown, hide: Hide): EttnDocument[] | null {
  if (!Array.isArray(json)) return null
  const page = json.map((one: unknown) => fromEttn(one, hide))
  const documents = page.filter((document) => document !== null)
  return documents.length === page.length ? documents : null
}

/** Goes on where the page before ended, and is not that page again: somebody in between may know no `offset`. */
const follows = (page: readonly EttnDocument[], first: string | null, last: string | null): boolean =>
  last === null || (page[0]?.id !== first && page.some(({ id }) => id === last))

const changedMeanwhile = failureOf('bad_answer', 'перелік документів у Checkbox змінився, поки ми його читали')
const tooLong = failureOf('bad_answer', 'перелік документів у Checkbox задовгий, щоб дочитати його до кінця')
