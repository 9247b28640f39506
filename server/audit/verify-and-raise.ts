import type { AuditVerdict } from '#/contract/audit.ts'
import { ifNobodyElse } from '#/server/platform/database/locks.ts'
import type { Breaks } from './breaks.ts'
import { raiseAlarm } from './raise-alarm.ts'
import { verifyAudit, type VerifyingApp } from './verify-audit.ts'

/** Whatever the verification finds becomes an alarm that every page shows. */
export async function verifyAndRaise(
  app: VerifyingApp,
  given?: string,
): Promise<{ verdict: AuditVerdict; breaks: Breaks | null }> {
  const { found, breaks, ...verdict } = await verifyAudit(app, { given })
  // A file somebody brought along says nothing about the log when it is damaged itself.
  if (found !== null && (given === undefined || found.kind !== 'checkpoint')) await raiseAlarm(app, found)
  return { verdict, breaks }
}

/** In the background. Two processes that start at once do not read the whole log twice. */
export async function verifyInBackground(app: VerifyingApp, signal: AbortSignal): Promise<void> {
  const outcome = await ifNobodyElse(app.db, 'audit_verification', () => verifyAudit(app, { signal }))
  if (outcome === 'busy') return
  if (outcome.found !== null) await raiseAlarm(app, outcome.found)
  app.log.info({ ok: outcome.ok, entries: outcome.entries, sealed_to: outcome.sealed_to }, 'audit.verified')
}
