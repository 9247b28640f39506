import { readFileSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { rotateKeys } from '#/server/keys/rotate-keys.ts'
import { theSystem } from '#/server/audit/record-audit.ts'
import { givenKeys } from '#/server/platform/encryption/encryption-keys.ts'
import { decrypt, encrypt, kidOf } from '#/server/platform/encryption/encryption.ts'
import { newKey, parseKeyring, type Keyring } from '#/server/platform/encryption/keyring.ts'
import { newId } from '#/server/platform/random.ts'
import { runKasyr } from '../support/command-line.ts'
import { noteSecret } from '../support/evidence.ts'
import { startTestApp, type TestApp } from '../support/test-app.ts'

const fields = ['license_key', 'pin', 'carrier_key'] as const
type Field = (typeof fields)[number]
const placeOf = (row: string, field: Field) => ({ table: 'cash_registers', row, field })

afterEach(() => vi.unstubAllEnvs())

/** A service with some cash registers, and the command line beside it: the same database, the same folder. */
async function startShop({ registers = 3, keyring }: { registers?: number; keyring?: Keyring } = {}) {
  const kasyr = await startTestApp(keyring ? { config: { encryption_keys: keyring } } : {})
  onTestFinished(() => kasyr.close())
  vi.stubEnv('DATABASE_URL', kasyr.config.database_url ?? '')
  vi.stubEnv('KASYR_DATA_DIR', kasyr.config.data_dir)
  vi.stubEnv('KASYR_PORT', '0')
  if (keyring) giveKeys(keyring)
  const ids: string[] = []
  for (let count = 0; count < registers; count += 1) ids.push(await addRegister(kasyr))
  return { kasyr, ids, path: join(kasyr.config.data_dir, 'keys', 'encryption.keys') }
}

const giveKeys = (keyring: Keyring): void => {
  for (const { secret } of keyring) noteSecret(secret.toString('base64'))
  vi.stubEnv('KASYR_ENCRYPTION_KEYS', keyring.map(({ kid, secret }) => `${kid}:${secret.toString('base64')}`).join())
}

const secretOf = (id: string, field: Field): string => `secret-${field}-${id}`

async function addRegister({ app, db }: TestApp): Promise<string> {
  const id = newId()
  const [license_key, pin, carrier_key] = fields.map((field) => {
    noteSecret(secretOf(id, field))
    return encrypt(app.encryption_keys, placeOf(id, field), secretOf(id, field))
  })
  await sql`insert into cash_registers (id, name, license_key, pin, carrier_key)
            values (${id}, ${`Каса ${id}`}, ${license_key}, ${pin}, ${carrier_key})`.execute(db)
  return id
}

const envelopeOf = async ({ db }: TestApp, id: string, field: Field): Promise<string> => {
  const { rows } = await sql<{ envelope: string }>`
    select ${sql.ref(field)} as envelope from cash_registers where id = ${id}`.execute(db)
  return rows[0]?.envelope ?? ''
}

/** What the running service reads, and under which keys it lies. */
async function readAll(kasyr: TestApp, ids: readonly string[]) {
  const kids = new Set<string | null>()
  const wrong: string[] = []
  for (const id of ids)
    for (const field of fields) {
      const envelope = await envelopeOf(kasyr, id, field)
      kids.add(kidOf(envelope))
      const opened = decrypt(kasyr.app.encryption_keys, placeOf(id, field), envelope).toString()
      if (opened !== secretOf(id, field)) wrong.push(`${id} ${field}`)
    }
  return { kids: [...kids], wrong }
}

const kasyrCommand = (...args: string[]) => runKasyr(args)

const keysIn = (path: string): string[] => {
  const keyring = parseKeyring(readFileSync(path, 'utf8').trim())
  if ('problem' in keyring) throw new Error(keyring.problem)
  for (const { secret } of keyring) noteSecret(secret.toString('base64'))
  return keyring.map(({ kid }) => kid)
}

/** As if the last rotation had been an hour ago. */
const passTime = (path: string): void => utimesSync(path, new Date(), new Date(Date.now() - 3_600_000))

const entriesOf = ({ db }: TestApp) =>
  db
    .selectFrom('audit_log')
    .select(['action', 'actor_login', 'subject_type', 'subject_id', 'details'])
    .where('action', 'in', ['keys.rotated', 'keys.forgotten'])
    .orderBy('at')
    .orderBy('id')
    .execute()

describe('a rotation of the keys of the data folder', () => {
  test('puts every secret under a new key, and the running service reads and writes on without a restart', async () => {
    const { kasyr, ids, path } = await startShop()
    const [old = ''] = keysIn(path)
    const { code, out } = await kasyrCommand('keys', 'rotate')
    expect(code).toBe(0)
    const [fresh = '', ...others] = keysIn(path)
    expect(others).toEqual([old])
    // Three secrets of each register and the key of the audit log.
    expect(out).toBe(
      [
        `Створено новий ключ «${fresh}».`,
        `Перешифровано: 10. Під ключем «${fresh}» тепер 10\u00a0секретів.`,
        `Старі ключі більше не потрібні: «${old}». Резервні копії, зроблені до ротації, без них не прочитати. Прибрати: kasyr keys forget`,
      ].join('\n'),
    )
    expect(await readAll(kasyr, ids)).toEqual({ kids: [fresh], wrong: [] })
    const later = await addRegister(kasyr)
    expect(await readAll(kasyr, [later])).toEqual({ kids: [fresh], wrong: [] })
    expect(await entriesOf(kasyr)).toEqual([
      {
        action: 'keys.rotated',
        actor_login: null,
        subject_type: 'keys',
        subject_id: fresh,
        details: { kid: fresh, secrets: 10, unreadable: 0, unused: [old] },
      },
    ])
    expect((await kasyrCommand('audit', 'verify')).code).toBe(0)
  })

  test('that was interrupted goes on with its own key, wherever it stopped', async () => {
    const { kasyr, ids, path } = await startShop()
    const { encryption_keys: keys } = kasyr.app
    const old = keys.all()
    const replace = (keyring: Keyring): void => {
      if (keys.source === 'file') keys.replace(keyring)
    }
    // Killed after the file, and after some of the secrets.
    const fresh = newKey()
    replace([fresh, ...old])
    const [first = ''] = ids
    const moved = encrypt(keys, placeOf(first, 'pin'), secretOf(first, 'pin'))
    await sql`update cash_registers set pin = ${moved} where id = ${first}`.execute(kasyr.db)
    const { code, out } = await kasyrCommand('keys', 'rotate')
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining('Перешифровано: 9. ') })
    expect(out).toContain(`Продовжуємо перешифрування ключем «${fresh.kid}».`)
    expect(keysIn(path)).toEqual([fresh.kid, old[0].kid])
    expect(await envelopeOf(kasyr, first, 'pin')).toBe(moved)
    // Killed after the last secret, before the entry: the end is made up for, no key is made.
    replace([newKey(), ...keys.all()])
    const { kid } = keys.writing()
    const dropEntries = sql`set local session_replication_role = replica; delete from audit_log where action = 'keys.rotated'`
    await kasyrCommand('keys', 'rotate')
    await kasyr.db.transaction().execute((tx) => sql.raw(dropEntries.compile(kasyr.db).sql).execute(tx))
    expect((await kasyrCommand('keys', 'rotate')).out).toContain(`Продовжуємо перешифрування ключем «${kid}».`)
    expect(await entriesOf(kasyr)).toMatchObject([{ details: { kid, secrets: 10 } }])
    expect((await kasyrCommand('keys', 'rotate')).out).toContain('Створено новий ключ')
    expect(await readAll(kasyr, ids)).toMatchObject({ wrong: [] })
  })

  test('does not overwrite what a cashier saves meanwhile, and does not leave it under the old key', async () => {
    const { kasyr, ids } = await startShop()
    const [changed = ''] = ids
    const rotated = await kasyr.db.transaction().execute(async (tx) => {
      // Sealed with the old key, not yet stored when the rotation comes by.
      const envelope = encrypt(kasyr.app.encryption_keys, placeOf(changed, 'pin'), 'the new PIN')
      await sql`update cash_registers set pin = ${envelope} where id = ${changed}`.execute(tx)
      const command = kasyrCommand('keys', 'rotate')
      const kidsOfOthers = async () => {
        const others = await Promise.all(ids.slice(1).map((id) => envelopeOf(kasyr, id, 'carrier_key')))
        return others.map(kidOf)
      }
      await expect.poll(kidsOfOthers).not.toContain(kidOf(envelope))
      return { command }
    })
    expect(await rotated.command).toMatchObject({ code: 0, out: expect.stringContaining('10\u00a0секретів') })
    const kept = await envelopeOf(kasyr, changed, 'pin')
    expect(decrypt(kasyr.app.encryption_keys, placeOf(changed, 'pin'), kept).toString()).toBe('the new PIN')
    expect(kidOf(kept)).toBe(kasyr.app.encryption_keys.writing().kid)
  })

  test('names every secret that does not open, leaves it as it is and rotates the others', async () => {
    const { kasyr, ids } = await startShop()
    const [one = '', two = '', three = ''] = ids
    await sql`update cash_registers set pin = license_key where id = ${one}`.execute(kasyr.db)
    await sql`update cash_registers set carrier_key = 'v1.gone.a.b.c' where id = ${two}`.execute(kasyr.db)
    const harmed = await envelopeOf(kasyr, one, 'pin')
    const { code, out, err } = await kasyrCommand('keys', 'rotate')
    expect(code).toBe(1)
    expect(out).toContain(`✗ Не вдалося розшифрувати cash_registers.pin (${one}): дані пошкоджено`)
    expect(out).toContain(`✗ Не вдалося розшифрувати cash_registers.carrier_key (${two}): немає ключа «gone» у файлі`)
    expect(out).toContain('Перешифровано: 8. ')
    expect(err).toContain('не читається: 2\u00a0секрети')
    expect(await envelopeOf(kasyr, one, 'pin')).toBe(harmed)
    expect(await readAll(kasyr, [three])).toEqual({ kids: [kasyr.app.encryption_keys.writing().kid], wrong: [] })
    expect(await entriesOf(kasyr)).toMatchObject([{ details: { secrets: 8, unreadable: 2, unused: [] } }])
    // A damaged secret does not stop the next rotation either, and its key is not thrown away.
    expect((await kasyrCommand('keys', 'rotate')).out).toContain('Створено новий ключ')
    expect((await kasyrCommand('keys', 'forget')).code).toBe(1)
    const doctor = await kasyrCommand('doctor')
    expect(doctor.out).toMatch(/✗ Ключі: .* секретів читається 8, не читається 2\. .*cash_registers\.pin/)
  })

  test('is done by one process at a time, and no key is lost', async () => {
    const { kasyr, ids, path } = await startShop()
    const [old] = keysIn(path)
    const outcomes = await Promise.all(
      Array.from({ length: 6 }, () => rotateKeys({ ...kasyr.app, db: kasyr.db }, theSystem, () => undefined)),
    )
    const done = outcomes.flatMap((outcome) => (typeof outcome === 'string' ? [] : [outcome.kid]))
    expect(outcomes.filter((outcome) => outcome === 'busy').length + done.length).toBe(6)
    expect(done.length).toBeLessThan(6)
    expect(keysIn(path)).toEqual([...done.toReversed(), old])
    expect(await readAll(kasyr, ids)).toEqual({ kids: [done.at(-1)], wrong: [] })
  })
})

