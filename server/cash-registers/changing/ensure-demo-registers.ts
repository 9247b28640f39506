import { theSystem } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import { demoCarrierKeys } from '#/server/integrations/carrier/stub-carrier-client.ts'
import { demoCredentials } from '#/server/integrations/fiscal/stub/fiscal-client.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { addRegisterWithin } from './add-register.ts'
import { checkRegister } from '../checking/check-register.ts'
import { lockRegisters, wasEverAdded } from '../register/store.ts'

/** Named after the owners of the keys at the carrier of the demo. */
const owners = [
  { name: 'ФОП Ґалаґан О. А.', carrier_key: demoCarrierKeys.main },
  { name: 'ФОП Мар’яненко С. І.', carrier_key: demoCarrierKeys.second },
] as const

/** Gives the demo its two registers, once: after a person deleted them they do not come back. */
export async function ensureDemoRegisters(app: App): Promise<void> {
  if (await wasEverAdded(app.db)) return
  const added = await inTransaction(app.db, async (tx) => {
    await lockRegisters(tx)
    if (await wasEverAdded(tx)) return []
    const ids: string[] = []
    for (const [index, credentials] of demoCredentials.entries()) {
      const owner = owners[index]
      if (owner) ids.push(await addRegisterWithin(app, tx, theSystem, { ...owner, ...credentials }))
    }
    return ids
  })
  for (const id of added) await checkRegister(app, theSystem, id)
}
