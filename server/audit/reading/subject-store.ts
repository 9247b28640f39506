import { sql } from 'kysely'
import type { AuditItem } from '#/contract/audit.ts'
import { Id } from '#/contract/common.ts'
import type { Db } from '#/server/platform/database/db.ts'

type Told = Pick<AuditItem, 'order' | 'receipt' | 'subject_name'>

interface Row {
  id: string
  order: AuditItem['order'] | null
  receipt: AuditItem['receipt'] | null
  subject_name: string | null
}

/** The same entries with what people call their subjects. One statement for the page, however many entries are on it. */
export async function nameSubjects(db: Db, entries: readonly AuditItem[]): Promise<AuditItem[]> {
  const { rows } = await sql<Row>`
    select e.id, case when o.id is not null then json_build_object('id', o.id, 'number', o.number) end as "order",
      case when rc.id is not null then json_build_object('kind', rc.kind, 'amount', rc.amount) end as receipt,
      coalesce(r.name, u.name) as subject_name
    from unnest(${entries.map(({ id }) => id)}::uuid[], ${entries.map(orderOf)}::uuid[],
        ${entries.map(subjectOf('receipt'))}::uuid[], ${entries.map(subjectOf('cash_register'))}::uuid[],
        ${entries.map(subjectOf('user'))}::uuid[])
      as e (id, order_id, receipt_id, register_id, user_id)
    left join receipts rc on rc.id = e.receipt_id
    left join orders o on o.id = coalesce(e.order_id, rc.order_id)
    left join cash_registers r on r.id = e.register_id
    left join users u on u.id = e.user_id`.execute(db)
  const names = new Map(rows.map((row) => [row.id, withoutNulls(row)]))
  return entries.map((entry) => ({ ...entry, ...names.get(entry.id) }))
}

const withoutNulls = ({ order, receipt, subject_name }: Row): Told => ({
  ...(order && { order }),
  ...(receipt && { receipt }),
  ...(subject_name !== null && { subject_name }),
})

const idOrNull = (value: unknown): string | null => {
  const { data } = Id.safeParse(value)
  return data ?? null
}

const orderOf = ({ subject, details }: AuditItem): string | null =>
  idOrNull(subject.type === 'order' ? subject.id : details['order_id'])

const subjectOf =
  (type: AuditItem['subject']['type']) =>
  ({ subject }: AuditItem): string | null =>
    subject.type === type ? idOrNull(subject.id) : null
