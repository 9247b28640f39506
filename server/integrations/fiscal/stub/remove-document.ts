import type { RemoveOutcome, RemoveRequest } from '../ettn-client.ts'
import { failureOf, toUnanswered } from '../failure-words.ts'
import { findCurrentDocument, type StubProvider } from './current-document.ts'
import { faultOf } from './faults.ts'
import { endStubDocuments } from './store.ts'

/** Only what waits for payment can be removed; after that it is a matter of returning the money. */
export async function removeStubDocument(
  provider: StubProvider,
  register: string,
  { id, kind, relation_id }: Pick<RemoveRequest, 'id' | 'kind' | 'relation_id'>,
): Promise<RemoveOutcome> {
  const document = await findCurrentDocument(provider, register, id)
  if (document === null) return { kind: 'gone' }
  if (document.kind !== kind || document.relation_id !== relation_id)
    return refused('Документ належить не до цієї передоплати')
  const fault = faultOf(document.ttn)
  if (fault === 'remove_refused') return refused('Чек не можна скасувати: так тестовій касі велить ТТН 20999914…')
  const [left = document] = await endStubDocuments(provider.db, [document.id], 'cancelled_at', provider.clock.now())
  if (left.paid_at !== null) return refused('Чек уже фіскалізовано: скасувати його не можна, лише повернути')
  return fault === 'remove_lost'
    ? { kind: 'ambiguous', failure: toUnanswered('reset'), retry_after_seconds: null }
    : { kind: 'gone' }
}

const refused = (detail: string): RemoveOutcome => ({ kind: 'refused', failure: failureOf('refused', detail) })
