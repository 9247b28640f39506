import type { GuardedOperation } from './gate.ts'

/** Not in the description we have: `status` and `date_to_block` are all that is known of it. */
export const organizationOperations: GuardedOperation[] = [
  {
    name: 'billing_status',
    method: 'GET',
    path: '/organization/billing-status',
    needs: 'license_key_and_bearer',
    handle: ({ billing }) => ({ status: 200, body: billing }),
  },
]
