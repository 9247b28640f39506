import { sql, type Generated, type Insertable } from 'kysely'
import { AppError } from '#/contract/errors.ts'
import type { PageCursor } from '#/server/platform/cursor.ts'
import type { Db, Tx } from '#/server/platform/database/db.ts'
import { rowFrom, rowsFrom, run, valueFrom } from '#/server/platform/database/rows.ts'
import { locks } from '#/server/platform/database/locks.ts'

interface CashRegisters {
  id: string
  name: string
  is_default: boolean
  active: boolean
  is_test: boolean | null
  /** The three secrets are sealed envelopes; `secrets.ts` opens them. */
  license_key: string | null
  license_key_hint: string | null
  pin: string | null
  carrier_key: string | null
  carrier_key_hint: string | null
  payment_label: string
  tax_codes: unknown
  /** What the last check found; `health/health-facts.ts` knows its shape. */
  health: unknown
  checked_at: string | null
  /** Why the carrier refuses this key, and until when it is not asked with it. */
  carrier_problem: unknown
  carrier_paused_until: string | null
  /** Since when the provider does not answer; `provider-silence.ts` knows its shape. */
  provider_silence: unknown
  /**
   * `<fiscal number>#<id of the cashier>`: as whom the provider last knew the register under the present licence key and PIN. null:
   * no check under them has succeeded. What is absent from an answer is absent for this scope only.
   */
  provider_scope: string | null
  /** The phones of the owner of the carrier key, sealed; `secrets.ts` opens them. null: the carrier has not sent them under the present key. */
  carrier_phones: string | null
  /** Whose register it is, as the provider says; null: it has not said so yet. */
  payee_id: string | null
  created_at: Generated<string>
  archived_at: string | null
}

declare module '#/server/platform/database/db.ts' {
  interface Tables {
    cash_registers: CashRegisters
  }
}

export type RegisterRow = Omit<CashRegisters, 'created_at' | 'archived_at'> & { created_at: string }

const columns = sql`id, name, is_default, active, is_test, license_key, license_key_hint, pin, carrier_key, carrier_key_hint, payment_label,
  tax_codes, health, checked_at, carrier_problem, carrier_paused_until, provider_silence, provider_scope, carrier_phones, payee_id, created_at`

/** What was archived is only there for the history of others. */
const registers = sql`select ${columns} from cash_registers where archived_at is null`

/** In the order of adding. `limit + 1` rows tell whether there is a next page. */
export const listRegisters = (db: Db, limit: number, after: PageCursor | null): Promise<RegisterRow[]> =>
  rowsFrom(db)`
    ${registers} ${after === null ? sql`` : sql`and (created_at, id) > (${after.at}::timestamptz, ${after.id}::uuid)`}
    order by created_at, id limit ${limit + 1}`

export const findRegister = (db: Db | Tx, id: string): Promise<RegisterRow | undefined> =>
  rowFrom(db)`${registers} and id = ${id}`

export async function requireRegister(db: Db | Tx, id: string): Promise<RegisterRow> {
  const register = await findRegister(db, id)
  if (!register) throw new AppError('register.not_found')
  return register
}

/** Those whose key asks the carrier, also of registers that are switched off: their parcels are still on their way. */
export const listWithCarrierKey = (db: Db | Tx): Promise<(RegisterRow & { carrier_key: string })[]> =>
  rowsFrom(db)`${registers} and carrier_key is not null order by active desc, is_default desc, created_at, id`

/** The other registers whose payee is the same, or not known; also those switched off, whose documents live on. */
export const listOfSamePayee = (db: Db, id: string, is_test: boolean): Promise<Pick<RegisterRow, 'id' | 'name'>[]> =>
  rowsFrom(db)`
    select other.id, other.name from cash_registers own join cash_registers other on other.id <> own.id
    where own.id = ${id} and other.archived_at is null and other.is_test = ${is_test}
      and coalesce(other.payee_id = own.payee_id, true)
    order by other.created_at, other.id`

/** Which register is the default, and which names and keys are taken, is decided by one transaction at a time. */
export const lockRegisters = (tx: Tx) => sql`select pg_advisory_xact_lock(${locks.cash_registers})`.execute(tx)

export const listEveryRegister = (db: Db | Tx): Promise<RegisterRow[]> =>
  rowsFrom(db)`${registers} order by created_at, id`

/** The register stays as it is until the transaction ends: editing, archiving and deleting take `lockRegister` first. Several transactions may hold it at once. */
export const holdRegister = (tx: Tx, id: string): Promise<RegisterRow | undefined> =>
  rowFrom(tx)`${registers} and id = ${id} for key share`

/** While it is locked, no parcel can be bound to the register and no receipt made with it. */
export const lockRegister = (tx: Tx, id: string): Promise<RegisterRow | undefined> =>
  rowFrom(tx)`${registers} and id = ${id} for update`

