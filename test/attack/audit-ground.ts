import { sql } from 'kysely'
import { vi } from 'vitest'
import { acceptBreak } from '#/server/audit/accept-break.ts'
import { openAudit } from '#/server/audit/chain/audit-keys.ts'
import { recordAudit, theSystem } from '#/server/audit/record-audit.ts'
import { sealAudit } from '#/server/audit/verifying/seal-audit.ts'
import { verifyAudit } from '#/server/audit/verifying/verify-audit.ts'
import type { App } from '#/server/app.ts'
import { newId } from '#/server/platform/random.ts'
import type { ApiClient } from '../support/api-client.ts'
import { patience } from '../support/patience.ts'
import type { TestApp } from '../support/test-app.ts'

/** A log of eight sealed entries after whatever was before, and the powers of an attacker who owns the database server. */
export interface Ground {
  kasyr: TestApp
  /** The number of the seal `offset` places after the beginning, from 1 to 8. */
  seq(offset: number): number
  /** The entry sealed there. */
  id(offset: number): string
  write(count: number, app?: App): Promise<void>
  /** Past the triggers and the foreign keys. */
  tamper(...statements: string[]): Promise<void>
  /** As any role that may write. */
  run(...statements: string[]): Promise<void>
}

/** A service that has just been started beside many others may call itself overloaded for a moment. */
export const adminOf = (kasyr: TestApp): Promise<ApiClient> =>
  vi.waitFor(() => kasyr.anonymous.logIn('admin', kasyr.adminPassword), { timeout: patience(30_000), interval: 500 })

/** Another process of the service: it knows only what is in the database and in the folder. */
export const anotherProcess = async ({ app }: TestApp): Promise<App> => ({
  ...app,
  audit: await openAudit(app.db, app.encryption_keys),
})

export const writeEntries = async ({ db }: TestApp, app: App, count: number): Promise<void> => {
  for (let number = 0; number < count; number += 1)
    await db.transaction().execute((tx) =>
      recordAudit(app, tx, theSystem, {
        action: 'user.edited',
        subject: { type: 'user', id: `n${number}` },
        details: { changes: { name: { before: 'Олена', after: 'Оленка' } } },
      }),
    )
}

export async function prepareGround(kasyr: TestApp, count = 8): Promise<Ground> {
  const write = (entries: number, app: App = kasyr.app) => writeEntries(kasyr, app, entries)
  await sealAudit(kasyr.app)
  const before = await lastSeq(kasyr)
  await write(count)
  await sealAudit(kasyr.app)
  const seals = await kasyr.db
    .selectFrom('audit_seals')
    .select(['seq', 'entry_id'])
    .where('seq', '>', before)
    .orderBy('seq')
    .execute()
  const seal = (offset: number) => {
    const found = seals.at(offset - 1)
    if (found === undefined) throw new Error(`only ${seals.length} entries were sealed`)
    return found
  }
  const run = async (...statements: string[]) => {
    for (const statement of statements) await sql.raw(statement).execute(kasyr.db)
  }
  return {
    kasyr,
    seq: (offset) => seal(offset).seq,
    id: (offset) => seal(offset).entry_id,
    write,
    run,
    tamper: (...statements) =>
      kasyr.db.connection().execute(async (connection) => {
        await sql`set session_replication_role = replica`.execute(connection)
        try {
          for (const statement of statements) await sql.raw(statement).execute(connection)
        } finally {
          await sql`set session_replication_role = default`.execute(connection)
        }
      }),
  }
}

export const lastSeq = async ({ db }: TestApp): Promise<number> => {
  const { rows } = await sql<{ seq: number | null }>`select max(seq) as seq from audit_seals`.execute(db)
  return rows[0]?.seq ?? 0
}

export const alarmsOf = ({ db }: TestApp) =>
  db.selectFrom('audit_alarms').select(['kind', 'reason']).orderBy('kind').execute()

export const forgetAlarms = ({ db }: TestApp) => db.deleteFrom('audit_alarms').execute()

/** What a process that has just been started finds in the log, without what was found before. */
export async function verifyAfresh(kasyr: TestApp) {
  await forgetAlarms(kasyr)
  const { ok, first_bad, accepted } = await verifyAudit(await anotherProcess(kasyr))
  return { ok, reason: first_bad?.reason ?? null, seq: first_bad?.seq ?? null, accepted: accepted ?? [] }
}

export const accept = async (kasyr: TestApp) =>
  acceptBreak(await anotherProcess(kasyr), kasyr.db, { reason: 'перевірка', stamp: newId().slice(-12) })
