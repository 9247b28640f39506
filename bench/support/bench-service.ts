import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { TokenAnswer } from '#/contract/auth.ts'
import { readConfig } from '#/server/config.ts'
import type { CarrierClient } from '#/server/integrations/carrier/carrier-client.ts'
import { createLog } from '#/server/platform/log.ts'
import { startService } from '#/server/service.ts'
import { BenchCrm } from './many-orders.ts'

const password = 'виміри-без-поспіху-1'

/** The whole service on an empty database of its own, with a CRM that costs nothing, and the admin's token. */
export async function startBenchService(options: { carrier?: CarrierClient } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'kasyr-bench-'))
  const config = readConfig(
    { KASYR_DATA_DIR: folder, KASYR_PORT: '0', KASYR_LOG_LEVEL: 'silent', KASYR_ADMIN_PASSWORD: password },
    folder,
  )
  const crm = new BenchCrm()
  const log = createLog('silent')
  const service = await startService(config, { web: true, worker: false }, { crm, log, ...options })
  const login = await fetch(`${service.local_url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: 'admin', password }),
  })
  const { access_token: token } = TokenAnswer.parse(await login.json())
  const { app, database } = service.running
  return {
    app,
    database,
    crm,
    token,
    url: service.local_url,
    close: async () => {
      await service.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

export const median = (values: readonly number[]): number =>
  values.toSorted((left, right) => left - right)[values.length >> 1] ?? 0
