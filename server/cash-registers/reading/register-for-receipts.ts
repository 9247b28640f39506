import { AppError, sentenceOf } from '#/contract/errors.ts'
import { whyUnable } from '#/contract/receipt-candidate.ts'
import { switchedOffWords } from '#/contract/trouble-words/switched-off.ts'
import type { App } from '#/server/app.ts'
import type { Tx } from '#/server/platform/database/db.ts'
import { toCashRegister } from './register-json.ts'
import {
  holdRegister,
  listEveryRegister,
  listHeldBySwitchedOff,
  requireRegister,
  type RegisterRow,
} from '../register/store.ts'

export interface RegisterForReceipts {
  id: string
  is_test: boolean | null
  /** In Ukrainian, for the person who wanted a receipt; null: it may make them. */
  why_not: string | null
  payment_label: string
  tax_codes: (number | string)[]
}

type ReadApp = Pick<App, 'encryption_keys' | 'clock'>

export const findRegisterForReceipts = async (app: ReadApp, tx: Tx, id: string): Promise<RegisterForReceipts> =>
  toRegisterForReceipts(app, await requireRegister(tx, id))

/** To make a receipt: until the transaction ends the register can be neither edited, switched off nor deleted. */
export async function holdRegisterForReceipts(app: ReadApp, tx: Tx, id: string): Promise<RegisterForReceipts> {
  const row = await holdRegister(tx, id)
  if (!row) throw new AppError('register.not_found')
  return toRegisterForReceipts(app, row)
}

/** All of them by id. */
export async function readRegistersForReceipts(
  app: ReadApp & Pick<App, 'db'>,
): Promise<Map<string, RegisterForReceipts>> {
  const rows = await listEveryRegister(app.db)
  return new Map(rows.map((row) => [row.id, toRegisterForReceipts(app, row)]))
}

/** Those that should make receipts and cannot, with the reason; a switched-off one should while it holds something. */
export async function listUnableRegisters(
  app: ReadApp & Pick<App, 'db'>,
): Promise<{ id: string; name: string; detail: string }[]> {
  const rows = (await listEveryRegister(app.db)).filter(({ active }) => active)
  const unable = rows.flatMap((row) => {
    const { id, is_test, why_not } = toRegisterForReceipts(app, row)
    const detail = why_not ?? (is_test === null ? sentenceOf('receipt.register_unchecked') : null)
    return detail === null ? [] : [{ id, name: row.name, detail }]
  })
  const switchedOff = await listHeldBySwitchedOff(app.db)
  return [...unable, ...switchedOff.map(({ id, name, ...held }) => ({ id, name, detail: switchedOffWords(held) }))]
}

function toRegisterForReceipts(app: ReadApp, row: RegisterRow): RegisterForReceipts {
  const register = toCashRegister(app, row)
  const { id, is_test, payment_label, tax_codes } = register
  return { id, is_test, why_not: whyUnable(register), payment_label, tax_codes }
}
