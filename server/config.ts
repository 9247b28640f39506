import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'
import { passwordLength } from '#/contract/password-length.ts'
import { secondFactorPolicies, type SecondFactorPolicy } from '#/contract/second-factor.ts'
import { IntervalsText, TimesText, toReceiptTimes, type ReceiptTimes, type WorkerIntervals } from './config-times.ts'
import { readEnvFile } from './env-file.ts'
import { Explained } from './platform/explained.ts'
import type { CrmSettings } from './integrations/crm/choose-crm-client.ts'
import { defaultMapping, parseMapping } from './integrations/crm/mapping.ts'
import { signerNames } from './integrations/crm/signers.ts'
import { isAllowed } from './platform/outbound/outbound-http.ts'
import { defaultProxies, parseProxies } from './platform/http/edge/trusted-proxies.ts'
import { parseKeyring, type Keyring } from './platform/encryption/keyring.ts'

declare module './app.ts' {
  interface App {
    config: Config
  }
}

/**
 * The only reader of the environment. Everything is checked at once and every problem names its variable and the
 * remedy, so that five mistakes are found at one start.
 */
export interface Config {
  host: string
  port: number
  /** The address people type; https here makes cookies Secure and turns HSTS on. */
  public_url: string | null
  /** Only these may say which client they pass on; see `platform/http/edge/trusted-proxies.ts`. */
  trusted_proxies: readonly string[]
  /** Opens `/metrics` to other machines; null: they find nothing there. */
  metrics_token: string | null
  data_dir: string
  database_url: string | null
  /** Of the role that owns the tables, where DATABASE_URL names a limited one. */
  database_owner_url: string | null
  admin_password: string | null
  /** null: generated into the data directory. */
  encryption_keys: Keyring | null
  token_keys: Keyring | null
  /** Encrypts backups, and opens them; null: they are not encrypted, and the keys are left out. */
  backup_passphrase: string | null
  /** Which roles must have a second factor; not required in demo mode. */
  second_factor: SecondFactorPolicy
  log_level: string
  /** null: the standard output. */
  log_file: string | null
  /** KASYR_DEMO; null: nothing was said. What comes of it is `app.mode`, because the database has a say in it. */
  demo: boolean | null
  /** null: the settings name no CRM. `app.mode` alone says whether that makes it a demo. */
  crm: CrmSettings | null
  fiscal_url: string
  carrier_url: string
  worker_intervals: WorkerIntervals
  fiscal_prefix: string
  receipt_times: ReceiptTimes
  /** After so many working days money for a paid parcel is late. */
  money_late_days: number
}

export class ConfigProblems extends Explained {
  readonly problems: readonly string[]

  constructor(problems: readonly string[]) {
    super(`Налаштування містять помилки:\n${problems.map((problem) => `  • ${problem}`).join('\n')}`)
    this.name = 'ConfigProblems'
    this.problems = problems
  }
}

const levels = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const

/** A setting that a reader of its own understands, or says why not. */
const readBy = <Value extends object>(read: (text: string) => Value | { problem: string }) =>
  z.string().transform((text, context) => {
    const value = read(text)
    if (!('problem' in value)) return value
    context.addIssue({ code: 'custom', message: value.problem, params: { told: true } })
    return z.NEVER
  })

const Keys = readBy(parseKeyring)
const Proxies = readBy(parseProxies)
const readMapping = (path: string) => (existsSync(path) ? parseMapping(readFileSync(path, 'utf8')) : noFile)
const noFile = { problem: 'файлу немає' }

/** An address we send secrets to: https, or plain http that never leaves this machine. */
const OutsideUrl = z.url({ protocol: /^https?$/ }).refine((url) => isAllowed(new URL(url)))

