import type { GuardedOperation } from './gate.ts'
import { refuse } from './refusals.ts'
import type { World } from './world.ts'

export const receiptOperations = ({ receipts }: World): GuardedOperation[] => [
  {
    name: 'get_receipt',
    method: 'GET',
    path: '/receipts/:receipt_id',
    needs: 'bearer',
    handle: ({ license_key }, { params }) => {
      const receipt = receipts.find(params['receipt_id'] ?? '')
      return receipt?.license_key === license_key
        ? { status: 200, body: receipts.toModel(receipt) }
        : refuse('not_found')
    },
  },
]
