import type { App } from './app.ts'
import { openAudit } from './audit/chain/audit-keys.ts'
import { defaultCost, type PasswordCost } from './auth/passwords/passwords.ts'
import { createTokens } from './auth/sessions/tokens.ts'
import type { Config } from './config.ts'
import { findExposures } from './exposure.ts'
import { grants } from './grants.ts'
import { closeKeyFiles, encryptionKeysOf, tokenKeysOf } from './key-files.ts'
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
import { type Binding } from './platform/jobs/job.ts'
import { openJobs } from './platform/jobs/jobs.ts'
import { createLog, type Logger } from './platform/log.ts'
import { migrate, migrationContext, requireMigrated } from './platform/migrate.ts'
import { prepareJobs } from './platform/jobs/prepare-jobs.ts'
import { ensureDataFolder } from './platform/private-file.ts'
import { randomFraction } from './platform/random.ts'
import { sqlCode } from './sql-code.ts'
import { loadMode } from './status/load-mode.ts'

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
  const token_keys = tokenKeysOf(config)

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

const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
