import type { App } from '#/server/app.ts'
import { openPhones, openSecret } from './secrets.ts'
import { listWithCarrierKey } from '../register/store.ts'

/** A register in whose name the carrier may be asked. Inside the program only: the key is a secret. */
export interface CarrierKeyHolder {
  id: string
  name: string
  is_default: boolean
  carrier_key: string
  /** As it is stored: what was found out of this key must not be recorded for the next one. */
  sealed: string
  /** Of the owner of the key; null: the carrier has not sent them yet. */
  phones: string[] | null
  paused_until: string | null
  problem: unknown
}

/** The default first. A key that cannot be opened stops only its own register, whose health says so. */
export async function listCarrierKeys(app: Pick<App, 'db' | 'encryption_keys' | 'log'>): Promise<CarrierKeyHolder[]> {
  const registers = await listWithCarrierKey(app.db)
  return registers.flatMap((register) => {
    const { id, name, is_default, carrier_problem: problem, carrier_paused_until: paused_until } = register
    const opened = openSecret(app, register, 'carrier_key')
    const { carrier_key: sealed } = register
    const phones = openPhones(app, id, register.carrier_phones)
    if (opened.ok) return [{ id, name, is_default, carrier_key: opened.secret, sealed, phones, paused_until, problem }]
    app.log.error({ cash_register_id: id }, 'the carrier key of a cash register cannot be opened')
    return []
  })
}
