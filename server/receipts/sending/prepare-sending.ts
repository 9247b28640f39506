import type { CheckApp } from '#/server/cash-registers/checking/check-register.ts'
import type { App } from '#/server/app.ts'
import type { Failed } from '#/server/integrations/fiscal/ettn-client.ts'
import type { FiscalFailure } from '#/server/integrations/fiscal/fiscal-client.ts'
import { startPermit, type Permit } from '#/server/platform/permit.ts'
import { whyNotSend } from '../clocks/why-not-send.ts'
import type { Finding } from '../lookup/finding.ts'
import { theirTime, type Provider } from '../lookup/find-provider.ts'
import { listOtherRegisters } from '../lookup/list-other-registers.ts'
import { findInSnapshot, lookUpReceipts } from '../lookup/look-up-receipts.ts'
import { updateSnapshot, type Depth, type Lookup } from '../lookup/update-snapshot.ts'
import { receiptNow } from '../machine/receipt-time.ts'
import type { WorkRow } from '../machine/store.ts'
import { checkAfterRefusal } from './check-after-refusal.ts'
import { pauseSending } from './pause-sending.ts'
import { findOldestQueued } from './queue-store.ts'
import { noteWhyItWaits } from './note-why-it-waits.ts'

/**
 * `send`: nothing prevents it. `found`: the document exists already, and must not be made again. `hopeless`: the
 * provider says clearly that it will not take it. `later`: not now.
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
/** Respects the provider's Retry-After up to a bound. */
const longestAgainAdvanceMs = 300_000

/**
 * One lookup serves all first sends of a run: a whole batch costs one list. It counts only for sends to the same
 * provider and account.
 */
export interface SendRun {
  lookup: Lookup | null
  asked?: Provider
  /** What was looked up counts so long: then a clock may have been moved, or another hand may have made a document. */
  fresh?: Permit
  /** Another register of the payee that could not be listed with it. */
  unlisted?: Failed | null
}

/** Longer than a whole run, with the lists of all registers. */
const lookupLastsMs = 120_000

/** What must be known before the permit: the permit is too short for these calls. */
export async function prepareSending(
  app: PreparingApp,
  provider: Provider,
  row: WorkRow,
  run: SendRun,
  signal?: AbortSignal,
): Promise<Prepared> {
  const finding = await lookUpFirst(app, provider, row, run, signal)
  if (finding.kind === 'failed' && (finding.of_other_advance ?? finding.of_ttn ?? finding.of_other_register) === true)
    return holdOne(app, row, finding)
  if (finding.kind === 'failed') {
    await holdRegister(app, row, finding)
    await checkAfterRefusal(app, row.cash_register_id, finding.failure)
    return { kind: 'later', stops_register: true }
  }
  if (finding.kind !== 'nothing') return { kind: 'found', finding }
  const clocks = await whyNotSend(app)
  if (clocks !== null) {
    await holdRegister(app, row, { failure: { kind: 'unavailable', detail: clocks }, retry_after_seconds: null })
    return { kind: 'later', stops_register: true }
  }
  return row.kind === 'prepayment' ? openShift(app, provider, row, signal) : { kind: 'send' }
}

/**
 * No document is made before a lookup has shown that there is none: a person or another program may have made one, or
 * this database may be a restored backup whose later receipts it does not know. What we sent ourselves before is looked
 * up anew each time.
 */
async function lookUpFirst(
  app: PreparingApp,
  provider: Provider,
  row: WorkRow,
  run: SendRun,
  signal?: AbortSignal,
): Promise<Finding> {
  const isAdvance = row.kind === 'prepayment'
  if (row.attempt > row.voided && !isAdvance) return lookUpAgain(app, provider, row, run, signal)
  const lookup = await lookupOfRun(app, provider, row, run, signal)
  if (lookup.kind === 'failed') return lookup
  const finding = isAdvance
    ? await lookUpAnew(app, provider, row, signal)
    : (await findInSnapshot(app, provider, [row], lookup, signal))[0]?.[1]
  return finding === undefined || finding.kind === 'nothing' ? unlessUnlisted(app, row, run) : finding
}

/**
 * A receipt waits so long at most for the list of another register: an outage passes in minutes, and a register that
 * stays away must not stop the shop. Its own health shows the outage, and the sweep what it hid.
 */
const longestForOthersMs = 15 * 60_000

function unlessUnlisted({ clock }: PreparingApp, { created_at }: WorkRow, { unlisted }: SendRun): Finding {
  const isWorthWaiting = clock.now().getTime() - Date.parse(created_at) < longestForOthersMs
  return unlisted && isWorthWaiting ? { ...unlisted, of_other_register: true } : { kind: 'nothing' }
}

const lookUpAnew = async (
  app: PreparingApp,
  provider: Provider,
  row: WorkRow,
  signal?: AbortSignal,
): Promise<Finding> => (await lookUpReceipts(app, provider, [row], signal)).get(row.id) ?? { kind: 'nothing' }

