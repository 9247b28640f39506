import type { User } from '#/contract/auth.ts'
import { AppError } from '#/contract/errors.ts'
import type { EditUserRequest } from '#/contract/users.ts'
import { recordAudit } from '#/server/audit/record-audit.ts'
import type { ProvenActor } from '#/server/auth/guard/guard.ts'
import { recordEnds } from '#/server/auth/sessions/record-ends.ts'
import { whyNotSecrets } from '#/server/auth/rules.ts'
import { endSessions } from '#/server/auth/sessions/store.ts'
import type { App } from '#/server/app.ts'
import { changesOf, changesPower, whyNotEdit } from './rules.ts'
import { findUser, lockAdmins, updateUser } from './store.ts'

/** Changes name, role or access. Disabling ends every session of the person at once. */
export async function editUser(app: App, actor: ProvenActor, id: string, request: EditUserRequest): Promise<User> {
  return app.db.transaction().execute(async (tx) => {
    const admins = await lockAdmins(tx)
    const user = await findUser(tx, { id })
    if (!user) throw new AppError('user.not_found')
    const refusal =
      whyNotEdit(user, request, admins.length) ??
      (changesPower(user, request) ? whyNotSecrets(actor.password_age_seconds) : null)
    if (refusal) throw new AppError(refusal)
    const changes = changesOf(user, request)
    if (Object.keys(changes).length === 0) return user
    const { name = user.name, role = user.role, disabled = user.disabled } = request
    await updateUser(tx, id, { name, role, disabled })
    await recordAudit(app, tx, actor, { action: 'user.edited', subject: { type: 'user', id }, details: { changes } })
    if (disabled) await recordEnds(app, tx, actor, await endSessions(tx, id), 'user_disabled')
    return { ...user, name, role, disabled }
  })
}
