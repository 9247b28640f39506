import { createHash } from 'node:crypto'
import type { CrmOrder } from '../crm-order.ts'
import type { CrmClient, CrmFailure, CrmPage } from './crm-client.ts'

/** What we request; the CRM may give less. */
const pageSize = 500
/** How far a page reaches back into the one before it, or half of it. */
const longestOverlap = 20
/** A CRM that has more would be read for ever; and a page that brings nothing new is rarely needed. */
const [mostPages, mostIdlePages] = [10_000, 1000]
/** In a row, without anything new in between. */
const [mostRepeated, mostStrayed] = [3, 8]

/** One order of a page, as far as paging is concerned. */
interface Row {
  key: string
  /** Another one after every change. */
  mark: string
}

interface Read {
  /** The offset it was asked with. */
  at: number
  /** How many orders come before it. */
  before: number
  page: CrmPage
  rows: Row[]
}

/**
 * Every order the CRM has changed since `updated_from`, page by page, or why the list could not be read to its end. The
 * list is alive: an order that is touched or removed while we read moves all that follow it, and the first of the next
 * page would be skipped. So each page begins within the one before and must begin with an order that we have met and
 * that has not changed since; otherwise we go back until one does. Where pages cannot overlap (the CRM counts pages, or
 * gives one order at a time) the page before is read again, and nothing on it may have changed. The list ends where the
 * CRM says that it is complete, or where a page is empty, never where a page is short: CRMs give fewer than requested.
 * Orders that are touched meanwhile may be missed; the next run asks for them by their time.
 */
export async function* readOrders(
  crm: CrmClient,
  updated_from: string | null,
  signal?: AbortSignal,
): AsyncGenerator<CrmPage, CrmFailure | null> {
  const pass = startPass(crm, updated_from, signal)
  try {
    let last: Read | null = await pass.ask(0)
    while (last !== null) {
      yield last.page
      const isNew = pass.take(last)
      if (pass.isWhole(last)) return null
      const overlap: number = crm.paging === 'orders' ? overlapOf(last) : 0
      last = overlap > 0 ? await readOn(pass, last, overlap, isNew) : await readBeside(pass, last)
    }
    return null
  } catch (error) {
    if (error instanceof Unfinished) return error.failure
    throw error
  }
}

const overlapOf = ({ rows }: Read): number => Math.min(longestOverlap, Math.floor(rows.length / 2))

type Pass = ReturnType<typeof startPass>

class Unfinished extends Error {
  readonly failure: CrmFailure
  constructor(failure: CrmFailure) {
    super(failure.detail)
    this.failure = failure
  }
}
const unfinished = (detail: string) => new Unfinished({ kind: 'bad_answer', detail })

function startPass(crm: CrmClient, updated_from: string | null, signal: AbortSignal | undefined) {
  const met = new Map<string, string>()
  let [pages, idle, repeated, strayed, longest, pageLength] = [0, 0, 0, 0, 0, 0]

  return {
    async ask(at: number): Promise<Read> {
      pages += 1
      idle += 1
      if (pages > mostPages || idle > mostIdlePages)
        throw unfinished('перелік замовлень у CRM задовгий, щоб дочитати його до кінця')
      const answer = await crm.listOrders({ updated_from, offset: at, limit: pageSize }, signal)
      if (!answer.ok) throw new Unfinished(answer.failure)
      const rows = rowsOf(answer.page)
      longest = Math.max(longest, rows.length)
      if (at === 0) pageLength = rows.length
      return { at, before: crm.paging === 'pages' ? at * pageLength : at, page: answer.page, rows }
    },
    /** Remembers what the page holds; true when any of it is new. */
    take({ rows }: Read): boolean {
      const size = met.size
      for (const { key, mark } of rows) met.set(key, mark)
      const isNew = met.size > size
      if (isNew) [idle, repeated, strayed] = [0, 0, 0]
      return isNew
    },
    /** Nothing between this page and what was read before can be missing. */
    follows({ at, rows: [first] }: Read): boolean {
      return at === 0 || (first !== undefined && met.get(first.key) === first.mark)
    },
    isWhole({ before, page: { total }, rows }: Read): boolean {
      const reached = before + rows.length
      if (crm.paging === 'none' || rows.length === 0) {
        refuseShort(updated_from, total, reached)
        return true
      }
      return total !== null && reached >= total && met.size >= total
    },
    isShort: ({ rows }: Read): boolean => rows.length < longest,
    /** A page after the last one is empty. */
    end({ before, page: { total }, rows }: Read): null {
      refuseShort(updated_from, total, before + rows.length)
      return null
    },
    noteRepeated(): void {
      repeated += 1
      if (repeated >= mostRepeated)
        throw unfinished(
          'CRM раз у раз віддає ту саму сторінку замовлень, тож решти не видно: перевірте params.offset і params.page у файлі KASYR_CRM_MAPPING',
        )
    },
    noteStrayed(): void {
      strayed += 1
      if (strayed >= mostStrayed)
        throw unfinished(
          'сторінки замовлень із CRM не продовжують одна одну: або замовлення змінюються швидше, ніж ми їх читаємо, або CRM рахує сторінки інакше (params.offset і params.page у файлі KASYR_CRM_MAPPING)',
        )
    },
  }
}

