import { createHash } from 'node:crypto'
import { AppError } from '#/contract/errors.ts'
import type { App } from '#/server/context.ts'
import { networkOf } from '#/server/platform/network-of.ts'
import { restoreFailures } from './failures-store.ts'
import { accountFailuresPerHour, addressFailuresPerMinute, codeFailuresPerHour, waitSeconds } from './rules.ts'
import { countFailure, dropFailures, lockFailures, uncountFailure } from './store.ts'

/**
 * Slows guessing down. A try is counted as failed before the password is looked at and taken back when it was right,
 * so that a thousand tries at once do not slip past the counter. A browser that has logged in as this user before has
 * a counter of its own: an attack from elsewhere does not lock the owner out.
 */
export interface Attempt {
  /** The person is in: forget this try and the failures before it. */
  succeeded(): Promise<void>
  /**
   * The password was right, and a code is still to come: this try counts neither as failed nor as a success. Failures before it
   * stay, or a person who knows the password would clear the counter between two guesses of the code.
   */
  undecided(): Promise<void>
}

interface Limit {
  bucket: string
  window_seconds: number
  /** Seconds to wait, given the failures in the window and the time since the last and since the window began. */
  wait(failures: number, sinceLast: number, sinceStart: number): number
}

/** `recordThrottled` writes the refusal into the audit log: a try that is not even looked at is a sign of an attack. */
export async function beginAttempt(
  app: Pick<App, 'db'>,
  { login, address, known_device }: { login: string; address: string; known_device: string | null },
  recordThrottled: (seconds: number) => Promise<void>,
): Promise<Attempt> {
  const account = accountOf(login)
  const network = networkOf(address)
  const backoff: Limit = {
    bucket:
      known_device === null ? `account-network:${account}:${network}` : `account-device:${account}:${known_device}`,
    window_seconds: 24 * 3600,
    wait: (failures, sinceLast) => waitSeconds(failures, sinceLast),
  }
  const caps =
    known_device === null
      ? [
          cap(`account:${account}`, 3600, accountFailuresPerHour),
          cap(`address:${network}`, 60, addressFailuresPerMinute),
        ]
      : []

  const counted = await count(app, [backoff, ...caps], recordThrottled)
  return {
    succeeded: async () => {
      await dropFailures(app.db, backoff.bucket)
      for (const { bucket } of caps) await uncountFailure(app.db, bucket)
    },
    undecided: async () => {
      for (const { bucket, failures, since_last } of counted)
        await restoreFailures(app.db, bucket, { failures, since_last })
    },
  }
}

/**
 * A guess of a code, after the right password: only a person who knows the password can use these tries up. A browser that
 * has logged in before is slowed down by its own counter alone.
 */
export async function beginCodeAttempt(
  app: Pick<App, 'db'>,
  { login, known_device }: { login: string; known_device: string | null },
  recordThrottled: (seconds: number) => Promise<void>,
): Promise<Pick<Attempt, 'succeeded'>> {
  const caps = known_device === null ? [cap(`code:${accountOf(login)}`, 3600, codeFailuresPerHour)] : []
  await count(app, caps, recordThrottled)
  return {
    succeeded: async () => {
      for (const { bucket } of caps) await uncountFailure(app.db, bucket)
    },
  }
}

/** Counts one more failure under every limit, or under none when one of them says to wait. Returns what stood there before. */
async function count(
  app: Pick<App, 'db'>,
  limits: readonly Limit[],
  recordThrottled: (seconds: number) => Promise<void>,
): Promise<{ bucket: string; failures: number; since_last: number }[]> {
  try {
    return await app.db.transaction().execute(async (tx) => {
      const before: { bucket: string; failures: number; since_last: number }[] = []
      for (const { bucket, window_seconds, wait } of limits) {
        const { failures, since_last, since_start } = await lockFailures(tx, bucket, window_seconds)
        const seconds = wait(failures, since_last, since_start)
        // Thrown inside, so that the transaction forgets the counters this try has touched before.
        if (seconds > 0) throw new AppError('auth.throttled', { seconds })
        await countFailure(tx, bucket)
        before.push({ bucket, failures, since_last })
      }
      return before
    })
  } catch (error) {
    if (error instanceof AppError) await recordThrottled(Number(error.params['seconds']))
    throw error
  }
}

/** A hash, because what people type as a login may be a password. */
const accountOf = (login: string): string => createHash('sha256').update(login).digest('base64url')

const cap = (bucket: string, window_seconds: number, most: number): Limit => ({
  bucket,
  window_seconds,
  wait: (failures, _sinceLast, sinceStart) =>
    failures < most ? 0 : Math.max(1, Math.ceil(window_seconds - sinceStart)),
})
