import type { OtherCrm } from '#/contract/other-crm.ts'
import type { App } from '#/server/app.ts'
import { sourceOf, type OrderSource } from './rules.ts'
import { listSources } from './source-store.ts'

export interface FoundSource {
  /** Where the orders of the present CRM belong; of one that no admin has decided about, the source that was read last. */
  source: OrderSource
  /** No admin has said whose orders the present CRM has. */
  other: OtherCrm | null
}

export async function findSource({ db, crm }: Pick<App, 'db' | 'crm'>): Promise<FoundSource> {
  const known = await listSources(db)
  const source = sourceOf(known, crm.identity)
  if (source !== null) return { source, other: null }
  const [last] = known
  if (!last?.crm || crm.identity === null) throw new Error('the database has no source of orders')
  return { source: last, other: { present: crm.identity, before: last.crm } }
}
