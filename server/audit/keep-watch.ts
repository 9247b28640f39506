import { setTimeout as pause } from 'node:timers/promises'
import { followKeys, lookAtChain, type LookingApp } from './look-at-chain.ts'
import { lookAtWritten } from './look-at-written.ts'
import { keepAlarms, raiseAlarm } from './raise-alarm.ts'
import { sealAtStop, sealAudit } from './seal-audit.ts'
import { withChainLock } from './seal-store.ts'
import { verifyInBackground } from './verify-and-raise.ts'

const tickMs = 1_000
/** A process that does not seal looks at the chain less often. */
const ticksBetweenLooks = 5
/** A key that another process made is taken up within half a minute. */
const ticksBetweenKeys = 30

/**
 * Looks after the log until stopped: what this process wrote is still there, entries get their seals (in a worker), the chain
 * fits to the checkpoints, alarms stay. The seals are not a job: there would be a row of the queue for each second.
 */
export function keepWatch(app: LookingApp, { seals }: { seals: boolean }): { stop(): Promise<void> } {
  const stopping = new AbortController()
  const { signal } = stopping
  const attempt = (work: Promise<unknown>, what: string): Promise<unknown> =>
    work.catch((error: unknown) => signal.aborted || app.log.error({ err: error }, what))
  const verifying = seals
    ? attempt(verifyInBackground(app, signal), 'the audit log is not verified')
    : Promise.resolve()
  const watching = (async () => {
    for (let tick = 0; !signal.aborted; tick += 1) {
      if (tick % ticksBetweenKeys === ticksBetweenKeys - 1)
        await attempt(followOrRaise(app), 'the keys of the audit log are not read')
      await attempt(lookAtWritten(app), 'the last audit entries are not looked for')
      if (seals) await attempt(sealAudit(app), 'audit entries are not sealed')
      else if (tick % ticksBetweenLooks === 0) await attempt(lookWithoutSealing(app), 'the audit log is not looked at')
      await attempt(keepAlarms(app), 'the audit alarm is not stored')
      await pause(tickMs, undefined, { signal }).catch(() => undefined)
    }
    if (seals) await sealAtStop(app).catch(() => undefined)
  })()
  return {
    stop: async () => {
      stopping.abort()
      await Promise.all([watching, verifying])
    },
  }
}

async function followOrRaise(app: LookingApp): Promise<void> {
  const gone = await followKeys(app, app.db)
  if (gone !== null) await raiseAlarm(app, gone)
}

/** What a look without the lock finds may be a checkpoint that is just being written; under the lock it counts. */
export async function lookWithoutSealing(app: LookingApp): Promise<void> {
  if ((await lookAtChain(app, app.db)).bad === null) return
  const { bad } = await withChainLock({ db: app.db, turn: app.audit.turn }, (connection) =>
    lookAtChain(app, connection),
  )
  if (bad !== null) await raiseAlarm(app, bad)
}
