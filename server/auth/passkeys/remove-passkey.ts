import { AppError } from '#/contract/errors.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/context.ts'
import type { Tx } from '#/server/platform/database/database.ts'
import type { Identity } from '../authenticate.ts'
import type { SecondProof } from '../open-session.ts'
import { dropLeftovers } from '../second-factor/drop-leftovers.ts'
import { withFactorShown, type Shown } from '../second-factor/with-factor-shown.ts'
import { deletePasskey } from './store.ts'

/** Takes one of the own passkeys away. */
export async function removePasskey(
  app: App,
  actor: Actor,
  identity: Identity,
  id: string,
  shown: Shown,
): Promise<void> {
  await withFactorShown(app, actor, identity, shown, (tx, proof) =>
    removePasskeyWithin(app, tx, actor, identity, id, proof),
  )
}

export async function removePasskeyWithin(
  app: App,
  tx: Tx,
  actor: Actor,
  { user }: Identity,
  id: string,
  proof: SecondProof,
): Promise<void> {
  const name = await deletePasskey(tx, user.id, id)
  if (name === undefined) throw new AppError('passkey.not_found')
  await dropLeftovers(tx, user.id)
  await recordAudit(app, tx, actor, {
    action: 'auth.passkey_removed',
    subject: { type: 'user', id: user.id },
    details: { passkey_id: id, name, ...proof },
  })
}
