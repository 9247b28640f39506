import { createHash } from 'node:crypto'
import { AppError } from '#/contract/errors.ts'
import type { App } from '#/server/app.ts'
import { networkOf, siteOf } from '#/server/platform/http/edge/network-of.ts'
import {
  countFailure,
  dropFailures,
  lockFailures,
  restoreFailures,
  uncountFailure,
  type Refusal,
  type Seen,
} from './failures-store.ts'
import { noteRefusal } from './note-refusal.ts'
import { accountWaitSeconds, addressFailuresPerMinute, codeFailuresPerHour, waitSeconds } from '../rules.ts'

/**
 * Slows guessing down. A try is counted as failed before the password is looked at and taken back when it was right,
 * so that a thousand tries at once do not slip past the counter. A browser that has logged in as this user before has
 * a counter of its own: an attack from elsewhere does not lock the owner out.
 */
export interface Attempt {
  /** The person is in: forget this try and the failures before it. */
  succeeded(): Promise<void>
  /**
   * The password was right, and a code is still to come, or it was not looked at: this try counts neither as failed nor as a
   * success. Failures before it stay, or a person who knows the password would clear the counter between two guesses of the code.
   */
  undecided(): Promise<void>
}

interface Limit {
  bucket: string
  window_seconds: number
  /** Seconds to wait, given what this bucket and those before it have seen. */
  wait(seen: Seen, before: ReadonlyMap<string, Seen>): number
}

type Throttling = Pick<App, 'db' | 'clock' | 'audit'>

const hour = 3600

/** `refusalOf` says what a try that is not even looked at is written down as. */
export async function beginAttempt(
  app: Throttling,
  given: { way?: 'password' | 'passkey'; login: string; address: string; known_device: string | null },
  refusalOf: (seconds: number) => Refusal,
): Promise<Attempt> {
  const { known_device, address, way = 'password' } = given
  const account = accountOf(given.login)
  const network = networkOf(address)
  const own: Limit = {
    bucket:
      known_device === null ? `account-network:${account}:${network}` : `account-device:${account}:${known_device}`,
    window_seconds: 24 * hour,
    wait: ({ failures, since_last }) => waitSeconds(failures, since_last),
  }
  const site: Limit = { bucket: `account-site:${account}:${siteOf(address)}`, window_seconds: hour, wait: () => 0 }
  const shared: Limit[] = [
    {
      bucket: `account:${account}`,
      window_seconds: hour,
      wait: (seen, before) => accountWaitSeconds(seen, before.get(site.bucket)?.failures ?? 0),
    },
    cap(`${way === 'passkey' ? 'passkey-address' : 'address'}:${network}`, 60, addressFailuresPerMinute),
  ]

  const before = await count(app, known_device === null ? [own, site, ...shared] : [own], refusalOf)
  return {
    succeeded: async () => {
      await dropFailures(app.db, own.bucket)
      if (known_device !== null) return
      await dropFailures(app.db, site.bucket)
      for (const { bucket } of shared) await uncountFailure(app.db, bucket)
    },
    undecided: async () => {
      for (const [bucket, seen] of before) await restoreFailures(app.db, bucket, seen)
    },
  }
}

/**
 * A guess of a code, after the right password: only a person who knows the password can use these tries up. A browser that
 * has logged in before is slowed down by its own counter alone.
 */
export async function beginCodeAttempt(
  app: Throttling,
  { login, known_device }: { login: string; known_device: string | null },
  refusalOf: (seconds: number) => Refusal,
): Promise<Pick<Attempt, 'succeeded'>> {
  const caps = known_device === null ? [cap(`code:${accountOf(login)}`, hour, codeFailuresPerHour)] : []
  await count(app, caps, refusalOf)
  return {
    succeeded: async () => {
      for (const { bucket } of caps) await uncountFailure(app.db, bucket)
    },
  }
}

/** Counts one more failure under every limit, or under none when one of them says to wait. Returns what stood there before. */
async function count(
  app: Throttling,
  limits: readonly Limit[],
  refusalOf: (seconds: number) => Refusal,
): Promise<ReadonlyMap<string, Seen>> {
  const before = new Map<string, Seen>()
  let refused: { bucket: string; window_left_seconds: number } | null = null
  try {
    await app.db.transaction().execute(async (tx) => {
      for (const { bucket, window_seconds, wait } of limits) {
        const seen = await lockFailures(tx, bucket, window_seconds)
        const seconds = wait(seen, before)
        refused = { bucket, window_left_seconds: window_seconds - seen.since_start }
        // Thrown inside, so that the transaction forgets the counters this try has touched before.
        if (seconds > 0) throw new AppError('auth.throttled', { seconds })
        await countFailure(tx, bucket)
        before.set(bucket, seen)
      }
    })
  } catch (error) {
    if (error instanceof AppError && refused)
      await noteRefusal(app, refused, refusalOf(Number(error.params['seconds'])))
    throw error
  }
  return before
}

/** A hash, because what people type as a login may be a password. */
const accountOf = (login: string): string => createHash('sha256').update(login).digest('base64url')

const cap = (bucket: string, window_seconds: number, most: number): Limit => ({
  bucket,
  window_seconds,
  wait: ({ failures, since_start }) => (failures < most ? 0 : Math.max(1, Math.ceil(window_seconds - since_start))),
})
