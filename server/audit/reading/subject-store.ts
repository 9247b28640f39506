import { sql } from 'kysely'
import type { AuditItem } from '#/contract/audit.ts'
import { Id } from '#/contract/common.ts'
import type { Db } from '#/server/platform/database/db.ts'

/**
 * The same entries with what people call their subjects. One statement for the page, however many entries are on it. No two tables
 * share an id, so the kind of a subject need not be looked at.
 */
export async function nameSubjects(db: Db, entries: readonly AuditItem[]): Promise<AuditItem[]> {
  const { rows } = await sql<{ id: string; names: Pick<AuditItem, 'order' | 'receipt' | 'subject_name'> }>`
    select e.id, json_strip_nulls(json_build_object(
        'order', case when o.id is not null then json_build_object('id', o.id, 'number', o.number) end,
        'receipt', case when rc.id is not null then json_build_object('kind', rc.kind, 'amount', rc.amount) end,
        'subject_name', coalesce(r.name, u.name))) as names
    from unnest(${entries.map(({ id }) => id)}::uuid[], ${entries.map(({ subject }) => idOrNull(subject.id))}::uuid[],
        ${entries.map(orderOf)}::uuid[]) as e (id, subject_id, order_id)
    left join receipts rc on rc.id = e.subject_id
    left join orders o on o.id = coalesce(e.order_id, rc.order_id)
    left join cash_registers r on r.id = e.subject_id
    left join users u on u.id = e.subject_id`.execute(db)
  const names = new Map(rows.map((row) => [row.id, row.names]))
  return entries.map((entry) => ({ ...entry, ...names.get(entry.id) }))
}

const idOrNull = (value: unknown): string | null => Id.safeParse(value).data ?? null

const orderOf = ({ subject, details }: AuditItem): string | null =>
  idOrNull(subject.type === 'order' ? subject.id : details['order_id'])
