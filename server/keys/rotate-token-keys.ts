import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import { newKey } from '#/server/platform/encryption/keyring.ts'
import { ifNoRotationRuns } from './store.ts'

type TokenApp = Pick<App, 'db' | 'clock' | 'audit' | 'token_keys'>

/** Puts a new key first: it signs from now on, the old ones verify. Keys of the environment only the operator can change. */
export const rotateTokenKeys = (app: TokenApp, actor: Actor): Promise<{ kid: string } | 'busy' | 'by_hand'> =>
  ifNoRotationRuns<{ kid: string } | 'by_hand'>(app.db, async () => {
    const { token_keys: keys } = app
    if (keys.source === 'environment') return 'by_hand'
    const fresh = newKey()
    await app.db.transaction().execute(async (tx) => {
      await recordAudit(app, tx, actor, {
        action: 'keys.tokens_rotated',
        subject: { type: 'keys', id: fresh.kid },
        details: { kid: fresh.kid },
      })
      keys.replace([fresh, ...keys.all()])
    })
    return { kid: fresh.kid }
  })
