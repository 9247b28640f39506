import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { App } from '#/server/app.ts'
import type { Config } from '#/server/config.ts'
import { createNovaPoshtaClient } from '#/server/integrations/carrier/novaposhta-client.ts'
import { createJsonRpcCrmClient } from '#/server/integrations/crm/jsonrpc-crm-client.ts'
import { CrmMapping } from '#/server/integrations/crm/mapping.ts'
import { createCheckbox } from '#/server/integrations/fiscal/checkbox/client.ts'
import type { Pool } from 'pg'
import type { Clock } from '#/server/platform/clock.ts'
import { newId } from '#/server/platform/random.ts'
import type { Binding } from '#/server/platform/jobs/job.ts'
import { defaultProxies } from '#/server/platform/http/edge/trusted-proxies.ts'
import { createLog } from '#/server/platform/log.ts'
import { recheckRegistersJob } from '#/server/cash-registers/jobs.ts'
import { trackParcelsJob } from '#/server/parcels/jobs.ts'
import { pollReceiptsJob, sweepReceiptsJob, watchReceiptsJob } from '#/server/receipts/machine/jobs.ts'
import { startService } from '#/server/service.ts'
import { background } from '#/server/worker.ts'
import { openGate, type Gate } from './gate.ts'
import type { Outside } from './outside.ts'

/** One running service of the shop: web and jobs. Its jobs run only when the world lets them. */
export interface Process {
  url: string
  app: App
  pool: Pool
  gate: Gate
  /** How far the clock of its machine is ahead of the true time. */
  skew_ms: number
  /** Its monotonic clock stops while so much time passes, as on a laptop that is closed. */
  sleep(ms: number): void
  /** Runs what the schedule has for now, and every job that is due. */
  work(): Promise<void>
  /** Ends it as an operator does. */
  stop(): Promise<void>
  /** Ends it as the operating system does: nothing of it goes through any more. */
  kill(): Promise<void>
}

export const adminPassword = 'криничка-барвінок-7'

const quietEverySeconds = 6 * 3_600
const fromOutside = new Set(
  [trackParcelsJob, recheckRegistersJob, watchReceiptsJob, pollReceiptsJob, sweepReceiptsJob].map(({ name }) => name),
)

/** Cheap: the people of a world log in thousands of times. */
const passwordCost = { memory_kib: 64, passes: 1 }

