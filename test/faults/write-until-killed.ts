import { recordAudit, theSystem } from '#/server/audit/record-audit.ts'
import { readConfig } from '#/server/config.ts'
import { startContext } from '#/server/start-context.ts'
import { createLog } from '#/server/platform/log.ts'
import { newId } from '#/server/platform/random.ts'
import { background, startWorker } from '#/server/worker.ts'

/** Writes through the program's own path and says each row only when PostgreSQL has promised it. */
const { app, database } = await startContext({
  config: readConfig(),
  claim: 'own',
  background,
  log: createLog('silent'),
})
await startWorker(app)
process.stdout.write(`ready ${database.origin}\n`)
for (;;) {
  const id = newId()
  await app.db.transaction().execute((tx) =>
    recordAudit(app, tx, theSystem, {
      action: 'user.edited',
      subject: { type: 'user', id },
      details: { changes: {} },
    }),
  )
  process.stdout.write(`stored ${id}\n`)
}
