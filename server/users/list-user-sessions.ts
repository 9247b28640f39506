import type { Session } from '#/contract/auth.ts'
import { AppError } from '#/contract/errors.ts'
import { listLiveSessions } from '#/server/auth/sessions/store.ts'
import type { App } from '#/server/app.ts'
import { findUser } from './store.ts'

/** Where a person is logged in. `currentId`: the session of the admin who asks. */
export async function listUserSessions(app: Pick<App, 'db'>, id: string, currentId: string): Promise<Session[]> {
  if (!(await findUser(app.db, { id }))) throw new AppError('user.not_found')
  return listLiveSessions(app.db, id, currentId)
}
