import type { AddressInfo } from 'node:net'
import { ensureDemoRegisters } from './cash-registers/changing/ensure-demo-registers.ts'
import type { App } from './app.ts'
import type { Config } from './config.ts'
import { startContext, type Options } from './start-context.ts'
import { createWeb, type WebOptions } from './http.ts'
import { noCrmSentence } from './integrations/crm/missing-crm-client.ts'
import { findSource } from './orders/syncing/find-source.ts'
import { toOtherCrmFailure } from './orders/syncing/other-crm-words.ts'
import { Explained } from './platform/explained.ts'
import { openEventBus } from './platform/events.ts'
import { ensureDemoReceipts } from './receipts/ensure-demo-receipts.ts'
import { markMode } from './status/mode-store.ts'
import { ensureFirstAdmin, firstLogin } from './users/ensure-first-admin.ts'
import { background, startWorker } from './worker.ts'

/** The running service: database, background work and web, started in this order and stopped in the opposite one. */
export interface Service {
  /** What people type. */
  url: string
  /** Where it really listens. */
  local_url: string
  /** Shown once, on an empty database. */
  first_admin: { login: string; one_time_password: string } | null
  /** What the operator must know; null: nothing. */
  notice: string | null
  /** What is open further than need be, for a person who does not see the log. */
  warnings: readonly string[]
  ready_after_ms: number
  close(): Promise<void>
}

export interface Parts {
  web: boolean
  worker: boolean
}

export async function startService(
  config: Config,
  parts: Parts,
  { web: webOptions, ...options }: Partial<Omit<Options, 'config'>> & { web?: WebOptions } = {},
): Promise<Service & { running: Awaited<ReturnType<typeof startContext>> }> {
  const running = await startContext({ config, background, claim: parts.web ? 'own' : 'own-or-join', ...options })
  const { app, database } = running
  const closing: { what: string; stop: () => Promise<unknown> }[] = [{ what: 'jobs and database', stop: running.close }]
  const close = async () => {
    for (const { what, stop } of closing.toReversed()) {
      app.log.debug({ what }, 'stopping')
      await stop()
    }
  }
  try {
    app.log.info(
      { database: database.origin, role: database.serving.role, migrated: running.migrated.length },
      'database is ready',
    )
    const admin = await ensureFirstAdmin(app)
    // A test that brings a CRM of its own has a shop of its own too: neither the demo's nor a real one.
    const hasOwnShop = options.crm !== undefined
    if (!hasOwnShop) await markMode(app.db, app.mode)
    const notice = await noticeOf(app)
    if (app.mode === 'demo' && !hasOwnShop) {
      await ensureDemoRegisters(app)
      // Only a worker would send them.
      if (parts.worker) await ensureDemoReceipts(app)
    }
    if (parts.worker) closing.push({ what: 'worker', stop: (await startWorker(app)).stop })
    const local_url = parts.web ? await listen() : ''
    const first_admin = admin === null || admin === 'chosen' ? null : { login: firstLogin, ...admin }
    return {
      running,
      url: config.public_url ?? local_url,
      local_url,
      first_admin,
      notice,
      warnings: running.warnings,
      ready_after_ms: performance.now(),
      close,
    }
  } catch (error) {
    await close().catch(() => undefined)
    throw error
  }

  async function listen(): Promise<string> {
    const bus = await openEventBus(database.url, app.db, app.log)
    closing.push({ what: 'event bus', stop: bus.close })
    const http = await createWeb(app, bus, webOptions)
    closing.push({ what: 'web', stop: () => http.close() })
    await http.listen({ host: config.host, port: config.port }).catch((error: unknown) => {
      throw explainListening(error, config)
    })
    return addressOf(config.host, http.server.address())
  }
}

/** Why no orders will come. */
async function noticeOf(app: App): Promise<string | null> {
  if (app.mode === 'real' && app.config.crm === null) {
    app.log.warn('no CRM is configured, and this database is no demo: no orders will come')
    return noCrmSentence
  }
  const { other } = await findSource(app)
  if (other === null) return null
  app.log.warn({ other }, 'the settings name another CRM: no orders will come until an admin says whose they are')
  return toOtherCrmFailure(other).detail
}

/** What an operator can correct is said in words, everything else as it is. */
function explainListening(error: unknown, { host, port }: Config): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null
  const words =
    code === 'EADDRINUSE'
      ? `порт ${port} зайнятий іншою програмою. Зупиніть її або вкажіть інший порт у KASYR_PORT.`
      : code === 'EACCES'
        ? `порт ${port} цьому користувачу не дозволено. Вкажіть у KASYR_PORT порт від 1024.`
        : code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND'
          ? `адреси ${host} на цій машині немає. Вкажіть свою в KASYR_HOST, наприклад 127.0.0.1.`
          : null
  return words === null ? error : new Explained(words, { cause: error })
}

function addressOf(host: string, address: AddressInfo | string | null): string {
  const port = typeof address === 'object' && address ? address.port : ''
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host.includes(':') ? `[${host}]` : host
  return `http://${shown}:${port}`
}
