import type { Role } from '#/contract/permissions.ts'
import { theSystem } from '#/server/audit/record-audit.ts'
import { createUser } from '#/server/users/create-user.ts'
import type { ApiClient } from './api-client.ts'
import type { TestApp } from './test-app.ts'

let count = 0
export const somePassword = 'веселий-жайворон-42'

/** A person who has chosen a lasting password, not logged in. */
export async function aUser(
  app: TestApp,
  role: Role = 'cashier',
  login = `${role}${(count += 1)}`,
): Promise<{ id: string; login: string }> {
  const { user } = await createUser(app.app, theSystem, { login, name: `Олена ${login}`, role, password: somePassword })
  await keepPassword(app, user.id)
  return user
}

/** As if the person had chosen it at the first login; that they must is a test of its own (users.test.ts). */
export async function keepPassword({ db }: Pick<TestApp, 'db'>, user_id: string): Promise<void> {
  const lasting = { must_change: false, one_time_until: null }
  await db.updateTable('credentials').set(lasting).where('user_id', '=', user_id).execute()
}

export async function loggedIn(app: TestApp, role: Role = 'cashier'): Promise<ApiClient> {
  if (role === 'admin') return app.anonymous.logIn('admin', app.adminPassword)
  const { login } = await aUser(app, role)
  return app.anonymous.logIn(login, somePassword)
}
