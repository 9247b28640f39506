/** A column that holds sealed secrets. `key` names the row, as in the place a secret is bound to. */
export interface SealedColumn {
  table: string
  key: string
  field: string
}

/** Everything that is sealed at rest. A column that is missing here keeps its old key for ever: a scenario looks for such. */
const sealed = [
  { table: 'settings', key: 'name', fields: ['secret'] },
  { table: 'authenticators', key: 'user_id', fields: ['secret'] },
  { table: 'cash_registers', key: 'id', fields: ['license_key', 'pin', 'carrier_key', 'carrier_phones'] },
] as const

export const sealedColumns: readonly SealedColumn[] = sealed.flatMap(({ table, key, fields }) =>
  fields.map((field) => ({ table, key, field })),
)
