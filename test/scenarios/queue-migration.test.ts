import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from '#/server/platform/database/database.ts'
import type { Db } from '#/server/platform/database/db.ts'
import { givenKeys } from '#/server/platform/encryption/encryption-keys.ts'
import { createLog } from '#/server/platform/log.ts'
import { migrate, migrationContext } from '#/server/platform/migrate.ts'
import { randomSecret } from '#/server/platform/random.ts'
import { sqlCode } from '#/server/sql-code.ts'
import { emptyDatabase } from '../support/template-database.ts'

const context = migrationContext(givenKeys([{ kid: 'k1', secret: randomSecret(32) }]))

async function databaseBefore(): Promise<Db> {
  const database_url = await emptyDatabase(inject('server_url'), inject('template'))
  const log = createLog('silent')
  const database = await openDatabase({ database_url, data_dir: '/nonexistent', claim: 'own', log })
  onTestFinished(() => database.close())
  await migrate(database.db, context, sqlCode, '0031')
  // With and without a TTN in each tab; every tenth is hidden.
  await sql`
    insert into orders (id, crm_id, number, ordered_at, crm_status, recipient_name, recipient_phone, ttn, notes, goods, total, search, crm,
      has_receipt, parcel_group, deleted_at)
    select gen_random_uuid(), n, n, now() - n * interval '1 minute', '', 'Покупець', '380670000000',
      case when n % 2 = 0 then (20450000000000 + n)::text end, '', '[]', n, ' чохол', '{}', n % 3 = 1,
      (array[null, null, 'refused', 'received', 'moving'])[1 + n % 5], case when n % 10 = 9 then now() end
    from generate_series(1, 60) n`.execute(database.db)
  return database.db
}

test('orders that were there before the two parts of the queue stand in the right one', async () => {
  const db = await databaseBefore()
  await migrate(db, context, sqlCode, '0032')
  const { rows } = await sql<{ wrong: number; last: number; first: number }>`
    select count(*) filter (where stands_first <> (ttn is not null or tab <> 'no_receipt')) as wrong,
      count(*) filter (where stands_first) as first, count(*) filter (where not stands_first) as last from orders`.execute(
    db,
  )
  expect(rows).toEqual([{ wrong: 0, first: expect.any(Number), last: expect.any(Number) }])
  expect([rows[0]?.first, rows[0]?.last].every((count) => (count ?? 0) > 0)).toBe(true)
})
