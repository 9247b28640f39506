import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { sealAudit } from '#/server/audit/verifying/seal-audit.ts'
import { showRegister } from '#/server/cash-registers/reading/show-registers.ts'
import { leftOut } from '#/server/backup/manifest.ts'
import { listTables } from '#/server/backup/store.ts'
import { startContext } from '#/server/start-context.ts'
import { makeBackup } from '#/server/backup/make-backup.ts'
import { systemClock } from '#/server/platform/clock.ts'
import { openDatabase } from '#/server/platform/database/database.ts'
import { keysOfFile } from '#/server/platform/encryption/encryption-keys.ts'
import { createLog } from '#/server/platform/log.ts'
import { releaseBefore } from '#/test/support/release-before.ts'
import { openAudit } from '#/server/audit/chain/audit-keys.ts'
import { runKasyr } from '#/test/support/command-line.ts'
import { noteSecret } from '#/test/support/evidence.ts'
import { startReceiptShop } from '#/test/support/receipts.ts'
import { emptyDatabase } from '#/test/support/template-database.ts'

const shop = await startReceiptShop()
const { kasyr } = shop
const folder = mkdtempSync(join(tmpdir(), 'kasyr-backup-'))
const passphrase = 'вишиванка-осокір-42'
noteSecret(passphrase)
/** Encrypted, with the keys in it. */
const file = join(folder, 'whole.kasyr')
const source = {
  DATABASE_URL: kasyr.config.database_url ?? '',
  KASYR_DATA_DIR: kasyr.config.data_dir,
  KASYR_BACKUP_PASSPHRASE: passphrase,
}
const keysHere = () => readFileSync(join(kasyr.config.data_dir, 'keys', 'encryption.keys'), 'utf8')

/** Not sent yet when the backup is made. */
let waiting: Awaited<ReturnType<typeof shop.aReceipt>>

