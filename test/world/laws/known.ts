import type { World } from '../world.ts'

/** Every key works, so that what the carrier knows is known here. */
export const isCarrierKnown = ({ registers, outside }: World): boolean =>
  registers.every(
    ({ is_active, carrier_key, stored }) =>
      is_active && carrier_key === stored.carrier_key && outside.carrier.keys.find(carrier_key)?.state === 'ok',
  )

/** Every PIN works, and cashiers see what their registers have made. */
export const isProviderKnown = ({ registers, outside }: World): boolean =>
  outside.fiscal.settings().document_scope === 'register' &&
  registers.every(({ is_active, pin, stored }) => is_active && pin === stored.pin)

export const areClocksRight = ({ processes, database_skew_ms }: World): boolean =>
  database_skew_ms === 0 && processes.every(({ skew_ms }) => skew_ms === 0)
