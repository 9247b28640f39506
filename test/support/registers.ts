import type { AddCashRegisterRequest, CashRegister } from '#/contract/cash-registers.ts'
import type { CarrierClient, KeyOwnerOutcome } from '#/server/integrations/carrier/carrier-client.ts'
import { createStubCarrierClient } from '#/server/integrations/carrier/stub-carrier-client.ts'
import type { FiscalClient, RegisterCheck, RegisterCredentials } from '#/server/integrations/fiscal/fiscal-client.ts'
import { createStubFiscalClient } from '#/server/integrations/fiscal/stub/fiscal-client.ts'
import { startShop } from './shop.ts'
import type { TestOptions } from './test-app.ts'

let count = 0

/** Everything a new register needs; its secrets are unlike any other's. */
export function aRegister(changes: Partial<AddCashRegisterRequest> = {}): AddCashRegisterRequest {
  count += 1
  const tail = String(count).padStart(4, '0')
  return {
    name: `ФОП Шевченко ${tail}`,
    license_key: `license-only-ours-${tail}`,
    pin: `90817263${tail}`,
    carrier_key: `carrier-key-only-ours-${tail}`,
    ...changes,
  }
}

/** A provider whose answers a test decides; unless it does, they are those of the demo. */
export class ScriptedFiscal implements FiscalClient {
  readonly kind = 'stub'
  asked: RegisterCredentials[] = []
  answer: ((credentials: RegisterCredentials, signal?: AbortSignal) => Promise<RegisterCheck>) | null = null
  readonly #demo = createStubFiscalClient({ clock: { now: () => new Date() } })

  checkCredentials(credentials: RegisterCredentials, signal?: AbortSignal): Promise<RegisterCheck> {
    this.asked.push(credentials)
    return (this.answer ?? this.#demo.checkCredentials)(credentials, signal)
  }

  listZReports: FiscalClient['listZReports'] = this.#demo.listZReports
}

export class ScriptedCarrier implements CarrierClient {
  readonly kind = 'stub'
  asked: string[] = []
  answer: ((key: string, signal?: AbortSignal) => Promise<KeyOwnerOutcome>) | null = null
  readonly #demo = createStubCarrierClient({ clock: { now: () => new Date() } })

  askStatuses: CarrierClient['askStatuses'] = this.#demo.askStatuses

  askKeyOwner(key: string, signal?: AbortSignal): Promise<KeyOwnerOutcome> {
    this.asked.push(key)
    return (this.answer ?? this.#demo.askKeyOwner)(key, signal)
  }
}

/** The service for one test file, an admin, and the two outside systems a register is checked at. */
export async function startRegisters(options: TestOptions = {}) {
  const [fiscal, carrier] = [new ScriptedFiscal(), new ScriptedCarrier()]
  const { kasyr, client: admin } = await startShop({ role: 'admin', fiscal, carrier, ...options })

  /** A register as the API shows it after it was added. */
  async function added(changes: Partial<AddCashRegisterRequest> = {}): Promise<CashRegister> {
    const { status, body, text } = await admin.post<CashRegister>('/cash-registers', aRegister(changes))
    if (status !== 201) throw new Error(`adding a register answered ${status}: ${text}`)
    return body
  }

  const rowOf = (id: string) =>
    kasyr.db.selectFrom('cash_registers').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const auditOf = (id: string) =>
    kasyr.db
      .selectFrom('audit_log')
      .select(['action', 'actor_login', 'details'])
      .where('subject_id', '=', id)
      .orderBy('id')
      .execute()
  const defaults = async () =>
    (await kasyr.db.selectFrom('cash_registers').select('id').where('is_default', '=', true).execute()).map(
      ({ id }) => id,
    )
  /** So that a test may count what is there. */
  const clear = async () => {
    await kasyr.db.updateTable('parcels').set({ cash_register_id: null }).execute()
    await kasyr.db.deleteFrom('cash_registers').execute()
  }

  return { kasyr, admin, fiscal, carrier, added, rowOf, auditOf, defaults, clear }
}
