import type { Db } from '#/server/platform/database/db.ts'
import { readFacts } from '../health/health-facts.ts'
import { listEveryRegister } from '../register/store.ts'

/** `fiscal_number`: null: no check has read it yet. */
export interface NumberedRegister {
  id: string
  fiscal_number: string | null
}

/** The registers that can make documents at the provider, each with the number that its documents say. */
export const listFiscalNumbers = async (db: Db): Promise<NumberedRegister[]> =>
  (await listEveryRegister(db))
    .filter(({ license_key }) => license_key !== null)
    .map(({ id, health }) => ({ id, fiscal_number: readFacts(health)?.fiscal?.facts?.fiscal_number ?? null }))
