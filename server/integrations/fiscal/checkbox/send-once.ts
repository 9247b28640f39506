import type { CheckboxSessions } from './sessions.ts'
import { startDeadline, type Deadline } from '#/server/platform/outbound/deadline.ts'
import type { Permitted } from '../ettn-client.ts'
import type { RegisterCredentials } from '../fiscal-client.ts'
import { toFailed, type CheckboxFailed, type CheckboxOutcome } from './read-answer.ts'

interface EffectfulCall {
  method: 'POST' | 'DELETE'
  path: `/${string}`
  body?: string
  tripsBreaker: (outcome: CheckboxFailed) => boolean
}

/** With the deadline of the answer, for whatever must be asked to understand it. */
export interface Sent {
  outcome: CheckboxOutcome
  deadline: Deadline
}

/**
 * One request with an effect, or none. Signing in comes before it and must be over before the permit ends. An answer that the
 * token is stale proves that nothing was done: then, and only within the same permit, it is sent once more with a new token.
 * Everything together takes no longer than the permit and one timeout.
 */
export async function sendOnce(
  sessions: CheckboxSessions,
  credentials: RegisterCredentials,
  call: EffectfulCall,
  { permit, timeoutMs, signal }: Permitted,
): Promise<Sent> {
  const permitLeft = () => startDeadline(permit.leftMs(), signal)
  const send = async (bearer: string): Promise<Sent> => {
    const deadline = startDeadline(timeoutMs, signal)
    const request = { ...call, credentials, proof: 'bearer', bearer, permit, attempts: 1 } as const
    return { outcome: await sessions.http(request, deadline), deadline }
  }

  const signedIn = await sessions.signIn(credentials, permitLeft())
  if (!signedIn.ok) return { outcome: toFailed(signedIn.failure), deadline: startDeadline(0, signal) }
  const first = await send(signedIn.token)
  if (first.outcome.ok || !first.outcome.is_stale_token) return first
  sessions.forget(credentials, signedIn.token)

  const again = await sessions.signIn(credentials, permitLeft())
  if (!again.ok) {
    // The first one was answered, so this is not «nothing was sent»; but a wrong PIN or key is a clear no.
    return { ...first, outcome: { ...first.outcome, failure: again.failure } }
  }
  const second = await send(again.token)
  return !second.outcome.ok && second.outcome.sent === 'no' ? first : second
}
