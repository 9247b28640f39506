import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { ServiceStatus } from '#/contract/service-status.ts'
import { readAlarm } from '#/server/audit/alarm/raise-alarm.ts'
import { policyInForce } from '#/server/auth/guard/policy.ts'
import type { App } from '#/server/app.ts'

/** It does not change while the process lives, so it is read once. */
export const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8')))

/** In the demo everything outside is made up, and every page must say so. */
export const showStatus = async (app: Pick<App, 'config' | 'mode' | 'db' | 'audit'>): Promise<ServiceStatus> => ({
  demo: app.mode === 'demo',
  version,
  second_factor: policyInForce(app),
  audit_alarm: await readAlarm(app),
})
