import type { CashRegister } from '#/contract/cash-registers.ts'
import { AppError } from '#/contract/errors.ts'
import { recordAudit, type Actor } from '#/server/audit/record-audit.ts'
import type { App } from '#/server/app.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import { inTransaction } from '#/server/platform/database/retried.ts'
import { toCashRegister } from '../reading/register-json.ts'
import { standingAfter } from './rules.ts'
import { listEveryRegister, lockRegisters, moveDefault } from '../register/store.ts'

export async function makeDefault(
  app: Pick<App, 'db' | 'clock' | 'audit' | 'encryption_keys'>,
  actor: Actor,
  id: string,
): Promise<CashRegister> {
  return inTransaction(app.db, async (tx) => {
    await lockRegisters(tx)
    const all = await listEveryRegister(tx)
    const register = all.find((one) => one.id === id)
    if (!register) throw new AppError('register.not_found')
    const others = all.filter((other) => other.id !== id)
    const after = standingAfter(register, { is_default: true }, others)
    if (!after.ok) throw new AppError(after.refusal)
    if (!register.is_default) await makeDefaultWithin(app, tx, actor, register, others)
    return toCashRegister(app, { ...register, is_default: true })
  })
}

/** Inside a transaction that holds the lock of the registers. */
export async function makeDefaultWithin(
  app: Pick<App, 'clock' | 'audit'>,
  tx: Tx,
  actor: Actor,
  { id, name }: { id: string; name: string },
  others: readonly { id: string; is_default: boolean }[],
): Promise<void> {
  await moveDefault(tx, id)
  await recordAudit(app, tx, actor, {
    action: 'register.made_default',
    subject: { type: 'cash_register', id },
    details: { name, instead_of: others.find(({ is_default }) => is_default)?.id ?? null },
  })
}
