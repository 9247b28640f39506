import type { ChangePasswordRequest } from '#/contract/auth.ts'
import { AppError } from '#/contract/errors.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import type { Identity } from '../sessions/live-session-store.ts'
import { tooSimple, whyNotPassword } from '../passwords/judge-password.ts'
import type { SecondProof } from '../sessions/second-proof.ts'
import { requireOwnPassword, requireUnchanged } from '../passwords/own-password.ts'
import { removePasskeyWithin } from '../second-factor/remove-passkey.ts'
import { withFactorShown } from '../second-factor/with-factor-shown.ts'
import { preparePassword, setPassword, type PreparedPassword } from '../passwords/set-password.ts'
import { endSessions } from '../sessions/store.ts'

const purpose = { action: 'auth.password_change_failed' } as const

/**
 * Changes one's own password and ends every other session: a person who knew the old one is out. A passkey opens the door without a
 * password, so those that the person does not know go in the same step, which then wants a second factor.
 */
export async function changePassword(
  app: App,
  actor: Actor,
  identity: Identity,
  { current_password, new_password, remove_passkeys, ...factor }: ChangePasswordRequest & { host: string },
): Promise<void> {
  const prepare = () => prepareNew(app, identity, current_password, new_password)
  if (remove_passkeys.length > 0) {
    // Outside the transaction in which the factor is used up.
    const prepared = await prepare()
    const change = async (tx: Tx, proof: SecondProof) => {
      for (const id of new Set(remove_passkeys)) await removePasskeyWithin(app, tx, actor, identity, id, proof)
      await changeWithin(app, tx, actor, identity, prepared)
    }
    const shown = { ...factor, password: current_password }
    return withFactorShown(app, actor, identity, shown, change, purpose)
  }
  const own = await requireOwnPassword(app, actor, identity, current_password, purpose)
  const prepared = await prepare()
  await app.db.transaction().execute(async (tx) => {
    await requireUnchanged(tx, own)
    await changeWithin(app, tx, actor, identity, prepared)
  })
}

async function prepareNew(
  app: App,
  { user }: Identity,
  current_password: string,
  new_password: string,
): Promise<PreparedPassword> {
  if (new_password.normalize('NFC') === current_password.normalize('NFC')) throw new AppError('auth.password_unchanged')
  const refusal = await whyNotPassword(new_password, [user.login, user.name])
  if (refusal) throw new AppError(refusal, {}, [{ pointer: '/new_password', detail: tooSimple }])
  return preparePassword(app, new_password)
}

async function changeWithin(
  app: App,
  tx: Tx,
  actor: Actor,
  { user, session_id }: Identity,
  prepared: PreparedPassword,
): Promise<void> {
  await setPassword(app, tx, user.id, prepared)
  const ended = await endSessions(tx, user.id, { except: session_id })
  await recordAudit(app, tx, actor, {
    action: 'auth.password_changed',
    subject: { type: 'user', id: user.id },
    details: { sessions_ended: ended.length },
  })
}
