import { theSystem } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import { sideBySide } from '#/server/platform/side-by-side.ts'
import { checkRegister, type CheckApp } from './check-register.ts'
import { readFacts } from '../health/health-facts.ts'
import { toCashRegister } from '../reading/register-json.ts'
import { isDueForCheck, mayBeMended } from '../health/rules.ts'
import { listEveryRegister } from '../register/store.ts'

/** So many registers are asked about at a time; each has a key and a limit of its own. */
const atOnce = 4

/** Looks at every register once a day; at each tick at those that do not work or whose check got no answer. Returns how many. */
export async function recheckRegisters(app: CheckApp & Pick<App, 'log'>, signal?: AbortSignal): Promise<number> {
  const now = app.clock.now()
  const due = (await listEveryRegister(app.db)).filter((row) =>
    isDueForCheck(
      { ...row, facts: readFacts(row.health), may_be_mended: mayBeMended(toCashRegister(app, row).health) },
      now,
    ),
  )
  await sideBySide(due, atOnce, async ({ id }) => {
    if (signal?.aborted) return
    // Deleted meanwhile, or a hiccup of the database: the others are still looked at.
    await checkRegister(app, theSystem, id, signal).catch((error: unknown) =>
      app.log.warn({ err: error, cash_register_id: id }, 'a cash register was not checked again'),
    )
  })
  return due.length
}
