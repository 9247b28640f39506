import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { ServiceStatus } from '#/contract/service-status.ts'
import { readAlarm } from '#/server/audit/raise-alarm.ts'
import type { App } from '#/server/context.ts'

/** It does not change while the process lives, so it is read once. */
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync(join(import.meta.dirname, '..', '..', 'package.json'), 'utf8')))

/** Without a CRM everything outside is made up, and every page must say so. */
export const showStatus = async (app: Pick<App, 'config' | 'db' | 'audit_key'>): Promise<ServiceStatus> => ({
  demo: app.config.crm === null,
  version,
  second_factor: app.config.crm === null ? 'optional' : app.config.second_factor,
  audit_alarm: await readAlarm(app),
})
