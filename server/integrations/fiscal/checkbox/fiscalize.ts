import type { Deadline } from '#/server/platform/outbound/deadline.ts'
import type { FiscalizeOutcome } from '../ettn-client.ts'
import { failureOf } from '../failure-words.ts'
import type { RegisterCredentials } from '../fiscal-client.ts'
import type { EttnPaths } from './create-document.ts'
import { toNoEffect } from './find-document.ts'
import { isDocumentId } from './read-fields.ts'

/** `PUT /ettn/fiscalize-manually/{id}`, once: what became of it, the document itself tells. */
export async function fiscalizeDocument(
  { sessions, prefix }: EttnPaths,
  credentials: RegisterCredentials,
  id: string,
  deadline: Deadline,
): Promise<FiscalizeOutcome> {
  if (!isDocumentId(id))
    return { kind: 'refused', failure: failureOf('refused', 'такого документа в Checkbox бути не може') }
  const call = { method: 'PUT', path: `${prefix}/fiscalize-manually/${id}`, attempts: 1 } as const
  const outcome = await sessions.callAsCashier(credentials, call, deadline)
  return outcome.ok ? { kind: 'asked' } : toNoEffect(outcome)
}
