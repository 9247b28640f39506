import { sql, type Kysely } from 'kysely'

interface Context {
  newId(): string
  moveSecret(envelope: string, from: Place, to: Place): string
  hintOf(envelope: string, place: Place): string | null
}

interface Place {
  table: string
  row: string
  field: string
}

const inSettings = (name: string): Place => ({ table: 'settings', row: name, field: 'secret' })
const inRegister = (id: string): Place => ({ table: 'cash_registers', row: id, field: 'carrier_key' })

/** What a person would call it; in escapes, because migrations are read by machines. */
const firstName = '\u041e\u0441\u043d\u043e\u0432\u043d\u0430 \u043a\u0430\u0441\u0430'
const globalName = 'carrier_key'
/** Where earlier versions kept the other registers' keys when they took this migration back. */
const keptName = (id: string): string => `${globalName}:${id}`

/**
 * Every register has a carrier key of its own. The single global one, kept with the settings until now, moves into the
 * default register, sealed anew for its new place. Where there is no register yet, one is made to hold it.
 */
export async function up(db: Kysely<unknown>, context: Context): Promise<void> {
  await sql`alter table cash_registers add carrier_key text, add carrier_key_hint text`.execute(db)
  await sql`alter table cash_registers add check (archived_at is null or carrier_key is null)`.execute(db)
  const { rows: kept } = await sql<{ name: string; secret: string }>`
    select name, secret from settings where name = ${globalName} or name like ${keptName('%')} for update`.execute(db)
  for (const { name, secret } of kept) {
    const id = name === globalName ? await requireDefault(db, context) : name.slice(keptName('').length)
    const moved = context.moveSecret(secret, inSettings(name), inRegister(id))
    await sql`
      update cash_registers set carrier_key = ${moved}, carrier_key_hint = ${context.hintOf(moved, inRegister(id))}
      where id = ${id} and archived_at is null`.execute(db)
    await sql`delete from settings where name = ${name}`.execute(db)
  }
}

async function requireDefault(db: Kysely<unknown>, { newId }: Context): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from cash_registers where is_default`.execute(db)
  if (rows[0]) return rows[0].id
  const id = newId()
  await sql`
    insert into cash_registers (id, name, is_default) values (${id}, ${firstName}, true)`.execute(db)
  return id
}
