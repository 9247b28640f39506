import { setTimeout as pause } from 'node:timers/promises'
import type { CheckApp } from '#/server/cash-registers/checking/check-register.ts'
import { findRegisterForReceipts } from '#/server/cash-registers/reading/register-for-receipts.ts'
import type { App } from '#/server/app.ts'
import { announceAll } from '#/server/events/announce.ts'
import { realMs } from '#/server/platform/clock.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { claimReceipt, paceOf, type Claim } from './claim-receipt.ts'
import { followUp } from '../machine/follow-up.ts'
import { findProvider, type Provider } from '../looking/find-provider.ts'
import type { MovingApp } from '../machine/move-receipt.ts'
import { prepareSending, type TurnLook } from './prepare-sending.ts'
import { waitingProblem } from '../machine/problem-words.ts'
import { sendClaimed } from './send-claimed.ts'
import { findTurn } from './turn-store.ts'
import { findNextToSend } from './queue-store.ts'
import { noteProblemOfQueued } from '../machine/note-store.ts'
import { type WorkRow } from '../machine/store.ts'

export type SendingApp = MovingApp & CheckApp & Pick<App, 'ettn'>

/** Then others get a turn: a batch of one register must not hold one of the few workers for its whole length. */
const turnMs = 10_000

/**
 * Sends what waits at one register, one receipt after another: asked for singly first. Each is claimed in a transaction of
 * its own and sent after it, never inside it.
 */
export async function sendReceipts(
  app: SendingApp,
  { cash_register_id }: { cash_register_id: string },
  signal?: AbortSignal,
): Promise<void> {
  const endsAt = performance.now() + realMs(app.clock, turnMs)
  const turnLook: TurnLook = { look: null }
  for (;;) {
    if (signal?.aborted) return
    if (performance.now() >= endsAt) return comeAgain(app, cash_register_id)
    const step = await sendNext(app, cash_register_id, turnLook, signal)
    if (step === 'nothing to do') return
    if (step !== 'sent') await pause(step.wait_ms, undefined, signal ? { signal } : {}).catch(() => undefined)
  }
}

const comeAgain = (app: SendingApp, cash_register_id: string): Promise<void> =>
  inTransaction(app.db, (tx) => followUp(app, tx, { cash_register_id }, 'send'))

type Step = 'sent' | 'nothing to do' | { wait_ms: number }

async function sendNext(app: SendingApp, registerId: string, turnLook: TurnLook, signal?: AbortSignal): Promise<Step> {
  const next = await findNext(app, registerId)
  if (next === null) return 'nothing to do'
  const turn = await findTurn(app.db, registerId, paceOf(app, next.row))
  if (turn.busy || turn.paused_ms > 0) return 'nothing to do'
  if (turn.wait_ms > 0) return { wait_ms: turn.wait_ms }

  const prepared = await prepareSending(app, next.provider, next.row, turnLook, signal)
  if (prepared.kind === 'later') return prepared.stops_register ? 'nothing to do' : 'sent'
  if (signal?.aborted) return 'nothing to do'
  const claim = await claimReceipt(app, next.row, next.provider.scope)
  if (claim.kind !== 'claimed') return stepAfter(claim)
  const goesOn = await sendClaimed(app, next.provider, claim, prepared)
  return goesOn ? 'sent' : 'nothing to do'
}

function stepAfter(claim: Exclude<Claim, { kind: 'claimed' }>): Step {
  if (claim.kind === 'wait') return { wait_ms: claim.wait_ms }
  // Somebody cancelled it or was faster; the others are still there.
  return claim.kind === 'gone' ? 'sent' : 'nothing to do'
}

/** The next receipt and whom to send it to. null: there is none, or the register cannot send and all who wait know why. */
async function findNext(app: SendingApp, registerId: string): Promise<{ row: WorkRow; provider: Provider } | null> {
  const found = await inTransaction(app.db, async (tx) => {
    const row = await findNextToSend(tx, registerId, app.clock.now())
    return row && { row, register: await findRegisterForReceipts(app, tx, registerId) }
  })
  if (found === undefined) return null
  const looked = await findProvider(app, registerId, found.row.is_test)
  const { why_not } = found.register
  if (looked.ok && why_not === null) return { row: found.row, provider: looked.provider }
  if (why_not !== null) await tellAllWhoWait(app, registerId, why_not)
  else if (!looked.ok) await tellAllWhoWait(app, registerId, looked.failure.detail)
  return null
}

const tellAllWhoWait = (app: SendingApp, registerId: string, why_not: string): Promise<void> =>
  inTransaction(app.db, async (tx) => {
    const told = await noteProblemOfQueued(tx, registerId, waitingProblem(why_not))
    await announceAll(tx, 'receipt', told)
  })
