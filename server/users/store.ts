import { sql } from 'kysely'
import type { User } from '#/contract/auth.ts'
import type { Role } from '#/contract/permissions.ts'
import { hasSecondFactor } from '#/server/auth/sessions/store.ts'
import type { PageCursor } from '#/server/platform/cursor.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'

interface UserRow {
  id: string
  login: string
  name: string
  role: Role
  disabled: boolean
  created_at: string
}

declare module '#/server/platform/database/db.ts' {
  interface Tables {
    users: UserRow
  }
}

const selectUsers = (db: Db | Tx) =>
  db
    .selectFrom('users')
    .innerJoin('credentials', 'credentials.user_id', 'users.id')
    .select([
      'users.id',
      'login',
      'name',
      'role',
      'disabled',
      'credentials.must_change as must_change_password',
      hasSecondFactor.as('second_factor'),
      'created_at',
    ])

/** In the order of joining. `limit + 1` rows tell whether there is a next page. */
export const listUsers = (db: Db, limit: number, after: PageCursor | null): Promise<User[]> =>
  selectUsers(db)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(created_at, users.id) > (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('created_at')
    .orderBy('users.id')
    .limit(limit + 1)
    .execute()

export const findUser = (db: Db | Tx, by: { id: string } | { login: string }): Promise<User | undefined> =>
  selectUsers(db)
    .where((of) => ('id' in by ? of('users.id', '=', by.id) : of('login', '=', by.login)))
    .executeTakeFirst()

/** Two admins who take the rights from each other at once must not both succeed: they meet at this lock. */
export const lockAdmins = (tx: Tx): Promise<{ id: string }[]> =>
  tx
    .selectFrom('users')
    .select('id')
    .where('role', '=', 'admin')
    .where('disabled', '=', false)
    .orderBy('id')
    .forUpdate()
    .execute()

/** false: the login is taken. */
export async function insertUser(tx: Tx, user: UserRow): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('users')
    .values(user)
    .onConflict((conflict) => conflict.column('login').doNothing())
    .executeTakeFirstOrThrow()
  return numInsertedOrUpdatedRows === 1n
}

export async function updateUser(
  tx: Tx,
  id: string,
  changes: Partial<Pick<UserRow, 'name' | 'role' | 'disabled'>>,
): Promise<void> {
  await tx.updateTable('users').set(changes).where('id', '=', id).execute()
}

/** True for one process only, however many start on an empty database at once; the lock lasts for the transaction. */
export async function claimEmptyTable(tx: Tx): Promise<boolean> {
  await sql`lock table users in share row exclusive mode`.execute(tx)
  return (await tx.selectFrom('users').select('id').limit(1).executeTakeFirst()) === undefined
}
