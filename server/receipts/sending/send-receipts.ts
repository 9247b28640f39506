import { setTimeout as pause } from 'node:timers/promises'
import type { CheckApp } from '#/server/cash-registers/checking/check-register.ts'
import { findRegisterForReceipts } from '#/server/cash-registers/reading/register-for-receipts.ts'
import type { App } from '#/server/app.ts'
import { announceAll } from '#/server/events/announce.ts'
import { realMs } from '#/server/platform/clock.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { claimReceipt, paceOf, type Claim } from './claim-receipt.ts'
import { followUp } from '../machine/follow-up.ts'
import { findProvider, type Provider } from '../lookup/find-provider.ts'
import type { MovingApp } from '../machine/move-receipt.ts'
import { prepareSending, type SendRun } from './prepare-sending.ts'
import { receiptNow } from '../machine/receipt-time.ts'
import { waitingProblem } from '../machine/problem-words.ts'
import { sendClaimed } from './send-claimed.ts'
import { findSender } from './sender-store.ts'
import { findNextToSend } from './queue-store.ts'
import { noteProblemOfQueued } from '../machine/note-store.ts'
import { type WorkRow } from '../machine/store.ts'

export type SendingApp = MovingApp & CheckApp & Pick<App, 'ettn'>

/** Then other registers get a worker: a batch of one register must not hold one of the few workers for its whole length. */
const runMs = 10_000

/**
 * Sends what waits at one register, one receipt after another, single ones before batches. Each is claimed in a
 * transaction of its own and sent after it, never inside it.
 */
export async function sendReceipts(
  app: SendingApp,
  { cash_register_id }: { cash_register_id: string },
  signal?: AbortSignal,
): Promise<void> {
  const endsAt = performance.now() + realMs(app.clock, runMs)
  const run: SendRun = { lookup: null }
  for (;;) {
    if (signal?.aborted) return
    if (performance.now() >= endsAt) return comeAgain(app, cash_register_id)
    const step = await sendNext(app, cash_register_id, run, signal)
    if (step === 'nothing to do') return
    if (step !== 'sent') await pause(step.wait_ms, undefined, signal ? { signal } : {}).catch(() => undefined)
  }
}

const comeAgain = (app: SendingApp, cash_register_id: string): Promise<void> =>
  inTransaction(app.db, (tx) => followUp(app, tx, { cash_register_id }, 'send'))

type Step = 'sent' | 'nothing to do' | { wait_ms: number }

async function sendNext(app: SendingApp, registerId: string, run: SendRun, signal?: AbortSignal): Promise<Step> {
  const next = await findNext(app, registerId)
  if (next === null) return 'nothing to do'
  const sender = await findSender(app.db, registerId, paceOf(app, next.row))
  if (sender.busy || sender.paused_ms > 0) return 'nothing to do'
  if (sender.wait_ms > 0) return { wait_ms: sender.wait_ms }

  const prepared = await prepareSending(app, next.provider, next.row, run, signal)
  if (prepared.kind === 'later') return prepared.stops_register ? 'nothing to do' : 'sent'
  if (signal?.aborted) return 'nothing to do'
  const claim = await claimReceipt(app, next.row, { scope: next.provider.scope, fresh: run.fresh })
  if (claim.kind === 'stale') run.lookup = null
  if (claim.kind !== 'claimed') return stepAfter(claim)
  const goesOn = await sendClaimed(app, next.provider, claim, prepared)
  return goesOn ? 'sent' : 'nothing to do'
}

function stepAfter(claim: Exclude<Claim, { kind: 'claimed' }>): Step {
  if (claim.kind === 'wait') return { wait_ms: claim.wait_ms }
  // It was cancelled or another worker claimed it; the others are still there.
  return claim.kind === 'not_now' ? 'nothing to do' : 'sent'
}

/** The next receipt and its provider. null: there is none, or the register cannot send and its receipts say why. */
async function findNext(app: SendingApp, registerId: string): Promise<{ row: WorkRow; provider: Provider } | null> {
  const found = await inTransaction(app.db, async (tx) => {
    const row = await findNextToSend(tx, registerId, receiptNow(app))
    return row && { row, register: await findRegisterForReceipts(app, tx, registerId) }
  })
  if (found === undefined) return null
  const looked = await findProvider(app, registerId, found.row.is_test)
  const { why_not } = found.register
  if (looked.ok && why_not === null) return { row: found.row, provider: looked.provider }
  if (why_not !== null) await noteWhyAllWait(app, registerId, why_not)
  else if (!looked.ok) await noteWhyAllWait(app, registerId, looked.failure.detail)
  return null
}

const noteWhyAllWait = (app: SendingApp, registerId: string, why_not: string): Promise<void> =>
  inTransaction(app.db, async (tx) => {
    const noted = await noteProblemOfQueued(tx, registerId, waitingProblem(why_not))
    await announceAll(tx, 'receipt', noted)
  })
