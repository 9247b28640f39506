import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import { countUnder, secondsToSettle, unusedKids } from './rules.ts'
import { ifNoRotationRuns } from './store.ts'
import { surveySecrets } from './survey-secrets.ts'

/** `by_hand`: the keys are in the environment, where only the operator can remove those that are unused. */
export type ForgetOutcome =
  | 'busy'
  | { outcome: 'forgotten' | 'by_hand'; kids: string[] }
  | { outcome: 'in_use'; kids: string[] }
  | { outcome: 'too_early'; seconds: number }

/** Removes the keys that no secret names. All or none: as long as one of them is needed, the rotation is not over. */
export const forgetKeys = (
  app: Pick<App, 'db' | 'clock' | 'audit' | 'encryption_keys'>,
  actor: Actor,
): Promise<ForgetOutcome> =>
  ifNoRotationRuns<ForgetOutcome>(app.db, async () => {
    const keys = app.encryption_keys
    // The time is looked at first: what was sealed with an old key before that is stored by now, and counted.
    const seconds = keys.source === 'file' ? secondsToSettle(keys.changed_at(), app.clock.now()) : 0
    const [writing, ...others] = keys.all()
    const states = await surveySecrets(app)
    const kids = unusedKids([writing.kid, ...others.map(({ kid }) => kid)], states)
    const used = others.map(({ kid }) => kid).filter((kid) => countUnder(states, kid) > 0)
    if (used.length > 0) return { outcome: 'in_use', kids: used }
    if (keys.source === 'environment') return { outcome: 'by_hand', kids }
    if (kids.length === 0) return { outcome: 'forgotten', kids }
    if (seconds > 0) return { outcome: 'too_early', seconds }
    await app.db.transaction().execute(async (tx) => {
      await recordAudit(app, tx, actor, {
        action: 'keys.forgotten',
        subject: { type: 'keys', id: writing.kid },
        details: { kids },
      })
      keys.replace([writing])
    })
    return { outcome: 'forgotten', kids }
  })
