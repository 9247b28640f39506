import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { inject } from 'vitest'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { AuditItem } from '#/contract/audit.ts'
import { openDatabase } from '#/server/platform/database/database.ts'
import { createLog } from '#/server/platform/log.ts'
import { runKasyr } from '../support/command-line.ts'
import { copyTemplate, emptyDatabase } from '../support/template-database.ts'

let folder: string
let database_url: string

/** What the commands read is the environment of the process, so it is set for this file. */
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'kasyr-cli-'))
  database_url = await copyTemplate(inject('server_url'), inject('template'))
  vi.stubEnv('DATABASE_URL', database_url)
  vi.stubEnv('KASYR_DATA_DIR', folder)
  vi.stubEnv('KASYR_PORT', '0')
})
afterAll(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true, force: true })
})

const kasyr = (...args: string[]) => runKasyr(args)

const onDatabase = async (statement: string): Promise<void> => {
  const database = await openDatabase({ database_url, data_dir: folder, claim: 'own', log: createLog('silent') })
  await sql.raw(statement).execute(database.db)
  await database.close()
}

describe('the command line speaks Ukrainian', () => {
  test('help names every command, and no English word is left in it', async () => {
    for (const args of [
      ['--help'],
      ['serve', '--help'],
      ['migrate', '--help'],
      ['user', '--help'],
      ['user', 'add', '--help'],
      ['audit', 'verify', '--help'],
      ['audit', 'export', '--help'],
      ['backup', '--help'],
      ['restore', '--help'],
      ['keys', '--help'],
      ['money', 'import', '--help'],
      ['report', 'close', '--help'],
      ['crm', '--help'],
      ['crm', 'same', '--help'],
      ['help', 'user'],
    ]) {
      const { code, out } = await kasyr(...args)
      expect(code, args.join(' ')).toBe(0)
      const names =
        /\b(kasyr|serve|worker|migrate|keys|rotate|forget|user|second-factor|register|add|list|disable|password|sessions|end|audit|verify|export|from|JSON|backups?|without-keys|KASYR_BACKUP_PASSPHRASE|KASYR_ENCRYPTION_KEYS|tar|gz|accept|reason|tokens|restore|doctor|help|web-only|to|status|name|role|checkpoint|olena|admin|cashier|auditor|API|CRM|crm|show|same|sync|track|money|import|report|close|NovaPay|XLSX|CSV|payee|new|number|day|totals-confirmed|replaces|Checkbox|h)\b/g
      expect(out.replace(names, '').match(/[A-Za-z]{2,}/g) ?? [], args.join(' ')).toEqual([])
    }
  })

  test.each([
    [['frob'], 2, 'невідома команда «frob»'],
    [['user', 'add'], 2, 'бракує аргументу «логін»'],
    [['user', 'add', 'x', '--frob'], 2, 'невідомий параметр «--frob»'],
    [['user', 'add', 'x', '--role'], 2, 'потребує значення'],
    [['user', 'list', 'extra'], 2, 'забагато аргументів'],
    [['user', 'add', 'olena', '--role', 'boss'], 1, 'Дозволені значення: admin, cashier, auditor.'],
    [['user', 'disable', 'nobody'], 1, 'Такого користувача немає.'],
    [['migrate', '--to', '9999'], 1, 'Міграції 9999 немає'],
  ])('%j ends with code %i and says why', async (args, code, sentence) => {
    const answer = await kasyr(...args)
    expect(answer.code).toBe(code)
    expect(answer.err).toContain(sentence)
    expect(answer.err).not.toMatch(/error:|at .*\.ts/)
  })

  test('wrong settings end with their own code and are told all at once', async () => {
    vi.stubEnv('KASYR_LOG_LEVEL', 'loud')
    vi.stubEnv('KASYR_TOKEN_KEYS', 'nonsense')
    const { code, err } = await kasyr('user', 'list')
    vi.stubEnv('KASYR_LOG_LEVEL', undefined)
    vi.stubEnv('KASYR_TOKEN_KEYS', undefined)
    expect(code).toBe(78)
    expect(err).toContain('KASYR_LOG_LEVEL')
    expect(err).toContain('KASYR_TOKEN_KEYS')
  })

  test('with other encryption keys than the database was made with, a command says so and ends', async () => {
    expect((await kasyr('user', 'list')).code).toBe(0)
    vi.stubEnv('KASYR_ENCRYPTION_KEYS', `other:${Buffer.alloc(32, 'another-key').toString('base64')}`)
    const answer = await kasyr('user', 'list')
    vi.stubEnv('KASYR_ENCRYPTION_KEYS', undefined)
    expect(answer.code).toBe(1)
    expect(answer.err).toContain('Помилка: Не вдалося розшифрувати settings.secret')
  })
})

