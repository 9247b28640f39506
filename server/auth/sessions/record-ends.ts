import type { AuditDetails } from '#/contract/audit.ts'
import { recordAudits, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import type { Tx } from '#/server/platform/database/db.ts'

export const recordEnds = (
  app: Pick<App, 'clock' | 'audit'>,
  tx: Tx,
  actor: Actor,
  ended: readonly string[],
  reason: AuditDetails<'auth.session_ended'>['reason'],
): Promise<void> =>
  recordAudits(
    app,
    tx,
    actor,
    ended.map((session_id) => ({
      action: 'auth.session_ended',
      subject: { type: 'session', id: session_id },
      details: { session_id, reason },
    })),
  )
