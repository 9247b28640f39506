import { sql, type Generated } from 'kysely'
import type { PageCursor } from '#/server/platform/cursor.ts'
import type { Db, Tx } from '#/server/platform/database/database.ts'

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
  /** What the last check found; `health.ts` knows its shape. */
  health: unknown
  checked_at: string | null
  /** Why the carrier was last not to be asked with this key, and until when it is left alone. */
  carrier_problem: unknown
  carrier_paused_until: string | null
  created_at: Generated<string>
  archived_at: string | null
}

declare module '#/server/platform/database/database.ts' {
  interface Tables {
    cash_registers: CashRegisters
  }
}

export type RegisterRow = Omit<CashRegisters, 'created_at' | 'archived_at'> & { created_at: string }

const columns = [
  'id',
  'name',
  'is_default',
  'active',
  'is_test',
  'license_key',
  'license_key_hint',
  'pin',
  'carrier_key',
  'carrier_key_hint',
  'payment_label',
  'tax_codes',
  'health',
  'checked_at',
  'carrier_problem',
  'carrier_paused_until',
  'created_at',
] as const

/** What was archived is only there for the history of others. */
const selectRegisters = (db: Db | Tx) =>
  db.selectFrom('cash_registers').select(columns).where('archived_at', 'is', null)

/** In the order of adding. `limit + 1` rows tell whether there is a next page. */
export const listRegisters = (db: Db, limit: number, after: PageCursor | null): Promise<RegisterRow[]> =>
  selectRegisters(db)
    .$if(after !== null, (query) =>
      query.where(sql<boolean>`(created_at, id) > (${after?.at}::timestamptz, ${after?.id}::uuid)`),
    )
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit + 1)
    .execute()

export const findRegister = (db: Db | Tx, id: string): Promise<RegisterRow | undefined> =>
  selectRegisters(db).where('id', '=', id).executeTakeFirst()

/** Those whose key asks the carrier, the default first. */
export const listWithCarrierKey = (db: Db | Tx) =>
  db
    .selectFrom('cash_registers')
    .select(['id', 'name', 'is_default', 'carrier_key', 'carrier_problem', 'carrier_paused_until'])
    .where('active', '=', true)
    .where('archived_at', 'is', null)
    .where('carrier_key', 'is not', null)
    .orderBy('is_default', 'desc')
    .orderBy('created_at')
    .orderBy('id')
    .execute()
