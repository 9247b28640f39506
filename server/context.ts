import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openAudit, type Audit } from './audit/open-audit.ts'
import { defaultCost, type PasswordCost } from './auth/passwords.ts'
import { createTokens, type Tokens } from './auth/tokens.ts'
import type { Config } from './config.ts'
import { findExposures } from './exposure.ts'
import { grants } from './grants.ts'
import type { CarrierClient } from './integrations/carrier/carrier-client.ts'
import { chooseCarrierClient } from './integrations/carrier/choose-carrier-client.ts'
import { chooseCrmClient } from './integrations/crm/choose-crm-client.ts'
import type { CrmClient } from './integrations/crm/crm-client.ts'
import {
  chooseFiscalClients,
  type FiscalClients,
  type FiscalSettings,
} from './integrations/fiscal/choose-fiscal-clients.ts'
import type { EttnClient } from './integrations/fiscal/ettn-client.ts'
import type { FiscalClient } from './integrations/fiscal/fiscal-client.ts'
import { createStubEttnClient } from './integrations/fiscal/stub/ettn-client.ts'
import { findPayment } from './parcels/payment-store.ts'
import { systemClock, type Clock } from './platform/clock.ts'
import type { Db } from './platform/database/db.ts'
import type { Claim } from './platform/database/embedded/embedded-server.ts'
import { openServing, type ServingDatabase } from './platform/database/serving-database.ts'
import { givenKeys, keysOfFile, type EncryptionKeys, type FollowedKeys } from './platform/encryption-keys.ts'
import { type Binding } from './platform/job.ts'
import { openJobs, type Jobs } from './platform/jobs.ts'
import { createLog, type Logger } from './platform/log.ts'
import { migrate, migrationContext, requireMigrated } from './platform/migrate.ts'
import { prepareJobs } from './platform/prepare-jobs.ts'
import { closeFolder, closePrivateFile, ensureDataFolder } from './platform/private-file.ts'
import { randomFraction } from './platform/random.ts'
import { sqlCode } from './sql-code.ts'
import { loadMode } from './status/load-mode.ts'
import type { Mode } from './status/mode.ts'

/** Everything a verb may need. A verb takes it first and names what it uses with `Pick`. */
export interface App {
  config: Config
  /** Whether everything outside is made up. Only this decides it, never the settings of the CRM. */
  mode: Mode
  db: Db
  clock: Clock
  /** From 0 to 1: spreads what must not all happen at once. */
  random: () => number
  log: Logger
  jobs: Jobs
  encryption_keys: EncryptionKeys
  token_keys: FollowedKeys
  tokens: Tokens
  crm: CrmClient
  carrier: CarrierClient
  fiscal: FiscalClient
  ettn: FiscalClients['ettn']
  audit: Audit
  password_cost: PasswordCost
}

/** The running whole: what verbs need, and what only the edges (HTTP, worker, commands) touch. */
export interface Running {
  app: App
  database: ServingDatabase
  migrated: string[]
  /** What the operator must know and correct, in Ukrainian; it is in the log already. */
  warnings: string[]
  close(): Promise<void>
}

/** What a start is at, in this order. */
export type StartStep = 'database' | 'schema' | 'service'

export interface Options {
  config: Config
  claim: Claim
  background: readonly Binding<App>[]
  /** Receives how far the start is. */
  onStep?: (step: StartStep) => void
  log?: Logger
  clock?: Clock
  random?: () => number
  password_cost?: PasswordCost
  crm?: CrmClient
  carrier?: CarrierClient
  fiscal?: FiscalClient
  /** The real one; test registers keep the stub. */
  ettn?: EttnClient
}

