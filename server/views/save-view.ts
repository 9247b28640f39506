import { AppError } from '#/contract/errors.ts'
import { mostSavedViews, type SavedView, type SaveViewRequest } from '#/contract/saved-views.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import { newId } from '#/server/platform/random.ts'
import { listViews, lockViews, putView } from './store.ts'

export function saveView(
  app: Pick<App, 'db' | 'clock' | 'audit'>,
  actor: Actor,
  userId: string,
  request: SaveViewRequest,
): Promise<SavedView> {
  return app.db.transaction().execute(async (tx) => {
    await lockViews(tx, userId)
    const others = (await listViews(tx, userId)).filter(({ name }) => name !== request.name)
    if (others.length >= mostSavedViews) throw new AppError('view.too_many', { most: mostSavedViews })
    const saved = await putView(tx, userId, { ...request, id: newId() })
    if (saved === undefined) throw new Error('a view was put and is not there')
    await recordAudit(app, tx, actor, {
      action: 'view.saved',
      subject: { type: 'view', id: saved.id },
      details: { name: saved.name },
    })
    return saved
  })
}
