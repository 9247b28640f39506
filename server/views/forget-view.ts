import { AppError } from '#/contract/errors.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import { removeView } from './store.ts'

/** One's own only: another person's view looks as if it did not exist. */
export const forgetView = (
  app: Pick<App, 'db' | 'clock' | 'audit'>,
  actor: Actor,
  userId: string,
  id: string,
): Promise<void> =>
  app.db.transaction().execute(async (tx) => {
    const name = await removeView(tx, userId, id)
    if (name === undefined) throw new AppError('view.not_found')
    await recordAudit(app, tx, actor, { action: 'view.forgotten', subject: { type: 'view', id }, details: { name } })
  })
