import type { App } from '#/server/app.ts'
import type { CarrierKeyHolder } from './carrier-keys.ts'
import { sealPhones } from './secrets.ts'
import { keepCarrierPhones } from '../register/store.ts'

/** Asks the carrier for the phones of the owner of a key, and keeps them for as long as the register has this key. null: no answer. */
export async function learnOwnerPhones(
  app: Pick<App, 'db' | 'encryption_keys' | 'carrier'>,
  { id, carrier_key, sealed }: Pick<CarrierKeyHolder, 'id' | 'carrier_key' | 'sealed'>,
  signal?: AbortSignal,
): Promise<string[] | null> {
  const found = await app.carrier.askKeyOwner(carrier_key, signal)
  if (!found.ok) return null
  const { phones } = found.owner
  await keepCarrierPhones(app.db, { id, sealed }, sealPhones(app, id, phones))
  return phones
}