export async function startContext({ config, claim, background, ...options }: Options): Promise<Running> {
  const { onStep = () => undefined, clock = systemClock } = options
  ensureDataFolder(config.data_dir)
  const log = options.log ?? createLog(config.log_level, config.log_file)
  const warnings = closeKeyFiles(config, log)
  const encryption_keys = encryptionKeysOf(config)
  const token_keys = config.token_keys ? givenKeys(config.token_keys) : keysOfFile(keyFile(config, 'token.keys'))

  const migrated: string[] = []
  onStep('database')
  const database = await openServing({
    addresses: config,
    claim,
    log,
    grants,
    prepare: async (owner) => {
      onStep('schema')
      migrated.push(...(await migrate(owner.db, migrationContext(encryption_keys), sqlCode)))
      await prepareJobs(owner.pool, log, background)
    },
    requirePrepared: (served) => requireMigrated(served.db, sqlCode),
  })
  onStep('service')
  try {
    for (const { setting, level, warning, detail, remedy } of findExposures(
      config,
      database.serving,
      process.getuid?.(),
    )) {
      log[level === 'advice' ? 'info' : 'warn']({ setting }, warning)
      if (level !== 'advice') warnings.push(`${capitalized(detail)}. ${capitalized(remedy)}.`)
    }
    const mode = await loadMode(database.db, { demo: config.demo, has_crm: config.crm !== null })
    const clients = { ...config, is_demo: mode === 'demo' }
    const audit = await openAudit(database.db, encryption_keys)
    const jobs = await openJobs<App>({ url: database.url, log, bindings: background, context: () => app })
    const app: App = {
      config,
      mode,
      db: database.db,
      clock,
      random: options.random ?? randomFraction,
      log,
      jobs,
      encryption_keys,
      token_keys,
      tokens: createTokens(token_keys, clock),
      crm: options.crm ?? chooseCrmClient(clients, clock, log),
      carrier: options.carrier ?? chooseCarrierClient(clients, clock, log),
      ...fiscalClientsOf(clients, database.db, clock, log, options),
      audit,
      password_cost: options.password_cost ?? defaultCost,
    }
    const close = async () => {
      await jobs.stop()
      log.debug('jobs are stopped, closing the database')
      await database.close()
    }
    return { app, database, migrated, warnings, close }
  } catch (error) {
    await database.close()
    throw error
  }
}

function fiscalClientsOf(
  settings: FiscalSettings,
  db: Db,
  clock: Clock,
  log: Logger,
  given: Pick<Options, 'fiscal' | 'ettn'>,
): FiscalClients {
  const stub = createStubEttnClient({ db, clock, isPaid: (ttn) => findPayment(db, ttn) })
  const chosen = chooseFiscalClients(settings, stub, clock, log)
  const { ettn } = given
  return {
    fiscal: given.fiscal ?? chosen.fiscal,
    ettn: ettn === undefined ? chosen.ettn : (is_test) => (is_test ? stub : ettn),
  }
}

const keyFile = ({ data_dir }: Pick<Config, 'data_dir'>, name: string): string => join(data_dir, 'keys', name)

export const encryptionKeyFile = (config: Pick<Config, 'data_dir'>): string => keyFile(config, 'encryption.keys')

/** A copy of the data folder or a careless hand may have opened them; the log names each, so that its key can be replaced. */
function closeKeyFiles(config: Config, log: Logger): string[] {
  closeFolder(join(config.data_dir, 'keys'), 0o700)
  const opened = ['encryption.keys', 'token.keys', 'postgres.password']
    .map((name) => keyFile(config, name))
    .filter(closePrivateFile)
  for (const file of opened) log.warn({ file }, 'others could read this key file; it is closed now, replace the key')
  return opened.map((file) => `Файл ключа ${file} могли читати інші; тепер лише ви. Замініть цей ключ.`)
}

export const encryptionKeysOf = (config: Config): EncryptionKeys =>
  config.encryption_keys ? givenKeys(config.encryption_keys) : keysOfFile(encryptionKeyFile(config))

/** For a command that must not make keys where there are none. */
export const findEncryptionKeys = (config: Config): EncryptionKeys | null =>
  config.encryption_keys !== null || existsSync(encryptionKeyFile(config)) ? encryptionKeysOf(config) : null

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
