import { AppError } from '#/contract/errors.ts'
import type { App } from '#/server/app.ts'
import type { Refusal } from '../throttling/failures-store.ts'
import type { Proof } from './open-session.ts'
import type { LoginCandidate } from '../sessions/store.ts'
import { beginCodeAttempt, type Attempt } from '../throttling/throttle.ts'
import { proveSecondFactor } from '../codes/prove-second-factor.ts'
import { hasFactor } from '../codes/store.ts'

interface Asked {
  /** What the login must prove when its session is opened; empty when the person has set nothing up. */
  proof: Pick<Proof, 'second'>
  succeeded(): Promise<void>
}

/** The password was right. A person who has a second factor is now asked for a code, in every mode of the service. */
export async function askForCode(
  app: App,
  { user }: LoginCandidate,
  code: string | undefined,
  attempt: Attempt,
  throttling: { known_device: string | null; refusalOf: (seconds: number) => Refusal },
): Promise<Asked> {
  if (!(await hasFactor(app.db, user.id))) return { proof: {}, succeeded: async () => undefined }
  if (code === undefined) {
    await attempt.undecided()
    throw new AppError('auth.second_factor_required')
  }
  const { known_device, refusalOf } = throttling
  const { succeeded } = await beginCodeAttempt(app, { login: user.login, known_device }, refusalOf)
  return {
    proof: { second: (tx, actor) => proveSecondFactor(app, tx, actor, code) },
    succeeded,
  }
}
