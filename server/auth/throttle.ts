import { createHash } from 'node:crypto'
import { isIPv6 } from 'node:net'
import { AppError } from '#/contract/errors.ts'
import type { App } from '#/server/context.ts'
import { accountFailuresPerHour, addressFailuresPerMinute, waitSeconds } from './rules.ts'
import { countFailure, dropFailures, lockFailures, uncountFailure } from './store.ts'

/**
 * Slows guessing down. A try is counted as failed before the password is looked at and taken back when it was right,
 * so that a thousand tries at once do not slip past the counter. A browser that has logged in as this user before has
 * a counter of its own: an attack from elsewhere does not lock the owner out.
 */
export interface Attempt {
  /** The password was right: forget this try. */
  succeeded(): Promise<void>
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
  const account = createHash('sha256').update(login).digest('base64url') // What people type there may be a password.
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

  try {
    await app.db.transaction().execute(async (tx) => {
      for (const limit of [backoff, ...caps]) {
        const { failures, since_last, since_start } = await lockFailures(tx, limit.bucket, limit.window_seconds)
        const seconds = limit.wait(failures, since_last, since_start)
        // Thrown inside, so that the transaction forgets the counters this try has touched before.
        if (seconds > 0) throw new AppError('auth.throttled', { seconds })
        await countFailure(tx, limit.bucket)
      }
    })
  } catch (error) {
    if (error instanceof AppError) await recordThrottled(Number(error.params['seconds']))
    throw error
  }
  return {
    succeeded: async () => {
      await dropFailures(app.db, backoff.bucket)
      for (const { bucket } of caps) await uncountFailure(app.db, bucket)
    },
  }
}

const cap = (bucket: string, window_seconds: number, most: number): Limit => ({
  bucket,
  window_seconds,
  wait: (failures, _sinceLast, sinceStart) =>
    failures < most ? 0 : Math.max(1, Math.ceil(window_seconds - sinceStart)),
})

/** Whoever has one IPv6 address has its whole /64. */
function networkOf(address: string): string {
  if (!isIPv6(address)) return address
  return new URL(`http://[${address}]`).hostname.split(':').slice(0, 4).join(':')
}
