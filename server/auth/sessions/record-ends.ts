import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import type { Tx } from '#/server/platform/database/db.ts'

export async function recordEnds(
  app: Pick<App, 'clock' | 'audit'>,
  tx: Tx,
  actor: Actor,
  ended: readonly string[],
  reason:
    | 'by_owner'
    | 'by_admin'
    | 'user_disabled'
    | 'too_many_sessions'
    | 'replaced'
    | 'factor_enrolled'
    | 'passkey_removed',
): Promise<void> {
  for (const session_id of ended) {
    await recordAudit(app, tx, actor, {
      action: 'auth.session_ended',
      subject: { type: 'session', id: session_id },
      details: { session_id, reason },
    })
  }
}
