import type { GuardedOperation } from './gate.ts'
import { uuidOf } from './registers.ts'
import { madeAt } from './wire-time.ts'

export const registerOperations: GuardedOperation[] = [
  {
    name: 'register_info',
    method: 'GET',
    path: '/cash-registers/info',
    needs: 'license_key',
    handle: ({ license_key, id, fiscal_number, title, address, is_test, offline_mode, ettn_acquiring_id, shift }) => ({
      status: 200,
      body: {
        id,
        organization_id: uuidOf(`organization of ${license_key}`),
        fiscal_number,
        created_at: madeAt,
        updated_at: null,
        number: '1',
        address,
        title,
        offline_mode,
        stay_offline: false,
        has_shift: shift !== null && shift.status !== 'CLOSED',
        documents_state: { last_receipt_code: 1, last_report_code: 0, last_z_report_code: 0 },
        emergency_date: null,
        is_test,
        ettn_acquiring_id,
        fiscal_api_type: 'FSCO_EC',
      },
    }),
  },
]
