import { AppError } from '#/contract/errors.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/context.ts'
import type { Identity } from '../authenticate.ts'
import { whyNotSecrets } from '../rules.ts'
import { lockAccount } from '../store.ts'
import { hasFactor, replaceRecoveryCodes } from '../second-factor/store.ts'
import { deletePasskey } from './store.ts'

/** Takes one of the own passkeys away. Recovery codes stand in for a factor, so they go with the last one. */
export async function removePasskey(
  app: App,
  actor: Actor,
  { user, password_age_seconds }: Identity,
  id: string,
): Promise<void> {
  const refusal = whyNotSecrets(password_age_seconds)
  if (refusal) throw new AppError(refusal)
  await app.db.transaction().execute(async (tx) => {
    await lockAccount(tx, user.id)
    const name = await deletePasskey(tx, user.id, id)
    if (name === undefined) throw new AppError('passkey.not_found')
    if (!(await hasFactor(tx, user.id))) await replaceRecoveryCodes(tx, user.id, [])
    await recordAudit(app, tx, actor, {
      action: 'auth.passkey_removed',
      subject: { type: 'user', id: user.id },
      details: { passkey_id: id, name },
    })
  })
}
