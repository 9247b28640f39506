import type { User } from '#/contract/auth.ts'
import { AppError, refuseIf } from '#/contract/errors.ts'
import type { CreateUserRequest } from '#/contract/users.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { ProvenActor } from '#/server/auth/guard/guard.ts'
import { tooSimple, whyNotPassword } from '#/server/auth/passwords/judge-password.ts'
import { whyNotSecrets } from '#/server/auth/rules.ts'
import {
  prepareOneTimePassword,
  prepareGivenPassword,
  setPassword,
  type PreparedPassword,
} from '#/server/auth/passwords/set-password.ts'
import type { App } from '#/server/app.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import { newId } from '#/server/platform/random.ts'
import { createsAdmin } from './rules.ts'
import { findUser, insertUser } from './store.ts'

/** Makes a user. The admin gives the password, chosen or generated here, to the person, who changes it at the first login. */
export async function createUser(
  app: App,
  actor: ProvenActor,
  request: CreateUserRequest,
): Promise<{ user: User; one_time_password?: string }> {
  const { login, name, role, password } = request
  refuseIf(createsAdmin(request) ? whyNotSecrets(actor.password_age_seconds) : null)
  const refusal = password === undefined ? null : await whyNotPassword(password, [login, name])
  if (refusal) throw new AppError(refusal, {}, [{ pointer: '/password', detail: tooSimple }])
  const prepared =
    password === undefined ? await prepareOneTimePassword(app) : await prepareGivenPassword(app, password)
  const user = await app.db.transaction().execute((tx) => addUser(app, tx, actor, { login, name, role }, prepared))
  return { user, ...(prepared.one_time !== null && { one_time_password: prepared.one_time }) }
}

export async function addUser(
  app: App,
  tx: Tx,
  actor: Actor,
  { login, name, role }: Pick<CreateUserRequest, 'login' | 'name' | 'role'>,
  password: PreparedPassword,
): Promise<User> {
  const id = newId()
  const added = await insertUser(tx, {
    id,
    login,
    name,
    role,
    disabled: false,
    created_at: app.clock.now().toISOString(),
  })
  if (!added) throw new AppError('user.login_taken', { login })
  await setPassword(app, tx, id, password)
  await recordAudit(app, tx, actor, {
    action: 'user.created',
    subject: { type: 'user', id },
    details: { login, name, role },
  })
  const user = await findUser(tx, { id })
  if (!user) throw new Error('a user just added is not found')
  return user
}
