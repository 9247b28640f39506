import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { openDatabase } from '#/server/platform/database/database.ts'
import { givenKeys } from '#/server/platform/encryption-keys.ts'
import { createLog } from '#/server/platform/log.ts'
import { migrate, migrationContext } from '#/server/platform/migrate.ts'
import { newId, randomSecret } from '#/server/platform/random.ts'
import { sqlCode } from '#/server/sql-code.ts'
import { emptyDatabase } from '../support/template-database.ts'

const context = migrationContext(givenKeys([{ kid: 'k1', secret: randomSecret(32) }]))

test('after the upgrade people with a second factor log in once more, all others go on', async () => {
  const database_url = await emptyDatabase(inject('server_url'), inject('template'))
  const database = await openDatabase({
    ...{ database_url, data_dir: '/nonexistent', claim: 'own', log: createLog('silent') },
  })
  onTestFinished(() => database.close())
  const { db } = database
  await migrate(db, context, sqlCode, '0036')

  const people = { app: newId(), unconfirmed: newId(), passkey: newId(), none: newId() }
  for (const [login, id] of Object.entries(people)) {
    await sql`insert into users (id, login, name, role, created_at) values (${id}, ${login}, 'Х', 'admin', now())`.execute(
      db,
    )
    await sql`insert into sessions (id, user_id, user_agent, address, expires_at, idle_until)
              values (${id}, ${id}, 'x', 'x', now() + interval '1 day', now() + interval '1 day')`.execute(db)
  }
  await sql`insert into authenticators (user_id, secret, created_at, confirmed_at)
            values (${people.app}, 's', now(), now()), (${people.unconfirmed}, 's', now(), null)`.execute(db)
  await sql`insert into passkeys (id, user_id, credential_id, public_key, sign_count, transports, name, created_at)
            values (${newId()}, ${people.passkey}, 'c', '', 0, '{}', 'ключ', now())`.execute(db)

  await migrate(db, context, sqlCode)
  const { rows } = await sql<{ login: string; ended: boolean; second_factor: string | null }>`
    select login, ended_at is not null as ended, second_factor from sessions join users on users.id = user_id
    order by login`.execute(db)
  expect(rows).toEqual([
    { login: 'app', ended: true, second_factor: null },
    { login: 'none', ended: false, second_factor: null },
    { login: 'passkey', ended: true, second_factor: null },
    { login: 'unconfirmed', ended: false, second_factor: null },
  ])
})