/** With a filter a CRM may say how many orders there are in all; without one that number is a promise. */
function refuseShort(updated_from: string | null, total: number | null, reached: number): void {
  if (updated_from !== null || total === null || reached >= total) return
  throw unfinished(
    `CRM каже, що замовлень ${total}, а віддала ${reached}: якщо це число означає щось інше, вкажіть "total": null у файлі KASYR_CRM_MAPPING`,
  )
}

/** The next page, which begins within the last one; null at the end. */
async function readOn(pass: Pass, last: Read, overlap: number, isNew: boolean): Promise<Read | null> {
  const end = last.at + last.rows.length
  // Full pages go on; a shorter one with nothing new is the end, if an empty page says so.
  if (!isNew && last.at > 0 && pass.isShort(last)) {
    const beyond = await pass.ask(end)
    if (beyond.rows.length === 0) return pass.end(last)
    if (isSame(beyond, last)) pass.noteRepeated()
  }
  const next = await readBack(pass, await pass.ask(end - overlap), overlap)
  if (next.at !== last.at && isSame(next, last)) pass.noteRepeated()
  return next
}

/** The next page where it cannot overlap; the last one again if it has changed meanwhile; null at the end. */
async function readBeside(pass: Pass, last: Read): Promise<Read | null> {
  const next = await pass.ask(last.at + 1)
  const again = await pass.ask(last.at)
  if (!isUnchanged(again, last)) {
    pass.noteStrayed()
    return readBack(pass, again, 1)
  }
  if (next.rows.length === 0) return pass.end(last)
  const known = new Set(last.rows.map(({ key }) => key))
  if (!next.rows.some(({ key }) => known.has(key))) return next
  if (isSame(next, last)) pass.noteRepeated()
  else pass.noteStrayed()
  return again
}

/** The page itself if it goes on from what we know, else the nearest one before it that does. */
async function readBack(pass: Pass, read: Read, step: number): Promise<Read> {
  let found = read
  for (let back = step; !pass.follows(found); back *= 2) {
    pass.noteStrayed()
    found = await pass.ask(Math.max(0, found.at - back))
  }
  return found
}

const isSame = (one: Read, other: Read): boolean =>
  one.rows.length === other.rows.length && one.rows.every(({ key }, place) => key === other.rows[place]?.key)

/** An order that was touched may have come back to its place, after others have moved past it. */
const isUnchanged = (one: Read, other: Read): boolean =>
  isSame(one, other) && one.rows.every(({ mark }, place) => mark === other.rows[place]?.mark)

/** In the order of the CRM. */
function rowsOf({ orders, unreadable }: CrmPage): Row[] {
  const rows: Row[] = orders.map((order) => ({ key: order.crm_id, mark: markOf(order) }))
  for (const { place, ...order } of unreadable) rows.splice(place, 0, { key: order.key, mark: JSON.stringify(order) })
  return rows
}

const markOf = (order: CrmOrder): string =>
  order.updated_at ?? createHash('sha256').update(JSON.stringify(order)).digest('base64')
