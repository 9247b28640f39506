import { recordAudit, theSystem } from '../audit/record-audit.ts'
import { verifyAudit } from '../audit/verifying/verify-audit.ts'
import type { App } from '../app.ts'
import { surveySecrets } from '../keys/survey-secrets.ts'

interface Restored {
  stamp: string
  made_at: string
  rows: number
  /** Receipts that must be looked up at Checkbox before they are sent. */
  in_doubt: number
  /** The end of the replaced audit log; null: not known. */
  replaced: { seq: number; hash: string } | null
}

export interface AfterRestore {
  log_is_whole: boolean
  entries: number
  /** Secrets that no available key opens. */
  unreadable: number
}

/** Records the restore in the audit log that came with the backup, and checks that log and the secrets. */
export async function noteRestore(app: App, { stamp, ...details }: Restored): Promise<AfterRestore> {
  await app.db.transaction().execute((tx) =>
    recordAudit(app, tx, theSystem, {
      action: 'backup.restored',
      subject: { type: 'backup', id: stamp },
      details,
    }),
  )
  const { ok, entries } = await verifyAudit(app)
  const unreadable = (await surveySecrets(app)).filter(({ problem }) => problem !== null).length
  return { log_is_whole: ok, entries, unreadable }
}
