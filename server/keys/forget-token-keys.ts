import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import { newKey } from '#/server/platform/encryption/keyring.ts'
import { isNewKeyNeeded, secondsToExpire } from './rules.ts'
import { ifNoRotationRuns } from './store.ts'

/** `by_hand`: the keys are in the environment, where only the operator can remove them. */
export type ForgetTokensOutcome =
  | 'busy'
  /** `made`: the key that signs from now on, where the one before had to go too. */
  | { outcome: 'forgotten'; kids: string[]; signing: string; made: boolean }
  | { outcome: 'by_hand'; kids: string[] }
  | { outcome: 'too_early'; seconds: number }

type TokenApp = Pick<App, 'db' | 'clock' | 'audit' | 'token_keys'>

/**
 * Removes the keys that no longer sign, once everything they signed has expired. `now`: a key has leaked, and it does not wait. All
 * processes that read the file refuse what the keys signed from that moment on (decision 0055).
 */
export const forgetTokenKeys = (app: TokenApp, actor: Actor, now = false): Promise<ForgetTokensOutcome> =>
  ifNoRotationRuns<ForgetTokensOutcome>(app.db, async () => {
    const { token_keys: keys } = app
    const keyring = keys.all()
    const [signing, ...others] = keyring
    if (keys.source === 'environment') return { outcome: 'by_hand', kids: others.map(({ kid }) => kid) }
    const made = now && isNewKeyNeeded(keyring, keys.changed_at(), app.clock.now())
    const staying = made ? newKey() : signing
    const kids = (made ? keyring : others).map(({ kid }) => kid)
    const forgotten: ForgetTokensOutcome = { outcome: 'forgotten', kids, signing: staying.kid, made }
    if (kids.length === 0) return forgotten
    const seconds = now ? 0 : secondsToExpire(keys.changed_at(), app.clock.now())
    if (seconds > 0) return { outcome: 'too_early', seconds }
    await app.db.transaction().execute(async (tx) => {
      const { kid } = staying
      const subject = { type: 'keys', id: kid } as const
      if (made) await recordAudit(app, tx, actor, { action: 'keys.tokens_rotated', subject, details: { kid } })
      await recordAudit(app, tx, actor, { action: 'keys.tokens_forgotten', subject, details: { kids } })
      keys.replace([staying])
    })
    return forgotten
  })