const Variables = z.object({
  KASYR_HOST: z.string().min(1).default('127.0.0.1'),
  KASYR_PORT: z
    .string()
    .regex(/^\d{1,5}$/)
    .transform(Number)
    .refine((port) => port <= 65_535)
    .default(8080),
  KASYR_PUBLIC_URL: z.url({ protocol: /^https?$/ }).optional(),
  KASYR_TRUSTED_PROXIES: Proxies.optional(),
  KASYR_METRICS_TOKEN: z
    .string()
    .regex(/^[\w.~+/=-]{16,200}$/)
    .optional(),
  KASYR_DATA_DIR: z.string().min(1).optional(),
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  KASYR_DATABASE_OWNER_URL: z.url({ protocol: /^postgres(ql)?$/ }).optional(),
  KASYR_ADMIN_PASSWORD: z.string().min(passwordLength.min).max(passwordLength.max).optional(),
  KASYR_ENCRYPTION_KEYS: Keys.optional(),
  KASYR_TOKEN_KEYS: Keys.optional(),
  KASYR_BACKUP_PASSPHRASE: z.string().min(passwordLength.min).max(1024).optional(),
  KASYR_SECOND_FACTOR: z.enum(secondFactorPolicies).default('admins'),
  KASYR_LOG_LEVEL: z.enum(levels).default('info'),
  KASYR_LOG_FILE: z.string().optional(),
  KASYR_DEMO: z
    .enum(['true', 'false'])
    .transform((said) => said === 'true')
    .optional(),
  KASYR_CRM_URL: OutsideUrl.optional(),
  KASYR_CRM_KEY: z.string().min(1).optional(),
  KASYR_CRM_SECRET: z.string().min(1).optional(),
  KASYR_CRM_SIGNER: z.enum(signerNames).default('timestamp-nonce-body'),
  KASYR_CRM_MAPPING: readBy(readMapping).optional(),
  KASYR_FISCAL_URL: OutsideUrl.default('https://api.checkbox.ua/api/v1'),
  KASYR_CARRIER_URL: OutsideUrl.default('https://api.novaposhta.ua/v2.0/json/'),
  KASYR_WORKER_INTERVALS: IntervalsText.prefault('{}'),
  KASYR_FISCAL_PREFIX: z
    .string()
    .regex(/^(\/[a-z]+)+$/)
    .default('/ettn'),
  KASYR_RECEIPT_TIMES: TimesText.prefault('{}'),
  KASYR_MONEY_LATE_DAYS: z.coerce.number().int().min(1).max(30).default(2),
})

const remedies: Record<keyof typeof Variables.shape, string> = {
  KASYR_HOST: 'вкажіть адресу, на якій слухати, наприклад 127.0.0.1',
  KASYR_PORT: 'вкажіть номер порту від 0 до 65535 (0 — будь-який вільний)',
  KASYR_PUBLIC_URL: 'вкажіть адресу, яку відкривають люди, наприклад https://kasyr.example.ua',
  KASYR_DATA_DIR: 'вкажіть теку для бази даних і ключів',
  KASYR_TRUSTED_PROXIES:
    'вкажіть через кому адреси або мережі своїх проксі, наприклад loopback або 127.0.0.1, 172.18.0.0/16',
  KASYR_METRICS_TOKEN: 'вкажіть щонайменше 16 латинських літер, цифр чи знаків . _ ~ + / = - (openssl rand -hex 24)',
  DATABASE_URL: 'вкажіть адресу PostgreSQL, наприклад postgres://kasyr:пароль@localhost:5432/kasyr',
  KASYR_DATABASE_OWNER_URL:
    'вкажіть адресу тієї самої бази від ролі, якій належать таблиці, а в DATABASE_URL — від обмеженої, або приберіть змінну',
  KASYR_ADMIN_PASSWORD: 'вкажіть пароль від 12 до 128 символів або приберіть змінну, тоді його буде створено',
  KASYR_ENCRYPTION_KEYS: 'вкажіть kid:base64 (openssl rand -base64 32) або приберіть змінну',
  KASYR_TOKEN_KEYS: 'вкажіть kid:base64 (openssl rand -base64 32) або приберіть змінну',
  KASYR_BACKUP_PASSPHRASE: 'вкажіть пароль резервних копій від 12 символів або приберіть змінну',
  KASYR_SECOND_FACTOR: `вкажіть одне з: ${secondFactorPolicies.join(', ')}`,
  KASYR_LOG_LEVEL: `вкажіть одне з: ${levels.join(', ')}`,
  KASYR_LOG_FILE: 'вкажіть файл для журналу роботи або залиште порожньою',
  KASYR_DEMO: 'вкажіть true (демонстрація з вигаданим магазином) або false (ніколи)',
  KASYR_CRM_URL: 'вкажіть адресу CRM з https (без шифрування — лише до цієї самої машини)',
  KASYR_CRM_KEY: 'вкажіть ключ, який видала CRM',
  KASYR_CRM_SECRET: 'вкажіть секрет, який видала CRM',
  KASYR_CRM_SIGNER: `вкажіть одне з: ${signerNames.join(', ')}`,
  KASYR_CRM_MAPPING: 'вкажіть JSON-файл з назвами методу, параметрів і полів CRM',
  KASYR_FISCAL_URL: 'вкажіть адресу API Checkbox з https, наприклад https://api.checkbox.ua/api/v1',
  KASYR_CARRIER_URL: 'вкажіть адресу API Нової пошти з https, наприклад https://api.novaposhta.ua/v2.0/json/',
  KASYR_WORKER_INTERVALS:
    'вкажіть JSON з секундами, наприклад {"track":600,"poll_receipts":60,"reconcile":15,"sweep":3600}',
  KASYR_FISCAL_PREFIX: 'вкажіть шлях ЕТТН у Checkbox, наприклад /ettn',
  KASYR_RECEIPT_TIMES:
    'вкажіть JSON з секундами, наприклад {"call_deadline":30,"permit_window":5,"effect_window":600,"lease":36}',
  KASYR_MONEY_LATE_DAYS: 'вкажіть, за скільки робочих днів мають надійти гроші, від 1 до 30',
}

