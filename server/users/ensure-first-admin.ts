import { theSystem } from '#/server/audit/record-audit.ts'
import { whyNotPassword } from '#/server/auth/passwords/judge-password.ts'
import { prepareOneTimePassword, preparePassword } from '#/server/auth/passwords/set-password.ts'
import type { App } from '#/server/app.ts'
import { addUser } from './create-user.ts'
import { claimEmptyTable } from './store.ts'

export const firstLogin = 'admin'

/**
 * On an empty database makes the first admin. Returns the one-time password to print, `chosen` when it came from
 * KASYR_ADMIN_PASSWORD, and null when there are users already.
 */
export async function ensureFirstAdmin(app: App): Promise<{ one_time_password: string } | 'chosen' | null> {
  if (await app.db.selectFrom('users').select('id').limit(1).executeTakeFirst()) return null
  const { admin_password } = app.config
  // The owner of the machine decided, so it is taken; but not in silence.
  if (admin_password !== null && (await whyNotPassword(admin_password, [firstLogin]))) {
    app.log.warn('KASYR_ADMIN_PASSWORD is easy to guess, change it after the first login')
  }
  const prepared =
    admin_password === null ? await prepareOneTimePassword(app) : await preparePassword(app, admin_password)
  return app.db.transaction().execute(async (tx) => {
    if (!(await claimEmptyTable(tx))) return null
    await addUser(app, tx, theSystem, { login: firstLogin, name: 'Адміністратор', role: 'admin' }, prepared)
    return prepared.one_time === null ? 'chosen' : { one_time_password: prepared.one_time }
  })
}
