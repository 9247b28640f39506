import { z } from 'zod'
import type { GuardedOperation } from './gate.ts'
import { refuse } from './refusals.ts'
import { type Register, uuidOf } from './registers.ts'
import { cashierOf, cashierWithId, toShift } from './shift-model.ts'
import type { Tokens } from './tokens.ts'
import { madeAt } from './wire-time.ts'

const SignIn = z.object({ pin_code: z.string() })

/** What a cashier does and is: signing in, profile, signature, taxes, shift. */
export const cashierOperations = (tokens: Tokens): GuardedOperation[] => [
  {
    name: 'sign_in',
    method: 'POST',
    path: '/cashier/signinPinCode',
    needs: 'license_key',
    handle: (register, request) => {
      const { pin_code } = SignIn.parse(request.json())
      const cashier = [register.cashier, ...register.other_cashiers].find(({ pin }) => pin === pin_code)
      if (cashier === undefined) return refuse('wrong_pin')
      const access_token = tokens.issue(register.license_key, cashierOf(register, cashier.login).id)
      return { status: 200, body: { type: 'bearer', token_type: 'bearer', access_token } }
    },
  },
  {
    name: 'cashier_me',
    method: 'GET',
    path: '/cashier/me',
    needs: 'bearer',
    handle: (register, _request, cashierId) => ({ status: 200, body: toProfile(register, cashierId) }),
  },
  {
    name: 'check_signature',
    method: 'GET',
    path: '/cashier/check-signature',
    needs: 'bearer',
    handle: ({ cashier: { signature } }) => ({ status: 200, body: signature }),
  },
  {
    name: 'list_taxes',
    method: 'GET',
    path: '/cashier/tax',
    needs: 'bearer',
    handle: ({ license_key, taxes }) => ({
      status: 200,
      body: taxes.map((tax) => ({ id: uuidOf(`tax ${tax.code} of ${license_key}`), ...tax, created_at: madeAt })),
    }),
  },
  {
    name: 'cashier_shift',
    method: 'GET',
    path: '/cashier/shift',
    needs: 'bearer',
    // One that was closed is none (seen on the live API).
    handle: (register) => ({
      status: 200,
      body: register.shift === null || register.shift.status === 'CLOSED' ? null : toShift(register, register.shift),
    }),
  },
]

const toProfile = (register: Register, cashierId: string) => {
  const { cashier, organization, license_key } = register
  const { is_test, blocked, permissions, certificate_end, signature } = cashier
  const { id, login } = cashierWithId(register, cashierId)
  return {
    id,
    full_name: login === cashier.login ? cashier.full_name : login,
    nin: organization.tax_number,
    key_id: null,
    signature_type: signature.type,
    permissions,
    created_at: madeAt,
    updated_at: null,
    certificate_end,
    blocked,
    is_test,
    organization: { id: uuidOf(`organization of ${license_key}`), ...organization, created_at: madeAt },
  }
}