describe('an old key', () => {
  test('is forgotten only when nothing needs it, and not in the first two minutes', async () => {
    const { kasyr, ids, path } = await startShop()
    expect((await kasyrCommand('keys', 'forget')).out).toBe('Зайвих ключів немає.')
    const [old = ''] = keysIn(path)
    await kasyrCommand('keys', 'rotate')
    const early = await kasyrCommand('keys', 'forget')
    expect(early.code).toBe(1)
    expect(early.err).toMatch(/Повторіть за 1\d\d с\./)
    expect(keysIn(path)).toHaveLength(2)
    passTime(path)
    const forgotten = await kasyrCommand('keys', 'forget')
    expect(forgotten).toMatchObject({ code: 0, out: expect.stringContaining(`Прибрано: «${old}».`) })
    expect(keysIn(path)).toEqual([kasyr.app.encryption_keys.writing().kid])
    expect(await readAll(kasyr, ids)).toMatchObject({ wrong: [] })
    expect(await entriesOf(kasyr)).toMatchObject([
      { action: 'keys.rotated' },
      { action: 'keys.forgotten', details: { kids: [old] } },
    ])
  })

  test('is kept while a single secret is under it', async () => {
    const { kasyr, ids, path } = await startShop()
    const old = await envelopeOf(kasyr, ids[0] ?? '', 'pin')
    await kasyrCommand('keys', 'rotate')
    await sql`update cash_registers set pin = ${old} where id = ${ids[0]}`.execute(kasyr.db)
    passTime(path)
    const { code, err } = await kasyrCommand('keys', 'forget')
    expect(code).toBe(1)
    expect(err).toContain(`ключами «${kidOf(old)}» ще зашифровано секрети. Спершу виконайте kasyr keys rotate.`)
    expect(keysIn(path)).toHaveLength(2)
    const { out } = await kasyrCommand('keys', 'list')
    const [fresh] = keysIn(path)
    expect(out.replaceAll(/ {2,}/g, ' ')).toContain(
      `Секрети:\n${fresh} пише 9\u00a0секретів\n${kidOf(old)} читає 1\u00a0секрет\nВходи:`,
    )
    // The late one is brought along; that needs no further key.
    expect((await kasyrCommand('keys', 'rotate')).out).toContain(
      `Продовжуємо перешифрування ключем «${fresh}».\nПерешифровано: 1. `,
    )
    expect((await kasyrCommand('keys', 'forget')).code).toBe(0)
    expect(keysIn(path)).toEqual([fresh])
  })
})