describe('commands do the same as the API', () => {
  test('a user is added, listed, given a new password and disabled', async () => {
    const added = await kasyr('user', 'add', 'Marta', '--name', 'Марта Кравець', '--role', 'auditor')
    expect(added.out).toMatch(/^Додано: marta \(аудитор\)\.\nОдноразовий пароль: [a-z2-9-]{23}$/)
    expect((await kasyr('user', 'add', 'marta')).err).toContain('Логін «marta» уже зайнятий.')
    expect((await kasyr('user', 'list')).out).toMatch(/marta +аудитор +активний +Марта Кравець/)
    expect((await kasyr('user', 'password', 'marta')).out).toMatch(/^Одноразовий пароль: /)
    expect((await kasyr('user', 'sessions', 'end', 'marta')).out).toBe('Завершено сеансів: 0.')
    expect((await kasyr('user', 'disable', 'marta')).out).toBe('Вимкнено: marta.')
    expect((await kasyr('user', 'list')).out).toMatch(/marta +аудитор +вимкнено/)
  })

  test('migrations are shown and applied, and not taken back further than a release can follow', async () => {
    const status = await kasyr('migrate', '--status')
    expect(status.out).toMatch(/0001_users_and_sessions +застосовано \d{4}-/)
    expect((await kasyr('migrate')).out).toBe('Схема вже актуальна.')
    expect(await kasyr('migrate', '--to', '0002')).toMatchObject({
      code: 1,
      err: expect.stringContaining('відновіть копію, зроблену нею'),
    })
    vi.stubEnv('DATABASE_URL', await emptyDatabase(inject('server_url'), inject('template')))
    expect((await kasyr('migrate', '--to', '0002')).out).toContain('+ 0002_audit')
    expect((await kasyr('migrate', '--status')).out).toMatch(/0003_settings_and_events +ще не застосовано/)
    expect((await kasyr('migrate')).out).toMatch(/^\+ 0003_settings_and_events\n(\+ \w+\n)*Готово\.$/)
    vi.stubEnv('DATABASE_URL', database_url)
  })

  test('the doctor looks at everything and says what to do', async () => {
    const healthy = await kasyr('doctor')
    // The server of the tests does without fsync, and the doctor says so; nothing else is ill.
    expect(healthy.out.split('\n').filter((line) => line.startsWith('✗'))).toEqual([
      expect.stringContaining('fsync off'),
    ])
    for (const what of ['Порт', 'Диск', 'База даних: PostgreSQL', 'Схема: актуальна', 'Ключі', 'Годинник'])
      expect(healthy.out).toContain(what)
    // Whose the data folder is, runs the service.
    expect(healthy.out.match(/^! root: .*\n {4}→ .*ops\/kasyr\.service/gm) ?? []).toHaveLength(
      process.getuid?.() === 0 ? 1 : 0,
    )
    vi.stubEnv('DATABASE_URL', 'postgres://kasyr:wrong@127.0.0.1:1/kasyr')
    const ill = await kasyr('doctor')
    vi.stubEnv('DATABASE_URL', database_url)
    expect(ill.code).toBe(1)
    expect(ill.out).toContain('✗ База даних')
    expect(ill.out).toContain('→ перевірте DATABASE_URL')
    expect(ill.out).not.toContain('wrong')
  })

  test('the audit goes to the screen or to a new file, a line for each entry, by day', async () => {
    const shown = (await kasyr('audit', 'export')).out.split('\n').map((line) => AuditItem.parse(JSON.parse(line)))
    expect(shown.length).toBeGreaterThan(1)
    const file = join(folder, 'audit.jsonl')
    // That the audit log was taken away is itself an entry, also of the first time.
    expect((await kasyr('audit', 'export', file)).out).toBe(`Записано: ${shown.length + 1}.`)
    const written = readFileSync(file, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => AuditItem.parse(JSON.parse(line)))
    expect(written.slice(1)).toEqual(shown)
    expect(written.slice(0, 2)).toMatchObject(
      Array.from({ length: 2 }, () => ({
        action: 'audit.exported',
        actor: null,
        details: { format: 'jsonl', filters: {} },
      })),
    )
    expect(await kasyr('audit', 'export', file)).toMatchObject({ code: 1, err: expect.stringContaining('уже є') })
    expect(await kasyr('audit', 'export', '--to', '2020-01-01')).toMatchObject({ code: 0, out: '' })
    expect((await kasyr('audit', 'export', '--from', 'вчора')).code).toBe(1)
  })

  test('the audit is verified, and a changed entry is named', async () => {
    const whole = await kasyr('audit', 'verify')
    expect(whole).toMatchObject({ code: 0, out: expect.stringContaining('Журнал цілий.') })
    await onDatabase(
      `set session_replication_role = replica; update audit_log set actor_login = 'nobody' where id = (select min(id::text)::uuid from audit_log)`,
    )
    const changed = await kasyr('audit', 'verify')
    expect(changed.code).toBe(1)
    expect(changed.err).toMatch(/журнал пошкоджено\. Перший неправильний запис: .*[0-9a-f-]{36} — запис змінено/)
  })
})
