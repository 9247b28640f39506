import type { App } from '#/server/context.ts'
import type { ListOutcome } from '#/server/integrations/fiscal/ettn-client.ts'
import type { FiscalFailure } from '#/server/integrations/fiscal/fiscal-client.ts'
import { lookUpReceipts, type Finding } from '../looking/look-up-receipts.ts'
import type { Provider } from '../looking/find-provider.ts'
import { pauseSending } from './pause-sending.ts'
import { tellWhyItWaits } from './tell-why-it-waits.ts'
import type { WorkRow } from '../machine/store.ts'

/**
 * `send`: nothing stands in its way. `found`: what was to be made is there already, and must not be made again. `hopeless`:
 * the provider says clearly that it will not take it. `later`: not now.
 */
export type Prepared =
  | { kind: 'send' }
  | { kind: 'found'; finding: Found }
  | { kind: 'hopeless'; failure: FiscalFailure }
  | { kind: 'later'; stops_register: boolean }

/** Also one that was made and cancelled: whoever cancelled it did not want it back. */
export type Found = Exclude<Finding, { kind: 'failed' } | { kind: 'nothing' }>

type PreparingApp = Pick<App, 'db' | 'clock' | 'log'>

/** A receipt that waited longer may come from a backup, or from before a long stop: an earlier life may have sent it. */
const freshMs = 2 * 60_000
/** Nobody's shift opens by itself at once. */
const shiftAgainMs = 30_000

/** What must be known before the permit: it is too short for it. */
export async function prepareSending(
  app: PreparingApp,
  provider: Provider,
  row: WorkRow,
  lists: RecentLists,
  signal?: AbortSignal,
): Promise<Prepared> {
  const need = needForLook(row, app.clock.now())
  if (need !== 'none') {
    const asked = need === 'late' ? withRecentLists(provider, lists) : provider
    const finding = (await lookUpReceipts(app, asked, [row], signal)).get(row.id)
    if (finding === undefined || finding.kind === 'failed') {
      const retry_after_seconds = finding?.retry_after_seconds ?? null
      await pauseSending(app, row.cash_register_id, { kind: 'unsent', retry_after_seconds })
      if (finding !== undefined) await tellWhyItWaits(app, row.id, finding.failure)
      return { kind: 'later', stops_register: true }
    }
    if (finding.kind !== 'nothing') return { kind: 'found', finding }
  }
  return row.kind === 'prepayment' ? openShift(app, provider, row, signal) : { kind: 'send' }
}

/** Before every send but the first there is one more look; before the first one too, when it comes late. */
function needForLook({ attempt, voided, created_at }: WorkRow, now: Date): 'none' | 'late' | 'again' {
  if (attempt > voided) return 'again'
  return now.getTime() - Date.parse(created_at) > freshMs ? 'late' : 'none'
}

/** The lists of one turn at a register. */
export type RecentLists = { since: number; listed: ListOutcome }[]

/**
 * What an earlier life of the database sent is long there, so a whole batch that comes late shares one list. What we sent
 * ourselves is looked for anew each time.
 */
function withRecentLists(provider: Provider, lists: RecentLists): Provider {
  const list: Provider['client']['list'] = async (credentials, window, signal) => {
    const since = window.since.getTime()
    const recent = lists.find((one) => one.since <= since)
    if (recent !== undefined) return recent.listed
    const listed = await provider.client.list(credentials, window, signal)
    if (listed.kind === 'whole') lists.push({ since, listed })
    return listed
  }
  return { ...provider, client: { ...provider.client, list } }
}

/** A prepayment is fiscal at once, which takes an open shift. Receipts for waybills do without, so they are not held up. */
async function openShift(
  app: PreparingApp,
  { client, credentials }: Provider,
  row: WorkRow,
  signal?: AbortSignal,
): Promise<Prepared> {
  const shift = await client.openShift(credentials, signal)
  if (shift.kind === 'open') return { kind: 'send' }
  if (!shift.may_retry) return { kind: 'hopeless', failure: shift.failure }
  await tellWhyItWaits(app, row.id, shift.failure, new Date(app.clock.now().getTime() + shiftAgainMs))
  return { kind: 'later', stops_register: false }
}
