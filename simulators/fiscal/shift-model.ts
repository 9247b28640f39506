import { type Register, type Shift, uuidOf } from './registers.ts'
import { madeAt } from './wire-time.ts'

/** A cashier who signs in at a register, as documents and receipts name them. */
export interface Person {
  id: string
  login: string
}

export const cashierOf = ({ id, cashier }: Register, login = cashier.login): Person => ({
  id: (login === cashier.login ? cashier.id : undefined) ?? uuidOf(`cashier ${login} of ${id}`),
  login,
})

/** The cashier of the token; the first one for a token without a cashier. */
export const cashierWithId = (register: Register, cashierId: string): Person =>
  register.other_cashiers.map(({ login }) => cashierOf(register, login)).find(({ id }) => id === cashierId) ??
  cashierOf(register)

export const shiftIdOf = ({ license_key }: Register, { id, serial }: Shift): string =>
  id ?? uuidOf(`shift ${serial} of ${license_key}`)

/** ShiftWithCashierAndCashRegister of the description. */
export const toShift = (register: Register, shift: Shift) => {
  const { cashier, organization, id, fiscal_number, license_key } = register
  const { status, serial, opened_at, closed_at, error } = shift
  return {
    id: shiftIdOf(register, shift),
    serial,
    status,
    opened_at,
    closed_at,
    initial_transaction: {
      id: uuidOf(`opening of shift ${serial} of ${license_key}`),
      type: 'SHIFT_OPEN',
      serial,
      status: error !== null && status === 'CLOSED' ? 'ERROR' : opened_at === null ? 'PENDING' : 'DONE',
      response_error_message: status === 'CLOSED' ? error : null,
    },
    created_at: madeAt,
    taxes: [],
    cash_register: { id, fiscal_number, active: true, created_at: madeAt },
    cashier: {
      id: cashierOf(register).id,
      full_name: cashier.full_name,
      nin: organization.tax_number,
      key_id: '0123456789abcdef',
      signature_type: cashier.signature.type,
      created_at: madeAt,
    },
  }
}