/** The times of production, without the pause between two creates: it would pass in real time. */
export const worldTimes: Config['receipt_times'] = {
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

interface Options {
  database_url: string
  outside: Outside
  /** The settings name the CRM of another shop. */
  names_other_crm?: boolean
  /** What the schedules of all processes together have run: the last slot of each job. */
  slots: Map<string, number>
  skew_ms?: number
  data_dir: string
}

export const aDataFolder = (): { path: string; remove(): void } => {
  const path = mkdtempSync(join(tmpdir(), 'kasyr-world-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

export async function startProcess({
  database_url,
  outside,
  names_other_crm = false,
  slots,
  skew_ms = 0,
  data_dir,
}: Options): Promise<Process> {
  const gate = openGate()
  const machine = { skew_ms, slept_ms: 0 }
  const clock = {
    now: () => new Date(outside.clock.now() + machine.skew_ms),
    monotonicMs: () => outside.clock.now() - machine.slept_ms,
    slack: 30,
    machine: newId(),
  }
  const scheduled = worldly(() => outside.clock.now())
  let rounds = 0
  const { crm, carrier, fiscal, ettn } = clientsOf(outside, names_other_crm ? outside.other_crm : outside.crm, clock)
  const service = await gate.within(() =>
    startService(
      configOf(database_url, data_dir),
      { web: true, worker: false },
      {
        background: scheduled,
        log: createLog('silent'),
        password_cost: passwordCost,
        clock,
        random: () => 0,
        crm: gate.guard(crm),
        carrier: gate.guard(carrier),
        fiscal: gate.guard(fiscal),
        ettn: gate.guard(ettn),
        web: { limits: { longest_event_loop_delay_ms: 0, tries_per_address: 1e9 }, sync_fresh_ms: 0 },
      },
    ),
  )
  const { app, database } = service.running
  return {
    url: service.local_url,
    app,
    pool: database.pool,
    gate,
    sleep: (ms) => void (machine.slept_ms += ms),
    get skew_ms() {
      return machine.skew_ms
    },
    set skew_ms(ms) {
      machine.skew_ms = ms
    },
    work: () =>
      gate.within(async () => {
        rounds += 1
        if (gate.isWatched || rounds % roundsByQueue === 0) await app.jobs.tick()
        else await runScheduled(app, scheduled, slots, outside.clock.now())
        await app.jobs.runDue()
      }),
    stop: () => service.close(),
    kill: async () => {
      gate.kill()
      // What is left of it in this process of ours is put away; nothing of it reaches the database.
      await Promise.race([service.close().catch(() => undefined), later(2_000)])
    },
  }
}

/**
 * The way through the queue costs a third of a round. So only one round in eight takes it, and each in which a statement or call is
 * watched: the others run the same handlers at once.
 */
const roundsByQueue = 8

async function runScheduled(app: App, bindings: readonly Binding<App>[], slots: Map<string, number>, now_ms: number) {
  for (const { job, every_seconds, handle } of bindings) {
    const seconds = typeof every_seconds === 'function' ? every_seconds(app) : every_seconds
    if (!seconds) continue
    const slot = Math.floor(now_ms / (seconds * 1000))
    if (slots.get(job.name) === slot) continue
    slots.set(job.name, slot)
    // As in the queue, what fails comes again with the next tick.
    await handle(app, {}, new AbortController().signal).catch(() => undefined)
  }
}

/** What touches no system outside comes four times a day here: it costs most and changes least. */
const worldly = (nowMs: () => number): readonly Binding<App>[] =>
  background.map((binding) => {
    if (binding.every_seconds === null || fromOutside.has(binding.job.name)) return binding
    let sentAt = -Infinity
    const every_seconds = () => {
      // A tick of the same slot would be refused by the database anyway, and costs a statement.
      if (nowMs() - sentAt < quietEverySeconds * 1000) return 0
      sentAt = nowMs()
      return quietEverySeconds
    }
    return Object.assign({}, binding, { every_seconds })
  })

const later = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref())

function clientsOf({ carrier, fiscal }: Outside, crm: Outside['crm'], clock: Clock) {
  const common = { clock, random: () => 0 }
  const deadlines = { timeoutMs: 30_000, findTimeoutMs: 30_000, listTimeoutMs: 30_000 }
  return {
    crm: createJsonRpcCrmClient({
      url: crm.rpc_url,
      key: 'demo-key',
      secret: 'demo-secret',
      mapping: CrmMapping.parse({}),
      timeoutMs: 30_000,
      ...common,
    }),
    carrier: createNovaPoshtaClient({ url: carrier.api_url, timeoutMs: 30_000, ...common }),
    ...createCheckbox({ url: fiscal.api_url, shiftPollMs: 1, ...common, ...deadlines }),
  }
}

const configOf = (database_url: string, data_dir: string): Config => ({
  host: '127.0.0.1',
  port: 0,
  public_url: null,
  trusted_proxies: defaultProxies(null),
  metrics_token: null,
  data_dir,
  database_url,
  database_owner_url: null,
  admin_password: adminPassword,
  encryption_keys: null,
  token_keys: null,
  backup_passphrase: null,
  second_factor: 'optional',
  log_level: 'silent',
  log_file: null,
  demo: null,
  crm: null,
  fiscal_url: 'http://127.0.0.1:9/api/v1',
  carrier_url: 'http://127.0.0.1:9/v2.0/json/',
  worker_intervals: { track: 600, poll_receipts: 60, reconcile: 15, sweep: 3600 },
  fiscal_prefix: '/ettn',
  receipt_times: worldTimes,
  money_late_days: 2,
})