/** What we sent before may have come to be, and another hand may have made a document elsewhere since. */
async function lookUpAgain(
  app: PreparingApp,
  provider: Provider,
  row: WorkRow,
  run: SendRun,
  signal?: AbortSignal,
): Promise<Finding> {
  const { reach } = await depthOf(app, provider, row)
  run.fresh = startPermit(app.clock, lookupLastsMs)
  const unlisted = await listOtherRegisters(app, provider, reach, signal)
  const finding = await lookUpAnew(app, provider, row, signal)
  return finding.kind === 'nothing' ? unlessUnlisted(app, row, { ...run, unlisted }) : finding
}

async function lookupOfRun(
  app: PreparingApp,
  provider: Provider,
  row: WorkRow,
  run: SendRun,
  signal?: AbortSignal,
): Promise<Lookup> {
  const last = run.asked !== undefined && areSame(run.asked, provider) ? run.lookup : null
  // A failed lookup is not remembered, and one that is older than the receipt may not reach back far enough for it.
  if (last?.kind === 'whole' && last.read_at.getTime() >= Date.parse(row.created_at)) return last
  run.asked = provider
  const depth = await depthOf(app, provider, row)
  run.fresh = startPermit(app.clock, lookupLastsMs)
  run.lookup = await updateSnapshot(app, provider, depth, signal)
  if (run.lookup.kind === 'whole') run.unlisted = await listOtherRegisters(app, provider, depth.reach, signal)
  return run.lookup
}

/** The register may have become real, or got other credentials, since the run began. */
const areSame = (one: Provider, other: Provider): boolean =>
  one.is_test === other.is_test &&
  one.scope === other.scope &&
  one.credentials.license_key === other.credentials.license_key &&
  one.credentials.pin === other.credentials.pin

const dayMs = 24 * 3_600_000
/** A parcel is on its way for a few days. */
const shortestReachMs = 14 * dayMs
/** Older orders get no receipts, and the first list of a register must come to an end. */
const longestReachMs = 400 * dayMs

/** No document is older than its waybill, and an order may come into the CRM weeks later. A waybill lives no longer than this. */
const longestWaybillMs = 120 * dayMs

/** For what is older than that, the snapshot counts. */
const longestAgainMs = 60 * dayMs

/** Back to the creation of the oldest TTN that waits to be sent. */
async function depthOf({ db, clock }: PreparingApp, provider: Provider, { cash_register_id }: WorkRow): Promise<Depth> {
  const now = theirTime(provider, clock.now()).getTime()
  const { ordered_at, waybill_made_at } = await findOldestQueued(db, cash_register_id)
  const dayBefore = (instant: string | null, longestMs: number): number =>
    instant === null ? now : Math.max(now - longestMs, Date.parse(instant) - dayMs)
  const reach = Math.min(
    now - shortestReachMs,
    dayBefore(ordered_at, longestReachMs),
    dayBefore(waybill_made_at, longestWaybillMs),
  )
  return { reach: new Date(reach), again: new Date(Math.max(reach, now - longestAgainMs)) }
}

/**
 * The provider did not say whether there is another advance, a document of this TTN, or one at another register. Others
 * may need no such answer, so they are not delayed.
 */
async function holdOne(
  app: PreparingApp,
  { id }: WorkRow,
  { failure, retry_after_seconds }: Extract<Finding, { kind: 'failed' }>,
): Promise<Prepared> {
  const waitMs = Math.min(longestAgainAdvanceMs, Math.max(advanceAgainMs, (retry_after_seconds ?? 0) * 1000))
  await noteWhyItWaits(app, id, failure, new Date(receiptNow(app).getTime() + waitMs))
  return { kind: 'later', stops_register: false }
}

async function holdRegister(
  app: PreparingApp,
  { id, cash_register_id }: WorkRow,
  { failure, retry_after_seconds }: Pick<Failed, 'failure' | 'retry_after_seconds'>,
): Promise<void> {
  await pauseSending(app, cash_register_id, { kind: 'unsent', retry_after_seconds })
  await noteWhyItWaits(app, id, failure)
}

/** A prepayment is fiscal at once, which takes an open shift. Receipts for waybills need none, so they are not delayed. */
async function openShift(
  app: PreparingApp,
  { client, credentials }: Provider,
  row: WorkRow,
  signal?: AbortSignal,
): Promise<Prepared> {
  const shift = await client.openShift(credentials, signal)
  if (shift.kind === 'open') return { kind: 'send' }
  if (!shift.may_retry) return { kind: 'hopeless', failure: shift.failure }
  await noteWhyItWaits(app, row.id, shift.failure, new Date(receiptNow(app).getTime() + advanceAgainMs))
  return { kind: 'later', stops_register: false }
}
