import { AppError, refuseIf } from '#/contract/errors.ts'
import { recordAudit } from '#/server/audit/record-audit.ts'
import type { ProvenActor } from '#/server/auth/guard/guard.ts'
import { whyNotRegisterSecrets } from '#/server/auth/rules.ts'
import type { App } from '#/server/app.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { whyNotDelete } from './rules.ts'
import {
  archiveRegister,
  deleteRegisterRow,
  hasHistory,
  hasLiveReceipts,
  listEveryRegister,
  lockRegister,
  lockRegisters,
} from '../register/store.ts'

/**
 * What parcels, receipts or looks at the provider refer to is archived: its name stays, its secrets go. Anything else goes as
 * if it had never been.
 */
export async function deleteRegister(
  app: Pick<App, 'db' | 'clock' | 'audit'>,
  actor: ProvenActor,
  id: string,
): Promise<void> {
  refuseIf(whyNotRegisterSecrets(actor))
  await inTransaction(app.db, async (tx) => {
    await lockRegisters(tx)
    const register = await lockRegister(tx, id)
    if (!register) throw new AppError('register.not_found')
    const others = (await listEveryRegister(tx)).filter((other) => other.id !== id)
    refuseIf(whyNotDelete(register, others, await hasLiveReceipts(tx, id)))
    const archived = await hasHistory(tx, id)
    await (archived ? archiveRegister(tx, id, app.clock.now()) : deleteRegisterRow(tx, id))
    await recordAudit(app, tx, actor, {
      action: 'register.deleted',
      subject: { type: 'cash_register', id },
      details: { name: register.name, archived },
    })
  })
}
