import { AppError } from '#/contract/errors.ts'
import type { CrmDecision } from '#/contract/other-crm.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import { announce } from '#/server/events/announce.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { judgeDecision } from './rules.ts'
import { addSource, lockSources, moveSource } from './source-store.ts'
import { askForEverything } from './sync-store.ts'

type DecidingApp = Pick<App, 'db' | 'crm' | 'clock' | 'audit'>

/**
 * An admin says whose orders the CRM of the settings has. Of the same shop they are those that are there, and the next run requests all of
 * them, because what changed on the way may be older than the last run. Of another shop they are other orders: those that are there stay,
 * and no order of the new CRM ever touches them.
 */
export function decideCrm(app: DecidingApp, actor: Actor, about: CrmDecision): Promise<void> {
  return inTransaction(app.db, async (tx) => {
    const known = await lockSources(tx)
    const present = app.crm.identity
    const refusal = judgeDecision(known, present, about)
    if (refusal === 'already') return
    if (refusal !== null) throw new AppError(refusal)
    const source = known.find(({ crm }) => crm?.fingerprint === about.before)
    if (present === null || !source?.crm) throw new AppError('crm.other_meanwhile')
    if (about.decision === 'same') {
      await moveSource(tx, source.id, present, about.before)
      await askForEverything(tx, source.id)
    } else await addSource(tx, present, about.before)
    await recordAudit(app, tx, actor, {
      action: 'crm.decided',
      subject: { type: 'queue', id: 'orders' },
      details: { ...about, present_host: present.host, before_host: source.crm.host },
    })
    await announce(tx, 'sync', null)
  })
}
