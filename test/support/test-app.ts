import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import type { Pool, PoolClient } from 'pg'
import { inject } from 'vitest'
import type { Config } from '#/server/config.ts'
import type { App } from '#/server/app.ts'
import type { Running } from '#/server/start-context.ts'
import type { WebOptions } from '#/server/http.ts'
import type { CarrierClient } from '#/server/integrations/carrier/carrier-client.ts'
import type { EttnClient } from '#/server/integrations/fiscal/ettn-client.ts'
import type { FiscalClient } from '#/server/integrations/fiscal/fiscal-client.ts'
import type { CrmClient } from '#/server/integrations/crm/crm-client.ts'
import { systemClock, type Clock } from '#/server/platform/clock.ts'
import type { Db } from '#/server/platform/database/db.ts'
import { defaultProxies } from '#/server/platform/http/edge/trusted-proxies.ts'
import { createLog } from '#/server/platform/log.ts'
import { countMisjudged } from '#/server/money/judging/judge-changed.ts'
import { listWrongDocuments } from '#/server/orders/order/document-store.ts'
import { startService } from '#/server/service.ts'
import { ApiClient } from './api-client.ts'
import { noteSaid, noteSecret } from './evidence.ts'
import { ScriptedCrm } from './scripted-crm.ts'
import { copyTemplate } from './template-database.ts'

/** The whole service over real HTTP on a database of its own. The worker runs only when asked: tests call `app.jobs.runDue()`. */
export interface TestApp {
  url: string
  app: App
  running: Running
  /** As the owner of the tables: makes rows older, tampers, reads what the service may not. The service's own is `app.db`. */
  db: Db
  config: Config
  adminPassword: string
  /** Everything the service wrote to its log. */
  log_lines: string[]
  /** A client of the API that is not logged in. */
  anonymous: ApiClient
  /** Receives every statement that goes to PostgreSQL. */
  watchStatements(listener: ((text: unknown, values: unknown) => void) | null): void
  close(): Promise<void>
}

export interface TestOptions {
  clock?: Clock
  worker?: boolean
  config?: Partial<Config>
  web?: WebOptions
  crm?: CrmClient
  carrier?: CarrierClient
  fiscal?: FiscalClient
  ettn?: EttnClient
}

/** As in production, but for the pace: a test of it sets it, the others do not wait a second for every receipt. */
export const usualTimes: Config['receipt_times'] = {
  call_deadline_ms: 30_000,
  permit_window_ms: 5_000,
  effect_window_ms: 600_000,
  lease_ms: 36_000,
  heartbeat_ms: 12_000,
  attention_ms: 1_200_000,
  paid_unfiscal_ms: 10_800_000,
  stuck_ms: 900_000,
  create_every_ms: 0,
}

/** What is too slow for a person is not too slow for a test. A test of such a limit sets `app.clock.slack` itself. */
export const usualSlack = 30

/** Tests fail to log in more often in a minute than an office does. A test of that limit sets it itself. */
const usualTries = 1e9

/** One sync with the CRM counts as fresh for the whole file: for tests that count the calls or statements of a view. */
export const staysFresh: WebOptions = { sync_fresh_ms: 3_600_000 }

/** Cheap on purpose: a test logs in hundreds of times. What the real cost is, is a test of its own. */
const testCost = { memory_kib: 64, passes: 1 }
export const adminPassword = 'криничка-барвінок-7'

