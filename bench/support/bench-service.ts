import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { TokenAnswer } from '#/contract/auth.ts'
import { readConfig } from '#/server/config.ts'
import type { CarrierClient } from '#/server/integrations/carrier/carrier-client.ts'
import type { EttnClient } from '#/server/integrations/fiscal/ettn-client.ts'
import type { FiscalClient } from '#/server/integrations/fiscal/fiscal-client.ts'
import { createLog } from '#/server/platform/log.ts'
import { startService } from '#/server/service.ts'
import { BenchCrm } from './many-orders.ts'

export const benchPassword = 'виміри-без-поспіху-1'

/** The whole service on an empty database of its own, with a CRM that costs nothing, and the admin's token. */
export async function startBenchService({
  worker = false,
  ...options
}: { worker?: boolean; carrier?: CarrierClient; fiscal?: FiscalClient; ettn?: EttnClient } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'kasyr-bench-'))
  const config = readConfig(
    { KASYR_DATA_DIR: folder, KASYR_PORT: '0', KASYR_LOG_LEVEL: 'silent', KASYR_ADMIN_PASSWORD: benchPassword },
    folder,
  )
  const crm = new BenchCrm()
  const log = createLog('silent')
  const service = await startService(config, { web: true, worker }, { crm, log, ...options })
  const login = await fetch(`${service.local_url}/api/v1/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ login: 'admin', password: benchPassword }),
  })
  const { access_token: token } = TokenAnswer.parse(await login.json())
  const { app, database } = service.running
  return {
    app,
    database,
    /** As the owner, for what the service may not: `analyze`, tables of one's own, files of the server. */
    owner: (await database.owner()).db,
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

/** A simulated system or the floor in a process of its own, so that its work is not counted as ours. It prints its address. */
export async function startOutside(file: string, given: unknown): Promise<{ url: string; pid: number; stop(): void }> {
  const args = [join(import.meta.dirname, file), JSON.stringify(given)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  const [url = '']: string[] = await once(createInterface({ input: child.stdout }), 'line')
  return { url, pid: child.pid ?? 0, stop: () => child.kill() }
}
