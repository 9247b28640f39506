import { z } from 'zod'
import { ended } from '#/contract/sentences.ts'
import type { CarrierKeyHolder } from '#/server/cash-registers/secrets/carrier-keys.ts'
import { forgetCarrierProblem, noteCarrierProblem } from '#/server/cash-registers/register/carrier-problem-store.ts'
import { isRejection } from '#/server/cash-registers/health/rules.ts'
import type { App } from '#/server/app.ts'
import {
  carrierFailureKinds,
  type CarrierFailure,
  type CarrierFailureKind,
} from '#/server/integrations/carrier/carrier-client.ts'
import { failureOfKey, isSuspect, type KeyAnswers } from './sender-rules.ts'

/** A rejected key stays rejected; an overloaded carrier recovers. */
const pauseSeconds: Record<CarrierFailureKind, number> = {
  key_rejected: 3_600,
  daily_limit: 6 * 3_600,
  rate_limited: 60,
  unreachable: 60,
  timeout: 60,
  unavailable: 60,
  bad_answer: 300,
  no_records: 0,
}

/** A carrier that asks for a longer pause is asked once an hour all the same. */
const longestWaitSeconds = 3_600

/** The pause after a failure lasts. One that would end later than any of its kind was written by a clock that was ahead. */
export function isPaused(
  { paused_until, problem }: Pick<CarrierKeyHolder, 'paused_until' | 'problem'>,
  now: Date,
): boolean {
  if (paused_until === null) return false
  const { data: kind } = Kind.safeParse(problem)
  const longest = Math.max(kind === undefined ? 0 : pauseSeconds[kind.kind], longestWaitSeconds)
  const leftMs = Date.parse(paused_until) - now.getTime()
  return leftMs > 0 && leftMs <= longest * 1000
}

const Kind = z.object({ kind: z.enum(carrierFailureKinds) })

type NotingApp = Pick<App, 'db' | 'clock' | 'log' | 'carrier'>

/**
 * Records the outcome of the questions with a register's key. A failure of the key or the carrier pauses the register;
 * an answer ends the pause. Where a TTN may be the cause as well, the carrier is asked about the key. `are_bound`: the
 * parcels are known to be of this key. True: do not ask with this register any more in this round.
 */
export async function noteKeyAnswers(
  app: NotingApp,
  holder: CarrierKeyHolder,
  answers: KeyAnswers,
  { are_bound, signal }: { are_bound: boolean; signal?: AbortSignal | undefined },
): Promise<boolean> {
  const failure = isSuspect(answers, are_bound) ? await askKey(app, holder, signal) : failureOfKey(answers)
  if (failure !== null) {
    await pauseRegister(app, holder, failure)
    return true
  }
  // The carrier answers a rejected key like any stranger's; only a parcel of its own shows that it is the sender's
  // again.
  if (holder.problem !== null && (answers.own > 0 || !isRejection(holder.problem)))
    await forgetCarrierProblem(app.db, holder.id)
  return false
}

/**
 * Whether the carrier still takes every one of these keys, which showed no sender. It may answer a dead key like a stranger's, without a
 * failure; so before a parcel counts as without an owner, or as the only other key's, the silent ones are asked about themselves.
 */
export async function areAlive(
  app: NotingApp,
  holders: readonly CarrierKeyHolder[],
  signal: AbortSignal | undefined,
): Promise<boolean> {
  for (const holder of holders) {
    const found = await app.carrier.askKeyOwner(holder.carrier_key, signal)
    if (found.ok) continue
    if (found.failure.kind === 'key_rejected') await pauseRegister(app, holder, notRecognised)
    return false
  }
  return true
}

async function askKey(
  { carrier }: Pick<App, 'carrier'>,
  { carrier_key }: CarrierKeyHolder,
  signal?: AbortSignal,
): Promise<CarrierFailure | null> {
  const found = await carrier.askKeyOwner(carrier_key, signal)
  return !found.ok && found.failure.kind === 'key_rejected' ? notRecognised : null
}

const notRecognised: CarrierFailure = {
  kind: 'key_rejected',
  detail: 'Нова пошта більше не показує дані відправника за цим ключем; можливо, його відкликано або замінено',
  retry_after_seconds: null,
}

/** Only this register is paused; its parcels say why nothing new is known of them. */
async function pauseRegister(
  { db, clock, log }: Pick<App, 'db' | 'clock' | 'log'>,
  holder: CarrierKeyHolder,
  { kind, detail, retry_after_seconds }: CarrierFailure,
): Promise<void> {
  const now = clock.now()
  const seconds = Math.max(pauseSeconds[kind], Math.min(retry_after_seconds ?? 0, longestWaitSeconds))
  log.warn({ kind, cash_register_id: holder.id, seconds }, 'the carrier does not answer a register')
  const told = `Каса «${holder.name}»: ${ended(detail)}`
  await noteCarrierProblem(
    db,
    holder,
    { kind, detail: told, since: now.toISOString() },
    new Date(now.getTime() + seconds * 1000),
  )
}
