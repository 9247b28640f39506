import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import { newId } from '#/server/platform/random.ts'
import type { Clock } from '#/server/platform/clock.ts'
import type { Logger } from '#/server/platform/log.ts'
import { atKyivTime, toKyivIso } from '../../kyiv-time.ts'
import { quoted } from '../../redact.ts'
import type { CheckboxSessions } from './sessions.ts'
import type { Deadline } from '#/server/platform/outbound/deadline.ts'
import type { ShiftOutcome } from '../ettn-client.ts'
import { failureOf, toUnanswered } from '../failure-words.ts'
import type { FiscalFailure, RegisterCredentials } from '../fiscal-client.ts'
import type { CheckboxFailed, CheckboxOutcome } from './read-answer.ts'
import { isDocumentId } from './read-fields.ts'
import { fromRegister } from './read-register.ts'

export interface ShiftOptions {
  sessions: CheckboxSessions
  clock: Clock
  log?: Pick<Logger, 'warn'> | undefined
  /** Between two lookups; opening takes one to three seconds. */
  pollMs: number
}

/**
 * Makes sure that the cashier has an open shift at this register. Nothing is repeated here that may have had an effect: an
 * opening whose answer was lost is found by the first look of the next try.
 */
export async function openShift(
  { sessions, clock, log, pollMs }: ShiftOptions,
  credentials: RegisterCredentials,
  deadline: Deadline,
): Promise<ShiftOutcome> {
  const watch = async (path: `/${string}`): Promise<Shift | FailedShift> => {
    for (;;) {
      const outcome = await sessions.callAsCashier(credentials, { method: 'GET', path, attempts: 2 }, deadline)
      const shift = readShift(outcome)
      if ('kind' in shift || !moving.has(shift.status)) return shift
      if (deadline.leftMs() <= pollMs) return failed(toUnanswered('timeout'), true)
      await wait(pollMs, undefined, deadline.signal ? { signal: deadline.signal } : {}).catch(() => undefined)
      if (deadline.signal?.aborted) return failed(toUnanswered('cancelled'), true)
    }
  }

  const current = await watch('/cashier/shift')
  if ('kind' in current) return current
  if (current.status === 'OPENED') return whereOpen(sessions, credentials, current, deadline)
  const closesAt = closingTime(clock.now())
  if (closesAt === null) return failed(failureOf('unavailable', tooLate), true)
  const id = newId()
  const post = (shift: object) => {
    const call = { method: 'POST', path: '/shifts', body: JSON.stringify(shift), attempts: 1 } as const
    return sessions.callAsCashier(credentials, call, deadline)
  }
  const first = await post({ id, auto_close_at: toKyivIso(closesAt) })
  // The schema's no comes before any work. Which day Checkbox goes by is not published: a shift without a time is better than none.
  const isTimeRefused = !first.ok && first.answer?.format === 'json' && first.answer.status === 422
  if (isTimeRefused) log?.warn({ auto_close_at: closesAt }, 'Checkbox refused a time to close the shift at')
  const opening = readShift(isTimeRefused ? await post({ id }) : first)
  if ('kind' in opening) return opening
  if (opening.id === null) return failed(notAShift, true)
  const opened = await watch(`/shifts/${opening.id}`)
  if ('kind' in opened) return opened
  if (opened.status === 'OPENED') return { kind: 'open', closes: isTimeRefused ? 'by_hand' : 'by_itself' }
  const why = opened.error === '' ? '' : `: «${opened.error}»`
  return failed(failureOf('refused', `Checkbox не відкрив зміни${why}`), false)
}

/**
 * A shift must be closed on the day it was opened, and `auto_close_at` must lie within that day (seen in the sandbox). Kyiv's
 * day: the tax service goes by it. Ten minutes before its end leave time for the report. A shift opened after that gets the last
 * minute; in the last two minutes none is opened, because it would outlive its day.
 */
function closingTime(now: Date): Date | null {
  const left = (time: string) => atKyivTime(now, time).getTime() - now.getTime()
  if (left('23:50') > fiveMinutesMs) return atKyivTime(now, '23:50')
  return left('23:58') > 0 ? atKyivTime(now, '23:59') : null
}
const fiveMinutesMs = 5 * 60_000
const tooLate = 'до опівночі лишилося менше ніж дві хвилини, тож зміну відкриємо вже наступного дня'

interface Shift {
  id: string | null
  status: string
  register_id: string | null
  error: string
}

/** Under way, either to OPENED or to CLOSED. */
const moving: ReadonlySet<string> = new Set(['CREATED', 'OPENING', 'CLOSING'])

const text = z.string().catch('')
const WireShift = z.object({
  id: text,
  status: z.string().transform((status) => status.trim().toUpperCase()),
  cash_register: z.object({ id: text }).catch({ id: '' }),
  initial_transaction: z.object({ response_error_message: text }).catch({ response_error_message: '' }),
})

const notAShift = failureOf('bad_answer', 'Checkbox не розповів про зміну')

type FailedShift = Extract<ShiftOutcome, { kind: 'failed' }>

function readShift(outcome: CheckboxOutcome): Shift | FailedShift {
  if (!outcome.ok) return failed(outcome.failure, mayPass(outcome))
  // No shift is a literal null, also after one was closed (seen on the live API).
  if (outcome.json === null) return { id: null, status: 'CLOSED', register_id: null, error: '' }
  const { data } = WireShift.safeParse(outcome.json)
  if (data === undefined) return failed(notAShift, true)
  return {
    id: isDocumentId(data.id) ? data.id : null,
    status: data.status,
    register_id: data.cash_register.id || null,
    error: quoted(outcome.hide(data.initial_transaction.response_error_message)),
  }
}

/** The cashier's only shift may be at another register, and then there is none at this. */
async function whereOpen(
  { http }: CheckboxSessions,
  credentials: RegisterCredentials,
  { register_id }: Shift,
  deadline: Deadline,
): Promise<ShiftOutcome> {
  const call = { method: 'GET', path: '/cash-registers/info', credentials, proof: 'license_key', attempts: 1 } as const
  const told = register_id === null ? null : await http(call, deadline)
  const ourId = told?.ok ? (fromRegister(told.json)?.id ?? null) : null
  return register_id === null || ourId === null || register_id === ourId
    ? { kind: 'open', closes: 'not_ours' }
    : failed(failureOf('refused', 'касир уже відкрив зміну на іншій касі: спершу закрийте її там'), true)
}

const failed = (failure: FiscalFailure, may_retry: boolean): FailedShift => ({ kind: 'failed', failure, may_retry })

/** A shift opened elsewhere ends, and one that is open already is found by the next lookup. */
const busy = ['вже працює', 'зайнят', 'вже відкри']

function mayPass({ failure, answer }: CheckboxFailed): boolean {
  if (failure.kind === 'bad_pin' || failure.kind === 'bad_license_key') return false
  const words = answer?.message.toLowerCase() ?? ''
  return failure.kind !== 'refused' || busy.some((phrase) => words.includes(phrase))
}