export async function startTestApp(options: TestOptions = {}): Promise<TestApp> {
  const folder = mkdtempSync(join(tmpdir(), 'kasyr-app-'))
  const log_lines: string[] = []
  const sink = new Writable({
    write: (chunk: Buffer, _encoding, done) => (
      log_lines.push(chunk.toString()),
      noteSaid('log', chunk.toString()),
      done()
    ),
  })
  const config: Config = {
    host: '127.0.0.1',
    port: 0,
    public_url: null,
    trusted_proxies: defaultProxies(options.config?.public_url ?? null),
    metrics_token: null,
    data_dir: folder,
    database_url: await copyTemplate(inject('server_url'), inject('template')),
    database_owner_url: null,
    admin_password: adminPassword,
    encryption_keys: null,
    token_keys: null,
    backup_passphrase: null,
    second_factor: 'admins',
    log_level: 'debug',
    log_file: null,
    demo: null,
    crm: null,
    // No server listens there: a test without an outside system of its own finds none.
    fiscal_url: 'http://127.0.0.1:9/api/v1',
    carrier_url: 'http://127.0.0.1:9/v2.0/json/',
    worker_intervals: { track: 600, poll_receipts: 60, reconcile: 15, sweep: 3600 },
    fiscal_prefix: '/ettn',
    receipt_times: usualTimes,
    money_late_days: 2,
    ...options.config,
  }
  const { clock = systemClock } = options
  const service = await startService(
    config,
    { web: true, worker: options.worker ?? false },
    {
      log: createLog(config.log_level, sink),
      password_cost: testCost,
      clock: {
        now: () => clock.now(),
        slack: usualSlack,
        is_unlike_database: clock !== systemClock && clock.is_unlike_database !== false,
      },
      // What is spread in time is nowhere but in its own test: the others say to the second when something is due.
      random: () => 0,
      crm: options.crm ?? new ScriptedCrm(),
      ...(options.carrier && { carrier: options.carrier }),
      ...(options.fiscal && { fiscal: options.fiscal }),
      ...(options.ettn && { ettn: options.ettn }),
      web: {
        check_answers: true,
        ...options.web,
        // How late this machine is says nothing about the service.
        limits: { longest_event_loop_delay_ms: 0, tries_per_address: usualTries, ...options.web?.limits },
      },
    },
  )
  const { app, database } = service.running
  const { db } = await database.owner()
  noteSecret(new URL(database.url).password)
  noteKeys(join(config.data_dir, 'keys'))
  noteSecret(app.audit.keys.writing.secret.toString('base64'))
  noteSecret(app.audit.keys.writing.secret.toString('hex'))
  return {
    url: service.local_url,
    app,
    running: service.running,
    db,
    config,
    adminPassword,
    log_lines,
    anonymous: new ApiClient(service.local_url),
    watchStatements: watcherOf(database.pool),
    close: async () => {
      for (const entry of await db.selectFrom('audit_log').selectAll().execute())
        noteSaid('audit', JSON.stringify(entry))
      // Whatever a file of tests did to its shop: what is shown of an order is what its rows say.
      const wrong = await listWrongDocuments(db)
      const misjudged = await countMisjudged({ db })
      await service.close()
      rmSync(folder, { recursive: true, force: true })
      if (misjudged > 0) throw new Error(`judged otherwise than their rows say: ${misjudged} transfers or payments`)
      if (wrong.length > 0) throw new Error(`shown otherwise than stored: the orders ${wrong.slice(0, 5).join(', ')}`)
    },
  }
}

/** The generated keys are secrets of this run as well. */
function noteKeys(folder: string): void {
  for (const name of readdirSync(folder))
    noteSecret(readFileSync(join(folder, name), 'utf8').trim().split(':').at(-1) ?? '')
}

function watcherOf(pool: Pool): TestApp['watchStatements'] {
  let listening: Parameters<TestApp['watchStatements']>[0] = null
  const watched = new WeakSet<PoolClient>()
  pool.on('acquire', (client) => {
    if (watched.has(client)) return
    watched.add(client)
    client.query = new Proxy(client.query, {
      apply(target, self, args: unknown[]) {
        const [first, second] = args
        if (typeof first === 'object' && first !== null && 'text' in first)
          listening?.(first.text, 'values' in first ? first.values : [])
        else listening?.(first, second)
        return Reflect.apply(target, self, args)
      },
    })
  })
  return (listener) => (listening = listener)
}
