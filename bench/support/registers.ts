import { sealSecret, type SecretField } from '#/server/cash-registers/secrets/secrets.ts'
import type { App } from '#/server/app.ts'
import { newId } from '#/server/platform/random.ts'

/** Real registers with these secrets, the first one the default; their ids. */
export async function addRegisters(app: App, all: readonly Partial<Record<SecretField, string>>[]): Promise<string[]> {
  const ids = all.map(() => newId())
  for (const [index, id] of ids.entries()) {
    const { license_key, pin, carrier_key } = all[index] ?? {}
    await app.db
      .insertInto('cash_registers')
      .values({
        id,
        name: `Каса ${index + 1}`,
        is_default: index === 0,
        active: true,
        is_test: false,
        payment_label: '',
        tax_codes: '[]',
        license_key: license_key === undefined ? null : sealSecret(app, id, 'license_key', license_key),
        pin: pin === undefined ? null : sealSecret(app, id, 'pin', pin),
        carrier_key: carrier_key === undefined ? null : sealSecret(app, id, 'carrier_key', carrier_key),
      })
      .execute()
  }
  return ids
}
