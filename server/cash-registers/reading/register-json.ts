import { CashRegister } from '#/contract/cash-registers.ts'
import type { App } from '#/server/app.ts'
import { healthOf, type Examined } from '../health/health.ts'
import { readFacts } from '../health/health-facts.ts'
import { openSecrets, type OpenedSecret, type SecretField } from '../secrets/secrets.ts'
import type { RegisterRow } from '../register/store.ts'

const { tax_codes: TaxCodes } = CashRegister.shape

/**
 * A register as the API shows it: never a secret, of a key at most its end. Whether each secret can be opened is looked
 * at now, so that a damaged one is shown before it is needed.
 */
export function toCashRegister(
  app: Pick<App, 'encryption_keys' | 'clock'>,
  row: RegisterRow,
  hints: 'with hints' | 'without hints' = 'with hints',
): CashRegister {
  const { id, name, is_default, is_test, active, payment_label } = row
  const shows = hints === 'with hints'
  return {
    id,
    name,
    is_default,
    is_test,
    active,
    license_key_set: row.license_key !== null,
    pin_set: row.pin !== null,
    carrier_key_set: row.carrier_key !== null,
    license_key_hint: shows ? row.license_key_hint : null,
    carrier_key_hint: shows ? row.carrier_key_hint : null,
    health: healthOf(examine(app, row), app.clock.now()),
    payment_label,
    tax_codes: TaxCodes.parse(row.tax_codes),
  }
}

function examine(app: Pick<App, 'encryption_keys'>, row: RegisterRow): Examined {
  const { checked_at, is_test, carrier_problem, provider_silence } = row
  const opened = openSecrets(app, row)
  const stateOf = (field: SecretField) => readability(opened[field])
  const secrets = { license_key: stateOf('license_key'), pin: stateOf('pin'), carrier_key: stateOf('carrier_key') }
  return { checked_at, is_test, facts: readFacts(row.health), secrets, carrier_problem, provider_silence }
}

const readability = (opened: OpenedSecret): Examined['secrets'][SecretField] => (opened.ok ? 'readable' : opened.reason)
