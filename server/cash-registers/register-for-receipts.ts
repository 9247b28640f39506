import { AppError, sentenceOf } from '#/contract/errors.ts'
import { whyUnable } from '#/contract/receipt-candidate.ts'
import type { App } from '#/server/app.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import { toCashRegister } from './register-json.ts'
import { findRegister, holdRegister, listEveryRegister, type RegisterRow } from './store.ts'

export interface RegisterForReceipts {
  id: string
  is_test: boolean | null
  /** In Ukrainian, for the person who wanted a receipt; null: it may make them. */
  why_not: string | null
  payment_label: string
  tax_codes: (number | string)[]
}

export async function findRegisterForReceipts(
  app: Pick<App, 'encryption_keys' | 'clock'>,
  tx: Tx,
  id: string,
): Promise<RegisterForReceipts> {
  const row = await findRegister(tx, id)
  if (!row) throw new AppError('register.not_found')
  return toRegisterForReceipts(app, row)
}

/** For whoever makes a receipt: until the transaction ends the register can be neither edited, switched off nor deleted. */
export async function holdRegisterForReceipts(
  app: Pick<App, 'encryption_keys' | 'clock'>,
  tx: Tx,
  id: string,
): Promise<RegisterForReceipts> {
  const row = await holdRegister(tx, id)
  if (!row) throw new AppError('register.not_found')
  return toRegisterForReceipts(app, row)
}

/** All of them by id, for who asks about many orders. */
export async function readRegistersForReceipts(
  app: Pick<App, 'db' | 'encryption_keys' | 'clock'>,
): Promise<Map<string, RegisterForReceipts>> {
  const rows = await listEveryRegister(app.db)
  return new Map(rows.map((row) => [row.id, toRegisterForReceipts(app, row)]))
}

/** Those that should make receipts and cannot, with the reason. */
export async function listUnableRegisters(
  app: Pick<App, 'db' | 'encryption_keys' | 'clock'>,
): Promise<{ id: string; name: string; detail: string }[]> {
  const rows = (await listEveryRegister(app.db)).filter(({ active }) => active)
  return rows.flatMap((row) => {
    const { id, is_test, why_not } = toRegisterForReceipts(app, row)
    const detail = why_not ?? (is_test === null ? sentenceOf('receipt.register_unchecked') : null)
    return detail === null ? [] : [{ id, name: row.name, detail }]
  })
}

function toRegisterForReceipts(app: Pick<App, 'encryption_keys' | 'clock'>, row: RegisterRow): RegisterForReceipts {
  const register = toCashRegister(app, row)
  const { id, is_test, payment_label, tax_codes } = register
  return { id, is_test, why_not: whyUnable(register), payment_label, tax_codes }
}