describe('keys of the environment', () => {
  test('are not made by a command: it says how to add one, and then moves everything under it', async () => {
    const [old, fresh] = [
      { ...newKey(), kid: 'k_1' },
      { ...newKey(), kid: 'kx1' },
    ]
    const { kasyr, ids } = await startShop({ keyring: [old] })
    const advice = await kasyrCommand('keys', 'rotate')
    expect(advice.code).toBe(0)
    expect(advice.out).toContain('Допишіть його в KASYR_ENCRYPTION_KEYS першим')
    expect(await readAll(kasyr, ids)).toEqual({ kids: ['k_1'], wrong: [] })
    giveKeys([fresh, old])
    const { code, out } = await kasyrCommand('keys', 'rotate')
    expect(code).toBe(0)
    expect(out).toContain('Перешифровано: 10. ')
    expect(out).toContain('Старі ключі більше не потрібні: «k_1».')
    expect((await kasyrCommand('keys', 'rotate')).out).toContain('Допишіть його')
    expect((await kasyrCommand('keys', 'forget')).out).toContain('Приберіть із KASYR_ENCRYPTION_KEYS «k_1»')
    giveKeys([fresh])
    expect((await kasyrCommand('keys', 'list')).out).toMatch(/^kx1 +пише +10\u00a0секретів$/m)
    // One name may look like a pattern for the other.
    giveKeys([old, fresh])
    expect((await kasyrCommand('keys', 'rotate')).out).toContain('Перешифровано: 10. ')
    const { encryption_keys } = { encryption_keys: givenKeys([old]) }
    expect(await readAll({ ...kasyr, app: { ...kasyr.app, encryption_keys } }, ids)).toMatchObject({ wrong: [] })
  })
})
