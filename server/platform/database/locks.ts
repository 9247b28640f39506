/**
 * Every advisory lock of the service by its number. Processes of two versions run side by side during an upgrade and must
 * exclude each other, so a number is never changed and never given to another lock.
 */
export const locks = {
  /** Held on the embedded server by the process that owns it. */
  embedded_server: 7_586_921,
  /** Sealing the audit log and writing its checkpoint. */
  audit_chain: 7_586_922,
  crm_sync: 7_586_930,
  parcel_tracking: 7_586_931,
  /** Rotating and forgetting keys: two at once would each write the key file without the other's key. */
  key_rotation: 7_586_934,
  audit_verification: 7_586_935,
  /** Which cash register is the default, and which names and keys are taken. */
  cash_registers: 7_586_941,
  payees: 7_586_947,
  /** Payout lists are imported, withdrawn and judged. */
  money: 7_586_948,
  /** Migrating and granting as the owner of the database. */
  preparing: 7_586_950,
  demo_receipts: 7_586_951,
} as const

export type LockName = keyof typeof locks
