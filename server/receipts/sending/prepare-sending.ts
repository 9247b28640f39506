import type { CheckApp } from '#/server/cash-registers/checking/check-register.ts'
import type { App } from '#/server/app.ts'
import type { FiscalFailure } from '#/server/integrations/fiscal/fiscal-client.ts'
import type { Finding } from '../looking/finding.ts'
import type { Provider } from '../looking/find-provider.ts'
import { findInPicture, lookUpReceipts } from '../looking/look-up-receipts.ts'
import { readPicture, type Depth, type Look } from '../looking/read-picture.ts'
import type { WorkRow } from '../machine/store.ts'
import { checkAfterRefusal } from './check-after-refusal.ts'
import { pauseSending } from './pause-sending.ts'
import { findOldestQueued } from './queue-store.ts'
import { tellWhyItWaits } from './tell-why-it-waits.ts'

/**
 * `send`: nothing stands in its way. `found`: what was to be made is there already, and must not be made again. `hopeless`:
 * the provider says clearly that it will not take it. `later`: not now.
 */
export type Prepared =
  | { kind: 'send' }
  | { kind: 'found'; finding: Found }
  | { kind: 'hopeless'; failure: FiscalFailure }
  | { kind: 'later'; stops_register: boolean }

/** Also one that was made and cancelled: the person who cancelled it did not want it back. */
export type Found = Exclude<Finding, { kind: 'failed' } | { kind: 'nothing' }>

type PreparingApp = CheckApp & Pick<App, 'db' | 'clock' | 'log' | 'ettn'>

/** An advance whose shift could not be opened, or whose search failed, is tried again after so long. */
const advanceAgainMs = 30_000
/** Who is asked to wait waits, but not for ever. */
const longestAgainAdvanceMs = 300_000

/** One look serves all first sends of a turn: a whole batch costs one list. But only sends to whom it was asked of. */
export interface TurnLook {
  look: Look | null
  asked?: Provider
}

/** What must be known before the permit: it is too short for it. */
export async function prepareSending(
  app: PreparingApp,
  provider: Provider,
  row: WorkRow,
  turn: TurnLook,
  signal?: AbortSignal,
): Promise<Prepared> {
  const finding = await lookFirst(app, provider, row, turn, signal)
  if (finding.kind === 'failed' && finding.of_other_advance === true) return holdAdvance(app, row, finding)
  if (finding.kind === 'failed') {
    await pauseSending(app, row.cash_register_id, {
      kind: 'unsent',
      retry_after_seconds: finding.retry_after_seconds,
    })
    await tellWhyItWaits(app, row.id, finding.failure)
    await checkAfterRefusal(app, row.cash_register_id, finding.failure)
    return { kind: 'later', stops_register: true }
  }
  if (finding.kind !== 'nothing') return { kind: 'found', finding }
  return row.kind === 'prepayment' ? openShift(app, provider, row, signal) : { kind: 'send' }
}

/**
 * No document is made before a look has shown that there is none: another hand may have made one, or this database may be a
 * restored backup whose later receipts it does not know. What we sent ourselves before is looked for anew each time.
 */
async function lookFirst(
  app: PreparingApp,
  provider: Provider,
  row: WorkRow,
  turn: TurnLook,
  signal?: AbortSignal,
): Promise<Finding> {
  const isAdvance = row.kind === 'prepayment'
  if (row.attempt > row.voided && !isAdvance) return lookAnew(app, provider, row, signal)
  const look = await lookOfTurn(app, provider, row, turn, signal)
  if (look.kind === 'failed') return look
  if (isAdvance) return lookAnew(app, provider, row, signal)
  const [found] = await findInPicture(app, provider, [row], look, signal)
  return found?.[1] ?? { kind: 'nothing' }
}

const lookAnew = async (app: PreparingApp, provider: Provider, row: WorkRow, signal?: AbortSignal): Promise<Finding> =>
  (await lookUpReceipts(app, provider, [row], signal)).get(row.id) ?? { kind: 'nothing' }

async function lookOfTurn(
  app: PreparingApp,
  provider: Provider,
  row: WorkRow,
  turn: TurnLook,
  signal?: AbortSignal,
): Promise<Look> {
  const last = turn.asked !== undefined && areSame(turn.asked, provider) ? turn.look : null
  // A failed look is not remembered, and one that is older than the receipt may not reach back far enough for it.
  if (last?.kind === 'whole' && last.read_at.getTime() >= Date.parse(row.created_at)) return last
  turn.asked = provider
  turn.look = await readPicture(app, provider, await depthOf(app, row), signal)
  return turn.look
}

/** The register may have become real, or its credentials others, since the turn began. */
const areSame = (one: Provider, other: Provider): boolean =>
  one.is_test === other.is_test &&
  one.scope === other.scope &&
  one.credentials.license_key === other.credentials.license_key &&
  one.credentials.pin === other.credentials.pin

const dayMs = 24 * 3_600_000
/** A parcel is on its way for a few days; a TTN that waits longer is older than its order by a day at most. */
const shortestReachMs = 14 * dayMs
/** Older orders have no receipts made for them, and the first list of a register must come to an end. */
const longestReachMs = 400 * dayMs

/** Of what is older than that, the picture is believed. */
const longestAgainMs = 60 * dayMs

/** Back to the birth of the oldest TTN that waits to be sent. */
async function depthOf({ db, clock }: PreparingApp, { cash_register_id }: WorkRow): Promise<Depth> {
  const now = clock.now().getTime()
  const oldest = Date.parse((await findOldestQueued(db, cash_register_id)) ?? clock.now().toISOString())
  const reach = Math.max(now - longestReachMs, Math.min(now - shortestReachMs, oldest - dayMs))
  return { reach: new Date(reach), again: new Date(Math.max(reach, now - longestAgainMs)) }
}

/** Whether there is another advance was not told. Receipts for waybills need no such look, so they are not held up. */
async function holdAdvance(
  app: PreparingApp,
  { id }: WorkRow,
  { failure, retry_after_seconds }: Extract<Finding, { kind: 'failed' }>,
): Promise<Prepared> {
  const waitMs = Math.min(longestAgainAdvanceMs, Math.max(advanceAgainMs, (retry_after_seconds ?? 0) * 1000))
  await tellWhyItWaits(app, id, failure, new Date(app.clock.now().getTime() + waitMs))
  return { kind: 'later', stops_register: false }
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
  await tellWhyItWaits(app, row.id, shift.failure, new Date(app.clock.now().getTime() + advanceAgainMs))
  return { kind: 'later', stops_register: false }
}
