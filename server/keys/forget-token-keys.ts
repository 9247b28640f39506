import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/context.ts'
import { secondsToExpire } from './rules.ts'
import { ifNobodyRotates } from './store.ts'

/** `by_hand`: the keys are in the environment, where only the operator can remove them. */
export type ForgetTokensOutcome =
  | 'busy'
  | { outcome: 'forgotten' | 'by_hand'; kids: string[] }
  | { outcome: 'too_early'; seconds: number }

/** Removes the keys that no longer sign, once everything they signed has expired. */
export const forgetTokenKeys = (
  app: Pick<App, 'db' | 'clock' | 'audit_key' | 'token_keys'>,
  actor: Actor,
): Promise<ForgetTokensOutcome> =>
  ifNobodyRotates<ForgetTokensOutcome>(app.db, async () => {
    const { token_keys: keys } = app
    const [signing, ...others] = keys.all()
    const kids = others.map(({ kid }) => kid)
    if (keys.source === 'environment') return { outcome: 'by_hand', kids }
    if (kids.length === 0) return { outcome: 'forgotten', kids }
    const seconds = secondsToExpire(keys.changed_at(), app.clock.now())
    if (seconds > 0) return { outcome: 'too_early', seconds }
    await app.db.transaction().execute(async (tx) => {
      await recordAudit(app, tx, actor, {
        action: 'keys.tokens_forgotten',
        subject: { type: 'keys', id: signing.kid },
        details: { kids },
      })
      keys.replace([signing])
    })
    return { outcome: 'forgotten', kids }
  })
