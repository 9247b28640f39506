import { sql, type RawBuilder } from 'kysely'
import type { AuditItem, AuditQuery } from '#/contract/audit.ts'
import { Id } from '#/contract/common.ts'
import type { PageCursor } from '#/server/platform/cursor.ts'
import type { Db } from '#/server/platform/database/db.ts'
import { kyivDay } from '#/server/platform/database/kyiv-day.ts'

/** Newest first. `limit + 1` rows tell whether there is a next page. */
export async function listEntries(db: Db, query: AuditQuery, after: PageCursor | null): Promise<AuditItem[]> {
  const { rows } = await sql<AuditItem>`
    select id, at, action, address, details,
      case when actor_id is null then null else json_build_object('id', actor_id, 'login', actor_login) end as actor,
      json_build_object('type', subject_type, 'id', subject_id) as subject
    from audit_log
    where true
      ${query.actor === undefined ? sql`` : sql`and ${isActor(query.actor)}`}
      ${query.action === undefined ? sql`` : sql`and action = ${query.action}`}
      ${query.subject === undefined ? sql`` : sql`and subject_id = ${query.subject}`}
      ${query.from === undefined ? sql`` : sql`and at >= ${kyivDay(query.from, 0)}`}
      ${query.to === undefined ? sql`` : sql`and at < ${kyivDay(query.to, 1)}`}
      ${after === null ? sql`` : sql`and (at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`}
    order by at desc, id desc
    limit ${query.limit + 1}`.execute(db)
  return rows
}

/** One condition or the other, never both: each has its index, and the entries come out of it in order. */
const isActor = (actor: string): RawBuilder<boolean> =>
  Id.safeParse(actor).success ? sql`actor_id = ${actor}::uuid` : sql`actor_login = ${actor}`
