import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { ConfigProblems, readConfig } from './config.ts'
import { randomSecret } from './platform/random.ts'

const nowhere = mkdtempSync(join(tmpdir(), 'kasyr-config-'))
const withFile = mkdtempSync(join(tmpdir(), 'kasyr-config-'))
writeFileSync(join(withFile, '.env'), '# shop\nKASYR_PORT=9001\nKASYR_HOST="0.0.0.0"\nKASYR_LOG_LEVEL=\n')
const withoutLogFile = mkdtempSync(join(tmpdir(), 'kasyr-config-'))
writeFileSync(join(withoutLogFile, '.env'), 'KASYR_LOG_FILE=\n')
afterAll(() => {
  for (const folder of [nowhere, withFile, withoutLogFile]) rmSync(folder, { recursive: true })
})

function problemsOf(environment: Record<string, string>): readonly string[] {
  try {
    readConfig(environment, nowhere)
    return []
  } catch (error) {
    if (error instanceof ConfigProblems) return error.problems
    throw error
  }
}

describe('the settings', () => {
  test('need nothing: without any variable there are defaults for all', () => {
    expect(readConfig({}, nowhere, false)).toEqual({
      host: '127.0.0.1',
      port: 8080,
      public_url: null,
      trusted_proxies: [],
      metrics_token: null,
      data_dir: expect.any(String),
      database_url: null,
      database_owner_url: null,
      admin_password: null,
      encryption_keys: null,
      token_keys: null,
      backup_passphrase: null,
      second_factor: 'admins',
      log_level: 'info',
      log_file: null,
      demo: null,
      crm: null,
      fiscal_url: 'https://api.checkbox.ua/api/v1',
      carrier_url: 'https://api.novaposhta.ua/v2.0/json/',
      worker_intervals: { track: 600, poll_receipts: 60, reconcile: 15, sweep: 3600 },
      fiscal_prefix: '/ettn',
      receipt_times: {
        call_deadline_ms: 30_000,
        permit_window_ms: 5_000,
        effect_window_ms: 600_000,
        lease_ms: 36_000,
        heartbeat_ms: 12_000,
        attention_ms: 1_200_000,
        paid_unfiscal_ms: 10_800_000,
        stuck_ms: 900_000,
        create_every_ms: 1_000,
      },
      money_late_days: 2,
    })
  })

  test('keep the data where PostgreSQL can reach it: beside the program, or in /var/lib for root', () => {
    const { data_dir } = readConfig({}, nowhere)
    expect(data_dir).toBe(process.getuid?.() === 0 ? '/var/lib/kasyr' : join(nowhere, 'data'))
  })

  test('take a data folder as seen from where the program was started', () => {
    expect(readConfig({ KASYR_DATA_DIR: 'shop' }, nowhere).data_dir).toBe(join(nowhere, 'shop'))
    expect(readConfig({ KASYR_DATA_DIR: '/srv/shop' }, nowhere).data_dir).toBe('/srv/shop')
  })

  test('read every variable', () => {
    const secret = randomSecret(32)
    const keys = `k1:${secret.toString('base64')}`
    const environment = {
      KASYR_HOST: '::',
      KASYR_PORT: '0',
      KASYR_PUBLIC_URL: 'https://kasyr.example.ua/',
      DATABASE_URL: 'postgresql://kasyr_service@db:5432/kasyr',
      KASYR_DATABASE_OWNER_URL: 'postgresql://kasyr@db:5432/kasyr',
      KASYR_ADMIN_PASSWORD: 'криничка-барвінок-7',
      KASYR_ENCRYPTION_KEYS: keys,
      KASYR_TOKEN_KEYS: keys,
      KASYR_LOG_LEVEL: 'debug',
      KASYR_DEMO: 'false',
      KASYR_FISCAL_URL: 'https://fiscal.example/api/v1/',
      KASYR_CARRIER_URL: 'https://carrier.example/v2.0/json/',
      KASYR_WORKER_INTERVALS: '{"track":5}',
    }
    expect(readConfig(environment, nowhere)).toMatchObject({
      host: '::',
      port: 0,
      public_url: 'https://kasyr.example.ua',
      database_url: 'postgresql://kasyr_service@db:5432/kasyr',
      database_owner_url: 'postgresql://kasyr@db:5432/kasyr',
      admin_password: 'криничка-барвінок-7',
      encryption_keys: [{ kid: 'k1', secret }],
      token_keys: [{ kid: 'k1', secret }],
      log_level: 'debug',
      demo: false,
      fiscal_url: 'https://fiscal.example/api/v1',
      carrier_url: 'https://carrier.example/v2.0/json/',
      worker_intervals: { track: 5, poll_receipts: 60, reconcile: 15, sweep: 3600 },
    })
  })

  test('come from the file .env, and the environment goes before it', () => {
    expect(readConfig({}, withFile)).toMatchObject({ host: '0.0.0.0', port: 9001, log_level: 'info' })
    expect(readConfig({ KASYR_PORT: '9002' }, withFile)).toMatchObject({ host: '0.0.0.0', port: 9002 })
  })

  test('take an empty variable as one that is not set, also over a value in .env', () => {
    expect(readConfig({ KASYR_LOG_LEVEL: '', DATABASE_URL: '' }, nowhere)).toMatchObject({
      log_level: 'info',
      database_url: null,
    })
    expect(readConfig({ KASYR_PORT: '' }, withFile).port).toBe(8080)
  })

  describe('of the log', () => {
    const fileOf = (environment: Record<string, string>, isAtTerminal: boolean, folder = nowhere) =>
      readConfig({ KASYR_DATA_DIR: '/srv/shop', ...environment }, folder, isAtTerminal).log_file

    test('lead it to the standard output, and at a terminal to a file in the data folder', () => {
      expect(fileOf({}, false)).toBeNull()
      expect(fileOf({}, true)).toBe('/srv/shop/log/kasyr.log')
    })

    test('lead it to the file that is named, whoever looks, as seen from where the program was started', () => {
      for (const isAtTerminal of [true, false]) {
        expect(fileOf({ KASYR_LOG_FILE: '/var/log/kasyr.log' }, isAtTerminal)).toBe('/var/log/kasyr.log')
        expect(fileOf({ KASYR_LOG_FILE: 'logs/a.log' }, isAtTerminal)).toBe(join(nowhere, 'logs', 'a.log'))
      }
    })

    test('lead it to the standard output also at a terminal when the name is empty, in the environment or in .env', () => {
      expect(fileOf({ KASYR_LOG_FILE: '' }, true)).toBeNull()
      expect(fileOf({}, true, withoutLogFile)).toBeNull()
      expect(fileOf({ KASYR_LOG_FILE: 'a.log' }, true, withoutLogFile)).toBe(join(withoutLogFile, 'a.log'))
    })
  })

  test('do not mind variables of other programs', () => {
    expect(problemsOf({ PATH: '/bin', KASYR_SOMETHING: 'x' })).toEqual([])
  })
})

