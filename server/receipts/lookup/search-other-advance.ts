import type { App } from '#/server/app.ts'
import type { PrepaymentChain } from '#/server/integrations/fiscal/ettn-client.ts'
import { foreignAdvanceProblem } from '../machine/problem-words.ts'
import { isOfOrder, numberIn } from '../machine/relation-id.ts'
import type { WorkRow } from '../machine/store.ts'
import type { Finding } from './finding.ts'
import type { Provider } from './find-provider.ts'
import { listStandingRelations } from './lookup-store.ts'

/** An advance may be taken before the order is in the CRM. */
const earlierMs = 14 * 24 * 3_600_000

/**
 * Lists of documents do not contain advances, and each has a new id: so an advance that a restored backup does not
 * know, or that a colleague took in the cabinet, is searched by the number of the order. A chain whose relation id does
 * not begin with the number (the provider makes one up where none is given) cannot be recognised.
 */
export async function searchOtherAdvance(
  { db }: Pick<App, 'db'>,
  provider: Provider,
  { relation_id, ordered_at, created_at }: WorkRow,
  signal?: AbortSignal,
): Promise<Finding> {
  const number = numberIn(relation_id ?? '')
  if (number === null) return { kind: 'nothing' }
  const since = new Date(Math.min(Date.parse(ordered_at), Date.parse(created_at)) - earlierMs)
  const outcome = await provider.client.searchChains(provider.credentials, { number, since }, signal)
  if (outcome.kind === 'failed') return { ...outcome, of_other_advance: true }
  const ofOrder = outcome.chains.filter((chain) => chain.status !== 'cancelled' && isOfOrder(number, chain.relation_id))
  const relations = ofOrder.map((chain) => chain.relation_id)
  const standing = new Set(await listStandingRelations(db, relations))
  const living: PrepaymentChain[] = []
  for (const chain of ofOrder.filter((one) => !standing.has(one.relation_id))) {
    const isDead = await isWithoutReceipt(provider, chain, signal)
    if (typeof isDead === 'object') return isDead
    if (!isDead) living.push(chain)
  }
  if (living.length === 0) return { kind: 'nothing' }
  const provider_ids = living.flatMap(({ prepayment_receipt_ids }) => prepayment_receipt_ids)
  return { kind: 'foreign', problem: foreignAdvanceProblem(living), provider_ids, of_other_advance: true }
}

/**
 * Nothing is paid in a chain whose receipts all ended without becoming fiscal. A chain without receipts may be one that
 * is just being made.
 */
async function isWithoutReceipt(
  { client, credentials }: Provider,
  { paid, prepayment_receipt_ids: ids }: PrepaymentChain,
  signal?: AbortSignal,
): Promise<boolean | Finding> {
  if (paid !== 0 || ids.length === 0) return false
  for (const id of ids) {
    const outcome = await client.findReceipt(credentials, id, signal)
    if (outcome.kind === 'failed') return { ...outcome, of_other_advance: true }
    const hasEnded =
      outcome.kind === 'found' && (outcome.found.status === 'error' || outcome.found.status === 'cancelled')
    if (!hasEnded) return false
  }
  return true
}