export function readConfig(
  environment: Record<string, string | undefined> = process.env,
  folder = process.cwd(),
  isAtTerminal = process.stdout.isTTY,
): Config {
  const all = { ...readEnvFile(folder)?.variables, ...environment }
  const given = Object.entries(all).filter(([, value]) => value !== '')
  const parsed = Variables.safeParse(Object.fromEntries(given))
  if (!parsed.success) {
    throw new ConfigProblems(
      parsed.error.issues.map((issue) => {
        const name = Variables.keyof().parse(issue.path[0])
        const reason = issue.code === 'custom' && issue.params?.['told'] ? ` (${issue.message})` : ''
        return `${name}: неправильне значення${reason}; ${remedies[name]}.`
      }),
    )
  }
  const variables = parsed.data
  if (variables.KASYR_DATABASE_OWNER_URL !== undefined && variables.DATABASE_URL === undefined)
    throw new ConfigProblems([`DATABASE_URL: потрібна разом з KASYR_DATABASE_OWNER_URL; ${remedies.DATABASE_URL}.`])
  const crm = toCrmSettings(variables)
  if (crm !== null && 'problems' in crm) throw new ConfigProblems(crm.problems)
  const data_dir = resolve(folder, variables.KASYR_DATA_DIR ?? defaultDataDir())
  return {
    host: variables.KASYR_HOST,
    port: variables.KASYR_PORT,
    public_url: variables.KASYR_PUBLIC_URL?.replace(/(?<!\/)\/+$/, '') ?? null,
    trusted_proxies: variables.KASYR_TRUSTED_PROXIES ?? defaultProxies(variables.KASYR_PUBLIC_URL ?? null),
    metrics_token: variables.KASYR_METRICS_TOKEN ?? null,
    data_dir,
    database_url: variables.DATABASE_URL ?? null,
    database_owner_url: variables.KASYR_DATABASE_OWNER_URL ?? null,
    admin_password: variables.KASYR_ADMIN_PASSWORD ?? null,
    encryption_keys: variables.KASYR_ENCRYPTION_KEYS ?? null,
    token_keys: variables.KASYR_TOKEN_KEYS ?? null,
    backup_passphrase: variables.KASYR_BACKUP_PASSPHRASE ?? null,
    second_factor: variables.KASYR_SECOND_FACTOR,
    log_level: variables.KASYR_LOG_LEVEL,
    log_file: chooseLogFile(all['KASYR_LOG_FILE']),
    demo: variables.KASYR_DEMO ?? null,
    crm,
    fiscal_url: variables.KASYR_FISCAL_URL.replace(/(?<!\/)\/+$/, ''),
    carrier_url: variables.KASYR_CARRIER_URL,
    worker_intervals: variables.KASYR_WORKER_INTERVALS,
    fiscal_prefix: variables.KASYR_FISCAL_PREFIX,
    receipt_times: toReceiptTimes(variables.KASYR_RECEIPT_TIMES),
    money_late_days: variables.KASYR_MONEY_LATE_DAYS,
  }

  /** At a terminal a person reads words, not JSON; elsewhere a collector takes the lines from the standard output. */
  function chooseLogFile(said: string | undefined): string | null {
    if (said === '') return null
    if (said !== undefined) return resolve(folder, said)
    return isAtTerminal ? join(data_dir, 'log', 'kasyr.log') : null
  }
}

/** With an address the credentials are needed too; without one nothing of the CRM counts. */
function toCrmSettings(variables: z.infer<typeof Variables>): CrmSettings | { problems: string[] } | null {
  const { KASYR_CRM_URL: url, KASYR_CRM_KEY: key, KASYR_CRM_SECRET: secret } = variables
  if (url === undefined) return null
  if (key === undefined || secret === undefined) {
    const missing = [
      ...(key === undefined ? ['KASYR_CRM_KEY' as const] : []),
      ...(secret === undefined ? ['KASYR_CRM_SECRET' as const] : []),
    ]
    return { problems: missing.map((name) => `${name}: потрібна разом з KASYR_CRM_URL; ${remedies[name]}.`) }
  }
  return {
    url,
    key,
    secret,
    signer: variables.KASYR_CRM_SIGNER,
    mapping: variables.KASYR_CRM_MAPPING ?? defaultMapping,
  }
}

/** PostgreSQL refuses to run as root, and the user it runs as cannot look into /root; /var/lib is open to both. */
const defaultDataDir = (): string => (process.getuid?.() === 0 ? '/var/lib/kasyr' : './data')

/** Whether the cursor of the terminal can be moved back, so that a line is written over. */
export const canWriteOver = (environment: Record<string, string | undefined> = process.env): boolean =>
  environment['TERM'] !== undefined && environment['TERM'] !== 'dumb'
