import { z } from 'zod'
import { sooner, type Deadline } from '#/server/platform/outbound/deadline.ts'
import type { ChainSearch, ChainsOutcome, PrepaymentChain } from '../ettn-client.ts'
import { failureOf } from '../failure-words.ts'
import type { RegisterCredentials } from '../fiscal-client.ts'
import { failedLook, toFailedLook } from './find-document.ts'
import { fromChain } from './read-chain.ts'
import type { CheckboxSessions } from './sessions.ts'

/** The most Checkbox gives at once. */
const pageSize = 1000
/** Twenty thousand advances with the number of one order: the search does not search. */
const mostPages = 20
/** A chain takes half a kilobyte. */
const maxBytes = 4 * 1024 ** 2
const pageTimeoutMs = 20_000
/** The zone of their dates is not published. */
const dayMs = 24 * 3_600_000

/** Whole by their own count, or failed: a chain that was left out would pass for one that does not exist. */
export async function searchChains(
  sessions: CheckboxSessions,
  credentials: RegisterCredentials,
  { number, since }: ChainSearch,
  deadline: Deadline,
): Promise<ChainsOutcome> {
  const wanted = { search: number, from_date: new Date(since.getTime() - dayMs).toISOString() }
  const found = new Map<string, PrepaymentChain>()
  let told = 0
  for (let count = 0; count < mostPages; count += 1) {
    const query = new URLSearchParams({ ...wanted, limit: String(pageSize), offset: String(told) })
    const path = `/prepayment-receipts/search?${query.toString()}` as const
    const call = { method: 'GET', path, maxBytes, attempts: 2 } as const
    const outcome = await sessions.callAsCashier(credentials, call, sooner(deadline, pageTimeoutMs))
    if (!outcome.ok) return toFailedLook(outcome)
    const page = readPage(outcome.json)
    if (page === null) return failedLook(notChains)
    for (const chain of page.chains) found.set(chain.relation_id, chain)
    told += page.chains.length
    if (told >= page.total || page.chains.length === 0)
      return found.size >= page.total ? { kind: 'whole', chains: [...found.values()] } : failedLook(changedMeanwhile)
  }
  return failedLook(tooLong)
}

const Page = z.object({ meta: z.object({ total_items: z.int().min(0) }), results: z.array(z.unknown()) })

/** null when anything in it is not a chain. */
function readPage(json: unknown): { total: number; chains: PrepaymentChain[] } | null {
  const page = Page.safeParse(json).data
  if (page === undefined) return null
  const chains = page.results.map(fromChain).filter((chain) => chain !== null)
  return chains.length === page.results.length ? { total: page.meta.total_items, chains } : null
}

const notChains = failureOf('bad_answer', 'Checkbox не дав переліку передоплат')
const changedMeanwhile = failureOf('bad_answer', 'перелік передоплат у Checkbox змінився, поки ми його читали')
const tooLong = failureOf('bad_answer', 'перелік передоплат у Checkbox задовгий, щоб дочитати його до кінця')
