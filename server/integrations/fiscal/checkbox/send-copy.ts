import type { CheckboxSessions } from './sessions.ts'
import type { Deadline } from '#/server/platform/outbound/deadline.ts'
import type { CopyAddress, CopyOutcome } from '../ettn-client.ts'
import { failureOf } from '../failure-words.ts'
import type { RegisterCredentials } from '../fiscal-client.ts'
import { toNoEffect } from './find-document.ts'
import { isDocumentId } from './read-fields.ts'

/** By e-mail, or by Viber and SMS if the organization has bought that service. Once: a second one would reach the buyer too. */
export async function sendCopy(
  sessions: CheckboxSessions,
  credentials: RegisterCredentials,
  receiptId: string,
  to: CopyAddress,
  deadline: Deadline,
): Promise<CopyOutcome> {
  if (!isDocumentId(receiptId))
    return { kind: 'refused', failure: failureOf('refused', 'такого чека в Checkbox бути не може') }
  const [way, body] = 'email' in to ? (['email', [to.email]] as const) : (['sms', { phone: plain(to.phone) }] as const)
  const path = `/receipts/${receiptId}/${way}` as const
  const call = { method: 'POST', path, body: JSON.stringify(body), attempts: 1 } as const
  const outcome = await sessions.callAsCashier(credentials, call, deadline)
  if (outcome.ok) return { kind: 'sent' }
  const { answer } = outcome
  // What they answer to a success is not described, so it may be nothing at all.
  if (answer !== null && answer.status < 300 && answer.format === 'empty') return { kind: 'sent' }
  return toNoEffect(outcome)
}

/** Here a phone has no plus, unlike everywhere else. */
const plain = (phone: string): string => phone.replace(/^\+/, '')
