import { AppError } from '#/contract/errors.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import type { Identity } from '../sessions/live-session-store.ts'
import type { SecondProof } from '../sessions/second-proof.ts'
import { recordEnds } from '../sessions/record-ends.ts'
import { dropLeftovers } from './drop-leftovers.ts'
import { withFactorShown, type Shown } from './with-factor-shown.ts'
import { endSessions } from '../sessions/store.ts'
import { deletePasskey } from '../passkeys/store.ts'

/** Takes one of the own passkeys away, and with it the other sessions it opened: its device may be in a stranger's hands. */
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
  { user, session_id }: Identity,
  id: string,
  proof: SecondProof,
): Promise<void> {
  const name = await deletePasskey(tx, user.id, id)
  if (name === undefined) throw new AppError('passkey.not_found')
  const ended = await endSessions(tx, user.id, { opened_with: id, except: session_id })
  await recordEnds(app, tx, actor, ended, 'passkey_removed')
  await dropLeftovers(tx, user.id)
  await recordAudit(app, tx, actor, {
    action: 'auth.passkey_removed',
    subject: { type: 'user', id: user.id },
    details: { passkey_id: id, name, ...proof },
  })
}
