import type { FiscalizeOutcome } from '../ettn-client.ts'
import { failureOf } from '../failure-words.ts'
import { findCurrentDocument, type StubProvider } from './current-document.ts'
import { toEttnDocument } from './document.ts'
import { receiptErrorMs } from './faults.ts'
import { setStubPaidAt } from './store.ts'

/** The cause of the failure is over, as if its time had passed. */
export async function fiscalizeStubDocument(
  provider: StubProvider,
  register: string,
  id: string,
): Promise<FiscalizeOutcome> {
  const now = provider.clock.now()
  const document = await findCurrentDocument(provider, register, id)
  if (document === null || toEttnDocument(document, now).status !== 'receipt_error')
    return { kind: 'refused', failure: failureOf('refused', 'Тестова каса не має чека, який не вдалося фіскалізувати') }
  await setStubPaidAt(provider.db, document.id, new Date(now.getTime() - receiptErrorMs))
  return { kind: 'asked' }
}
