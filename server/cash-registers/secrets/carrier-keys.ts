import type { App } from '#/server/app.ts'
import { openPhones, openSecret } from './secrets.ts'
import { listWithCarrierKey } from '../register/store.ts'

/** A register in whose name the carrier may be asked. Inside the program only: the key is a secret. */
export interface CarrierKeyHolder {
  id: string
  name: string
  is_default: boolean
  /** One that is switched off goes on asking, after the others: whose parcel it is does not change with that. */
  active: boolean
  carrier_key: string
  /** As it is stored: what was found out of this key must not be recorded for the next one. */
  sealed: string
  /** Of the owner of the key; null: the carrier has not sent them yet. */
  phones: string[] | null
  paused_until: string | null
  problem: unknown
}

export interface CarrierKeys {
  /** The active ones first, and of those the default. */
  holders: CarrierKeyHolder[]
  /** Every active register with a carrier key is among them. */
  every_active: boolean
  /** So is every switched-off one. */
  everybody: boolean
}

/** A key that cannot be opened stops only its own register, whose health says so. */
export async function listCarrierKeys(app: Pick<App, 'db' | 'encryption_keys' | 'log'>): Promise<CarrierKeys> {
  const registers = await listWithCarrierKey(app.db)
  const holders = registers.flatMap((register): CarrierKeyHolder[] => {
    const { id, name, is_default, active, carrier_problem: problem, carrier_paused_until: paused_until } = register
    const opened = openSecret(app, register, 'carrier_key')
    const { carrier_key: sealed } = register
    const phones = openPhones(app, id, register.carrier_phones)
    if (opened.ok)
      return [{ id, name, is_default, active, carrier_key: opened.secret, sealed, phones, paused_until, problem }]
    app.log.error({ cash_register_id: id }, 'the carrier key of a cash register cannot be opened')
    return []
  })
  const every_active = holders.filter(isActive).length === registers.filter(isActive).length
  return { holders, every_active, everybody: holders.length === registers.length }
}

export const isActive = ({ active }: { active: boolean }): boolean => active
