import { DatabaseError } from 'pg'
import type { App } from '#/server/app.ts'
import type { WrittenEntry } from './journal.ts'
import { noteAlarm } from './raise-alarm.ts'
import { lookForWritten, type Written } from './seal-store.ts'
import { finding } from './walk-chain.ts'

type LookingApp = Pick<App, 'db' | 'clock' | 'audit' | 'log'>

/** An entry is sealed within a second; where no worker runs, it is remembered for so many looks. */
const mostLooks = 30

/**
 * Looks for the entries this process wrote in the last seconds: until its seal protects it, an entry that was deleted together with
 * its place in the queue would leave no trace. One statement, and none if nothing was written.
 */
export async function lookAtWritten(app: LookingApp): Promise<void> {
  const { written } = app.audit
  const entries = [...written.values()]
  if (entries.length === 0) return
  const found = await look(app, entries)
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

/** So many looks in a row may fail, one a second, before a person is told. */
const mostFailedLooks = 30
/** Of `pg_xact_status`: a transaction the server has not come to yet. It was lost in a crash, or the database is another one. */
const unknownTransaction = '22023'

/** An entry is not forgotten because a look failed: somebody with the database can make it fail. */
async function look(app: LookingApp, entries: readonly WrittenEntry[]): Promise<Written[]> {
  const { audit: journal, log } = app
  try {
    const found = await lookForWritten(
      app.db,
      entries.map(({ id }) => id),
      entries.map(({ xact }) => xact),
    )
    journal.failed_looks = 0
    return found
  } catch (error) {
    log.error({ err: error }, 'what became of the last audit entries is not known')
    const code = error instanceof DatabaseError ? error.code : undefined
    if (code === unknownTransaction)
      return entries.map(({ id }) => ({ id, status: null, stored: false, sealed: false, chained: false }))
    // Without a connection nothing else works either, and everybody sees that.
    if (code === undefined || /^(08|57P)/.test(code)) return []
    journal.failed_looks += 1
    if (journal.failed_looks === mostFailedLooks)
      noteAlarm(app, finding('lost', 'базу налаштовано так, що щойно записане не перевірити'))
    return []
  }
}