beforeAll(async () => {
  for (let made = 0; made < 3; made += 1) await shop.aReceipt()
  await shop.send()
  waiting = await shop.aReceipt()
  await shop.anOrder({ order: { recipient: { name: 'Зоряна O’Ґалаґан\t\\N; 🧾', phone: '380671112233' }, notes: '' } })
  await kasyr.anonymous.logIn('admin', kasyr.adminPassword)
  await sealAudit(kasyr.app)
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A machine where nothing is yet. */
async function elsewhere() {
  const url = await emptyDatabase(inject('server_url'), inject('template'))
  const dataDir = mkdtempSync(join(folder, 'elsewhere-'))
  return { DATABASE_URL: url, KASYR_DATA_DIR: dataDir, KASYR_BACKUP_PASSPHRASE: passphrase }
}

async function onDatabase<Result>(url: string, work: (client: Client) => Promise<Result>): Promise<Result> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Of every table its rows as text, in one order. */
const contentOf = (url: string) =>
  onDatabase(url, async (client) => {
    const content: Record<string, string[]> = {}
    for (const { name } of await listTables(client)) {
      const { rows } = await client.query<{ row: string }>(`select t::text as row from ${name} t order by 1`)
      content[name] = rows.map(({ row }) => row)
    }
    return content
  })

/** Neither in the database nor on the disk. */
const isUntouched = async ({ DATABASE_URL, KASYR_DATA_DIR }: typeof source) =>
  readdirSync(KASYR_DATA_DIR).length === 0 &&
  (await onDatabase(DATABASE_URL, async (client) => {
    const { rowCount } = await client.query(
      `select from pg_class where relnamespace::regnamespace::text !~ '^(pg_|information_schema)'`,
    )
    return rowCount === 0
  }))

describe('a backup restored elsewhere', () => {
  test('is everything but the sessions, readable with the keys it brings, and the log is whole', async () => {
    const before = await contentOf(source.DATABASE_URL)
    const made = await runKasyr(['backup', file], source)
    expect(made).toMatchObject({ code: 0, err: '' })
    expect(made.out).toContain('зашифровано паролем із KASYR_BACKUP_PASSPHRASE, ключі шифрування в ній є')
    expect(readFileSync(file).includes(keysHere().trim().split(':')[1] ?? '?')).toBe(false)
    expect(statSync(file).mode & 0o777).toBe(0o600)

    const there = await elsewhere()
    const restored = await runKasyr(['restore', file], there)
    expect(restored).toMatchObject({ code: 0, err: '' })
    expect(restored.out).toMatch(/^Відновлено: \d+\sрядк/)
    expect(restored.out).toContain('Журнал дій цілий')
    expect(restored.out).not.toContain('Увага')

    const after = await contentOf(there.DATABASE_URL)
    const logs = new Set(['audit_log', 'audit_unsealed', 'audit_seals'])
    // What waited to be sent is in doubt now, and its order says so.
    const doubted = new Set(['receipts', 'receipt_events', 'orders'])
    const isAsItWas = (table: string) => !leftOut.has(table) && !logs.has(table) && !doubted.has(table)
    for (const table of Object.keys(before).filter(isAsItWas)) expect(after[table], table).toEqual(before[table])
    // The entries of the backup and of the restoring itself come on top.
    for (const table of logs) expect(after[table], table).toEqual(expect.arrayContaining(before[table] ?? []))
    const others = (rows: readonly string[] = []) =>
      rows.filter((row) => ![waiting.id, waiting.order_id].some((id) => row.includes(id)))
    for (const table of doubted) expect(others(after[table]), table).toEqual(others(before[table]))
    // Documents of orders are built anew, and the order in doubt is announced.
    const madeAnew = new Set(['order_documents', 'events'])
    for (const table of [...leftOut].filter((name) => !madeAnew.has(name))) expect(after[table], table).toEqual([])
    expect(after['order_documents']).toHaveLength(before['orders']?.length ?? 0)
    expect(before['sessions']).not.toEqual([])
    expect(before['receipts']).toHaveLength(4)
  })

  test('goes on where it was: numbers, rules and secrets work', async () => {
    const there = await elsewhere()
    await runKasyr(['restore', file], there)
    const running = await startContext({
      config: { ...kasyr.config, database_url: there.DATABASE_URL, data_dir: there.KASYR_DATA_DIR },
      claim: 'own',
      background: [],
      log: createLog('silent'),
    })
    try {
      const { app } = running
      const register = await showRegister(app, 'admin', shop.first.id)
      expect(register.health.problems.map(({ code }) => code)).not.toContain('secret_unreadable')
      const owner = await running.database.owner()
      await expect(sql`delete from audit_log`.execute(owner.db)).rejects.toThrow('audit_log only grows')
      await expect(sql`update receipts set state = 'sending' where state = 'unknown'`.execute(app.db)).rejects.toThrow(
        'cannot become',
      )
      await sql`insert into events (type) values ('sync')`.execute(app.db)
      await sealAudit(app)
      const tallies = () => sql`select name, sum(amount) from order_tallies group by 1 order by 1`.execute(app.db)
      const before = await tallies()
      await sql`update orders set deleted_at = now() where not has_receipt`.execute(app.db)
      expect(await tallies()).not.toEqual(before)
    } finally {
      await running.close()
    }
  })

  test('made while others write is of one moment', async () => {
    const over = new AbortController()
    const writing = (async () => {
      while (!over.signal.aborted) await shop.anOrder()
    })()
    const busy = join(folder, 'busy.kasyr')
    const made = await runKasyr(['backup', busy], source)
    over.abort()
    await writing
    expect(made.code).toBe(0)
    const there = await elsewhere()
    expect((await runKasyr(['restore', busy], there)).code).toBe(0)
    const [counts] = await onDatabase(there.DATABASE_URL, async (client) => {
      const { rows } = await client.query<{ kept: number; counted: number; apart: number }>(`
        select (select sum(amount)::int from order_tallies where name in ('no_receipt', 'has_receipt', 'refused', 'received')) as kept,
          (select count(*)::int from orders where deleted_at is null) as counted,
          (select count(*)::int from orders o where ttn is not null
             and not exists (select from parcels p where p.order_id = o.id)) as apart`)
      return rows
    })
    expect(counts).toEqual({ kept: counts?.counted, counted: counts?.counted, apart: 0 })
  })

  test('of an older version comes up to date', async () => {
    const oldFile = await backupOfReleaseBefore()
    const there = await elsewhere()
    expect(await runKasyr(['restore', oldFile], there)).toMatchObject({ code: 0, err: '' })
    expect((await runKasyr(['doctor'], there)).out).toContain('✓ Замовлення: показуються так, як записані')
    expect((await contentOf(there.DATABASE_URL))['orders']).toHaveLength(80)
  })
})

/** As `kasyr backup` of release 0.8.0 made it: a command of today would bring the database up to date first. */
async function backupOfReleaseBefore(): Promise<string> {
  const path = join(folder, 'old.kasyr')
  const database_url = await releaseBefore()
  // The key of its log is sealed with keys that are gone; it gets another one.
  await onDatabase(database_url, (client) => client.query(`delete from settings where name = 'audit_key'`))
  const data_dir = mkdtempSync(join(folder, 'before-'))
  const { db, pool, close } = await openDatabase({ database_url, data_dir, claim: 'own', log: createLog('silent') })
  try {
    const encryption_keys = keysOfFile(join(data_dir, 'keys', 'encryption.keys'))
    const audit = await openAudit(db, encryption_keys)
    const app = { db, clock: systemClock, audit, encryption_keys }
    await makeBackup(app, pool, path, { passphrase, with_keys: true })
  } finally {
    await close()
  }
  return path
}

describe('nothing is touched by', () => {
  const bytes = () => readFileSync(file)
  const cases: [string, () => Buffer, RegExp][] = [
    ['a file that was cut off', () => bytes().subarray(0, bytes().length - 200), /пошкоджен/],
    ['a file in which a byte is another', () => flipped(bytes()), /пошкоджен/],
    ['a file that is something else', () => Buffer.from('Привіт'), /пошкоджено, або це не копія Касира/],
    ['an empty file', () => Buffer.alloc(0), /не копія Касира/],
  ]
  test.each(cases)('%s', async (name, content, words) => {
    const damaged = join(folder, `${name.replaceAll(' ', '-')}.kasyr`)
    writeFileSync(damaged, content())
    const there = await elsewhere()
    const { code, err } = await runKasyr(['restore', damaged], there)
    expect([code, err]).toEqual([1, expect.stringMatching(words)])
    expect(await isUntouched(there)).toBe(true)
  })

  test('a file that is not there', async () => {
    const { code, err } = await runKasyr(['restore', join(folder, 'nowhere')], await elsewhere())
    expect([code, err]).toEqual([1, expect.stringContaining('немає')])
  })

  test('a database that is not empty, nor a file that is there already', async () => {
    const before = await contentOf(source.DATABASE_URL)
    expect(await runKasyr(['restore', file], source)).toMatchObject({
      code: 1,
      err: expect.stringContaining('не порожня'),
    })
    const there = { ...source, KASYR_DATA_DIR: mkdtempSync(join(folder, 'refused-')) }
    expect((await runKasyr(['restore', file], there)).code).toBe(1)
    // Nor are the keys of the backup taken over when the backup is not.
    expect(readdirSync(there.KASYR_DATA_DIR)).toEqual([])
    expect(await runKasyr(['backup', file], source)).toMatchObject({
      code: 1,
      err: expect.stringContaining('уже є'),
    })
    expect(await contentOf(source.DATABASE_URL)).toEqual(before)
  })
})

test('what triggers would have kept in agreement is looked at, told and counted anew', async () => {
  const spoilt = await elsewhere()
  await runKasyr(['restore', file], spoilt)
  await onDatabase(spoilt.DATABASE_URL, async (client) => {
    await client.query(`set session_replication_role = replica`)
    await client.query(`update orders set has_receipt = not has_receipt where id = (select id from orders limit 1)`)
    await client.query(`update parcels set ttn = ttn || '9' where order_id in (select order_id from parcels limit 2)`)
    await client.query(`update receipts set state = 'failed' where state = 'unknown'`)
    await client.query(`insert into order_tallies (name, amount) values ('awaited', 7)`)
  })
  const spoiltFile = join(folder, 'spoilt.kasyr')
  await runKasyr(['backup', spoiltFile], spoilt)
  const there = await elsewhere()
  const { code, out } = await runKasyr(['restore', spoiltFile], there)
  expect(code).toBe(0)
  expect(out).toMatch(/зі своїм чеком: [12], зі своєю посилкою: 2; чеків, що розходяться зі своєю історією: 1\./)
  expect(out).toContain('лічильники вкладок у копії були неправильні, їх перераховано')
  const again = join(folder, 'mended.kasyr')
  await runKasyr(['backup', again], there)
  expect((await runKasyr(['restore', again], await elsewhere())).out).not.toContain('лічильники')
})

/** In the middle, where the tables are. */
function flipped(content: Buffer): Buffer {
  const middle = content.length >> 1
  content[middle] = (content[middle] ?? 0) ^ 0xff
  return content
}
