import type { App } from '#/server/context.ts'
import { noteAlarm } from './raise-alarm.ts'
import { lookForWritten } from './seal-store.ts'
import { finding } from './walk-chain.ts'

/** An entry is sealed within a second; where no worker runs, it is remembered for so many looks. */
const mostLooks = 30

/**
 * Looks for the entries this process wrote in the last seconds: until its seal protects it, an entry that was deleted together with
 * its place in the queue would leave no trace. One statement, and none if nothing was written.
 */
export async function lookAtWritten(app: Pick<App, 'db' | 'clock' | 'audit_key' | 'log'>): Promise<void> {
  const { written } = app.audit_key
  const entries = [...written.values()]
  if (entries.length === 0) return
  const found = await lookForWritten(
    app.db,
    entries.map(({ id }) => id),
    entries.map(({ xact }) => xact),
  ).catch((error: unknown) => {
    // A transaction the server has not come to yet: the database is another one than before, which the chain will show.
    app.log.error({ err: error }, 'what became of the last audit entries is not known')
    return entries.map(({ id }) => ({ id, status: null, stored: false, sealed: false, chained: false }))
  })
  for (const { id, status, stored, sealed, chained } of found) {
    const entry = written.get(id)
    if (entry === undefined) continue
    entry.looks += status === 'committed' ? 1 : 0
    const isOver = status === null || status === 'aborted' || sealed
    if (isOver || entry.looks >= mostLooks) written.delete(id)
    if (status !== 'committed' || (stored && (sealed || chained))) continue
    written.delete(id)
    const what = stored ? 'позбавлено місця в ланцюгу' : 'вилучено одразу після того, як його записано'
    noteAlarm(app, finding('lost', `запис «${entry.action}» ${what}`, null, id))
  }
}