describe('wrong settings', () => {
  test('are all told at once, each with its variable and the remedy, and never with the value', () => {
    const environment = {
      KASYR_PORT: '70000',
      KASYR_PUBLIC_URL: 'kasyr-secret.example.ua',
      DATABASE_URL: 'mysql://root:secret-password@db/kasyr',
      KASYR_ADMIN_PASSWORD: 'secret',
      KASYR_ENCRYPTION_KEYS: 'k1:c2VjcmV0',
      KASYR_TOKEN_KEYS: 'secret-without-a-name',
      KASYR_LOG_LEVEL: 'secretly',
    }
    const problems = problemsOf(environment)
    expect(problems.map((problem) => problem.split(':')[0])).toEqual(Object.keys(environment))
    for (const problem of problems) expect(problem).toMatch(/^[A-Z_]+: неправильне значення.*; вкажіть .+\.$/)
    expect(problems.join('\n')).not.toMatch(/secret|c2VjcmV0/)
    expect(problems).toContain(
      'KASYR_PORT: неправильне значення; вкажіть номер порту від 0 до 65535 (0 — будь-який вільний).',
    )
  })

  test('say what is wrong with a key without showing it', () => {
    expect(problemsOf({ KASYR_TOKEN_KEYS: 'k1:c2VjcmV0' })).toEqual([
      'KASYR_TOKEN_KEYS: неправильне значення (ключ «k1» має бути рівно 32 байти в Base64 (openssl rand -base64 32)); вкажіть kid:base64 (openssl rand -base64 32) або приберіть змінну.',
    ])
  })

  test.each(['-1', '1e3', '0x50', '8080 ', 'http', '99999'])('refuse the port %s', (port) => {
    expect(problemsOf({ KASYR_PORT: port })).toHaveLength(1)
  })

  test.each([
    ['not json', 'це не JSON з відомими назвами'],
    ['{"track":0}', 'track: потрібне число секунд від 1 до 86400'],
    ['{"track":"10"}', 'track: потрібне число секунд від 1 до 86400'],
    ['{"trak":10}', 'це не JSON з відомими назвами'],
  ])('refuse the intervals %s, and say why', (intervals, reason) => {
    const [problem] = problemsOf({ KASYR_WORKER_INTERVALS: intervals })
    expect(problem).toContain(`KASYR_WORKER_INTERVALS: неправильне значення (${reason})`)
  })

  test('refuse to send secrets over plain http to another machine', () => {
    const elsewhere = { KASYR_FISCAL_URL: 'http://checkbox.example', KASYR_CARRIER_URL: 'http://10.0.0.1/' }
    expect(problemsOf(elsewhere)).toHaveLength(2)
    expect(problemsOf({ KASYR_FISCAL_URL: 'http://127.0.0.1:4603/api/v1' })).toEqual([])
  })

  test('are one message a person can read', () => {
    const error = new ConfigProblems(['A: перше.', 'B: друге.'])
    expect(error.message).toBe('Налаштування містять помилки:\n  • A: перше.\n  • B: друге.')
  })
})
