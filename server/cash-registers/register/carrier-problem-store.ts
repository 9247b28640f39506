import type { ParcelProblem } from '#/contract/orders.ts'
import type { Db } from '#/server/platform/database/db.ts'
import { retried } from '#/server/platform/database/retried.ts'
import { run } from '#/server/platform/database/rows.ts'

/** The carrier does not answer to a register's key: why, and until when it is not asked. A problem that lasts keeps its beginning. */
export async function noteCarrierProblem(
  db: Db,
  { id, sealed }: { id: string; sealed: string },
  problem: ParcelProblem,
  paused_until: Date,
): Promise<void> {
  const told = JSON.stringify(problem)
  await run(db)`
    update cash_registers set carrier_paused_until = ${paused_until.toISOString()},
      carrier_problem = case when carrier_problem ->> 'kind' = ${problem.kind}
        then ${told}::jsonb || jsonb_build_object('since', carrier_problem -> 'since') else ${told}::jsonb end
    where id = ${id} and carrier_key = ${sealed}`
}

export const forgetCarrierProblem = (db: Db, id: string): Promise<void> =>
  retried(
    () => run(db)`update cash_registers set carrier_problem = null, carrier_paused_until = null
                  where id = ${id} and carrier_problem is not null`,
  )
