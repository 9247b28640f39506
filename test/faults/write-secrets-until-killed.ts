import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { readConfig } from '#/server/config.ts'
import { decrypt, encrypt } from '#/server/platform/encryption/encryption.ts'
import { startService } from '#/server/service.ts'
import { fields, listRegisters, secretOf, type Field } from './sealed-registers.ts'

/**
 * A service whose cashiers save new secrets all the time. Between sealing one and storing it some time passes, in which the
 * key may have changed. Each then reads another register, as the poller does, and complains if it does not open.
 */
const cashiers = 3
const { running } = await startService(readConfig(), { web: true, worker: true })
const { db, encryption_keys } = running.app
const ids = await listRegisters(db)
process.stdout.write('ready\n')

async function work(cashier: number): Promise<never> {
  const own = ids.filter((_, index) => index % cashiers === cashier)
  for (let revision = 1; ; revision += 1) {
    const id = own[(revision * 7) % own.length] ?? ''
    const field = fields[revision % fields.length] ?? 'pin'
    await db.transaction().execute(async (tx) => {
      const envelope = encrypt(
        encryption_keys,
        { table: 'cash_registers', row: id, field },
        secretOf(id, field, revision),
      )
      await pause(10 + (revision % 30))
      await sql`update cash_registers set ${sql.ref(field)} = ${envelope} where id = ${id}`.execute(tx)
    })
    process.stdout.write(`stored ${id} ${field} ${revision}\n`)
    await readOne(ids[(revision * 13) % ids.length] ?? '')
  }
}

async function readOne(id: string): Promise<void> {
  const { rows } = await sql<Record<Field, string>>`
    select license_key, pin, carrier_key from cash_registers where id = ${id}`.execute(db)
  for (const field of fields) {
    const opened = decrypt(encryption_keys, { table: 'cash_registers', row: id, field }, rows[0]?.[field] ?? '')
    if (!opened.toString().startsWith(secretOf(id, field, ''))) throw new Error(`${id} ${field} is another secret`)
  }
}

await Promise.all(Array.from({ length: cashiers }, (_, cashier) => work(cashier))).catch((error: unknown) => {
  process.stdout.write(`failed ${String(error)}\n`)
  process.exit(1)
})
