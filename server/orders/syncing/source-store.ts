import { sql, type Generated } from 'kysely'
import type { CrmDecision } from '#/contract/other-crm.ts'
import type { CrmIdentity } from '#/server/integrations/crm/crm-identity.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { prepare, runPrepared } from '#/server/platform/database/prepared.ts'
import type { OrderSource } from './rules.ts'

declare module '#/server/platform/database/db.ts' {
  interface Tables {
    order_sources: {
      id: Generated<number>
      crm_fingerprint: string | null
      crm_host: string | null
      decided: CrmDecision['decision'] | null
      decided_against: string | null
    }
  }
}

const known = prepare<OrderSource>(`
  select s.id, s.decided, s.decided_against,
    case when s.crm_fingerprint is not null then json_build_object('fingerprint', s.crm_fingerprint, 'host', s.crm_host) end as crm
  from order_sources s left join crm_sync on crm_sync.source = s.id
  order by crm_sync.finished_at desc nulls last, s.id desc`)

/** The one that was read last comes first. */
export const listSources = (db: Db | Tx): Promise<OrderSource[]> => runPrepared(db, known)

/** Nothing is decided about them, and no page of any is stored, until the transaction ends. */
export async function lockSources(tx: Tx): Promise<OrderSource[]> {
  await sql`select from order_sources order by id for update`.execute(tx)
  return listSources(tx)
}

/** Whether the source is still that of the CRM it was; it stays so until the transaction ends. */
export async function holdSource(tx: Tx, { id, crm }: OrderSource): Promise<boolean> {
  const { rows } = await sql`
    select from order_sources where id = ${id} and crm_fingerprint is not distinct from ${crm?.fingerprint ?? null}
    for share`.execute(tx)
  return rows.length > 0
}

/** The first CRM to answer is the one whose orders these are. False: another one was faster. */
export async function nameSource(tx: Tx, id: number, { fingerprint, host }: CrmIdentity): Promise<boolean> {
  const { rows } = await sql`
    update order_sources set crm_fingerprint = ${fingerprint}, crm_host = ${host}
    where id = ${id} and crm_fingerprint is null returning id`.execute(tx)
  return rows.length > 0
}

/** The shop goes on at another CRM, or at the same one under another address or key. */
export async function moveSource(
  tx: Tx,
  id: number,
  { fingerprint, host }: CrmIdentity,
  before: string,
): Promise<void> {
  await sql`
    update order_sources set crm_fingerprint = ${fingerprint}, crm_host = ${host}, decided = 'same', decided_against = ${before}
    where id = ${id}`.execute(tx)
}

export async function addSource(tx: Tx, { fingerprint, host }: CrmIdentity, before: string): Promise<void> {
  await sql`
    insert into order_sources (crm_fingerprint, crm_host, decided, decided_against)
    values (${fingerprint}, ${host}, 'new', ${before})`.execute(tx)
}
