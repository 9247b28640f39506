import {
  isActive,
  listCarrierKeys,
  type CarrierKeyHolder,
  type CarrierKeys,
} from '#/server/cash-registers/secrets/carrier-keys.ts'
import { ifLockFree } from '#/server/platform/database/locks.ts'
import { sideBySide } from '#/server/platform/side-by-side.ts'
import { askInBatches } from './ask-in-batches.ts'
import { bindParcels } from './bind-parcels.ts'
import { judgeOwn } from './judge-own.ts'
import { isPaused, noteKeyAnswers } from './note-key-answers.ts'
import { askedTtn } from './redirect-rules.ts'
import { storeAnswer } from './store-answer.ts'
import type { TrackedParcel } from './tracked-parcel.ts'
import type { TrackingApp, TrackingReport } from './tracking-round.ts'
import { listDue } from './tracking-store.ts'

/** Registers that ask at the same time; each has one call under way. The carrier publishes no limit. */
const mostAtOnce = 4
/** Ticks come a little early or late; what falls due by then is not postponed by a whole round. */
const slack = 0.05

/**
 * Asks the carrier about everything that is due: parcels of a register with its key only, the others with one key after
 * another until one is the sender's. What falls due meanwhile (a new TTN, the one a redirected parcel goes on under) is asked
 * before it ends; nothing is asked about twice.
 */
export function trackParcels(app: TrackingApp, signal?: AbortSignal): Promise<TrackingReport | 'busy'> {
  return ifLockFree(app.db, 'parcel_tracking', async () => {
    const report: TrackingReport = { answered: 0, changed: 0, troubled: [] }
    const asked = new Set<string>()
    for (;;) {
      const keys = await listUsable(app, report)
      const { holders } = keys
      const due = (await listDue(app.db, dueBy(app), idsOf(holders))).filter((parcel) => !asked.has(nameOf(parcel)))
      if (due.length === 0 || holders.length === 0 || signal?.aborted) return report
      for (const parcel of due) asked.add(nameOf(parcel))
      await askAboutOwn(app, holders, due, report, signal)
      await bindParcels(app, keys, due.filter(isUnbound), report, signal)
    }
  })
}

const nameOf = (parcel: TrackedParcel): string => `${parcel.order_id} ${parcel.ttn} ${askedTtn(parcel)}`
const idsOf = (holders: readonly CarrierKeyHolder[]): string[] => holders.map(({ id }) => id)
const isUnbound = (parcel: TrackedParcel): boolean => parcel.cash_register_id === null

function dueBy({ clock, config }: TrackingApp): Date {
  return new Date(clock.now().getTime() + config.worker_intervals.track * slack * 1000)
}

/** A register that had trouble in this run, or is paused after some, has to wait. */
async function listUsable(app: TrackingApp, { troubled }: TrackingReport): Promise<CarrierKeys> {
  const now = app.clock.now()
  const all = await listCarrierKeys(app)
  const holders = all.holders.filter((holder) => !troubled.includes(holder.name) && !isPaused(holder, now))
  const waiting = all.holders.filter((holder) => !holders.includes(holder))
  const every_active = all.every_active && !waiting.some(isActive)
  return { holders, every_active, everybody: all.everybody && waiting.length === 0 }
}

/** Every register asks about its own, several registers at a time. */
async function askAboutOwn(
  app: TrackingApp,
  holders: readonly CarrierKeyHolder[],
  due: readonly TrackedParcel[],
  report: TrackingReport,
  signal?: AbortSignal,
): Promise<void> {
  const byRegister = Map.groupBy(due, ({ cash_register_id }) => cash_register_id)
  const asking = holders.filter(({ id }) => byRegister.has(id))
  await sideBySide(asking, mostAtOnce, (holder) =>
    askRegister(app, holder, byRegister.get(holder.id) ?? [], report, signal),
  )
}

async function askRegister(
  app: TrackingApp,
  holder: CarrierKeyHolder,
  parcels: readonly TrackedParcel[],
  report: TrackingReport,
  signal?: AbortSignal,
): Promise<void> {
  const outcome = await askInBatches(app, holder.carrier_key, parcels, signal, async (answer) => {
    report.answered += answer.parcels.length
    report.changed += await storeAnswer(app, answer, judgeOwn(holder, answer.at))
  })
  if (await noteKeyAnswers(app, holder, outcome, { are_bound: true, signal })) report.troubled.push(holder.name)
}