export async function insertRegister(tx: Tx, register: Omit<Insertable<CashRegisters>, 'is_default'>): Promise<void> {
  await tx
    .insertInto('cash_registers')
    .values({ ...register, tax_codes: JSON.stringify(register.tax_codes), is_default: false })
    .execute()
}

export async function updateRegister(tx: Tx, id: string, changes: Partial<Omit<RegisterRow, 'id'>>): Promise<void> {
  const { tax_codes, health, ...others } = changes
  await tx
    .updateTable('cash_registers')
    .set({
      ...others,
      ...(tax_codes !== undefined && { tax_codes: JSON.stringify(tax_codes) }),
      ...(health !== undefined && { health: health === null ? null : JSON.stringify(health) }),
    })
    .where('id', '=', id)
    .execute()
}

/** Of the key that was asked about; another one since then has another owner. */
export const keepCarrierPhones = (
  db: Db,
  { id, sealed }: { id: string; sealed: string },
  phones: string,
): Promise<void> =>
  run(db)`update cash_registers set carrier_phones = ${phones} where id = ${id} and carrier_key = ${sealed}`

/** The former default loses it first: the index allows only one at any moment. */
export async function moveDefault(tx: Tx, to: string): Promise<void> {
  await run(tx)`update cash_registers set is_default = false where is_default and id <> ${to}`
  await run(tx)`update cash_registers set is_default = true where id = ${to} and not is_default`
}

/** What each switched-off register still holds; those that hold nothing are left out. */
export const listHeldBySwitchedOff = (
  db: Db,
): Promise<{ id: string; name: string; queued: number; parcels: number }[]> =>
  rowsFrom(db)`
    select id, name, queued, parcels from cash_registers off
      cross join lateral (
        select count(*)::int as queued from receipts where cash_register_id = off.id and state = 'queued' and retired_at is null) of_receipts
      cross join lateral (
        select count(*)::int as parcels from parcels where cash_register_id = off.id and active and awaited > 0) of_parcels
    where archived_at is null and not active and (queued > 0 or parcels > 0)
    order by created_at, id`

/** A receipt that is not settled yet: without the register's secrets the provider could not be asked about it. */
export const hasLiveReceipts = async (tx: Tx, id: string): Promise<boolean> =>
  (await valueFrom(tx)<boolean>`
    select exists (select from receipts where cash_register_id = ${id}
                   and state not in ('cancelled', 'failed', 'fiscalized')) as found`) ?? false

/** Real receipts that are not settled: how many, and the oldest of them for a person to find. null: there are none. */
export interface UnsettledReceipts {
  count: number
  number: string
  ttn: string | null
}

export const findUnsettledReceipts = async (db: Db | Tx, id: string): Promise<UnsettledReceipts | null> =>
  (await rowFrom(db)<UnsettledReceipts>`
    select count(*) over () as count, o.number, r.ttn
    from receipts r join orders o on o.id = r.order_id
    where r.cash_register_id = ${id} and not r.is_test and r.state not in ('cancelled', 'failed', 'fiscalized')
    order by r.created_at, r.id limit 1`) ?? null

/** Something refers to it, so its row must stay. */
export const hasHistory = async (tx: Tx, id: string): Promise<boolean> =>
  (await valueFrom(tx)<boolean>`
    select exists (select from parcels where cash_register_id = ${id})
        or exists (select from receipts where cash_register_id = ${id})
        or exists (select from provider_pictures where cash_register_id = ${id})
        or exists (select from provider_documents where cash_register_id = ${id})
        or exists (select from parcel_payments where cash_register_id = ${id})
        or exists (select from z_reports where cash_register_id = ${id})
        or exists (select from receipt_incidents where cash_register_id = ${id}) as found`) ?? false

/** The name stays for those who refer to it; the secrets are gone. */
export const archiveRegister = (tx: Tx, id: string, at: Date): Promise<void> =>
  run(tx)`
    update cash_registers set archived_at = ${at.toISOString()}, active = false, is_default = false,
      license_key = null, license_key_hint = null, pin = null, carrier_key = null, carrier_key_hint = null,
      health = null, carrier_problem = null, carrier_paused_until = null, provider_silence = null,
      provider_scope = null, carrier_phones = null
    where id = ${id}`

export const deleteRegisterRow = (tx: Tx, id: string): Promise<void> =>
  run(tx)`delete from cash_registers where id = ${id}`

/** True for ever after the first one, whatever became of it. */
export const wasEverAdded = async (db: Db | Tx): Promise<boolean> =>
  (await valueFrom(db)<boolean>`
    select exists (select from cash_registers)
        or exists (select from audit_log where action = 'register.added') as found`) ?? false
