import { checkCredentials } from './check-credentials.ts'
import { createCheckboxEttnClient } from './ettn-client.ts'
import { listZReports } from './list-z-reports.ts'
import { createCheckboxHttp, type CheckboxHttpOptions } from './http.ts'
import { createCheckboxSessions } from './sessions.ts'
import { startDeadline } from '#/server/platform/outbound/deadline.ts'
import type { EttnClient } from '../ettn-client.ts'
import type { FiscalClient } from '../fiscal-client.ts'

export interface CheckboxOptions extends Omit<CheckboxHttpOptions, 'url'> {
  url?: string
  /** Of the ETTN operations. */
  prefix?: string
  /** For a whole check: a person waits for it. */
  timeoutMs?: number
  /** Tax rates and the like are not worth the whole wait. */
  optionalTimeoutMs?: number
  findTimeoutMs?: number
  listTimeoutMs?: number
  shiftTimeoutMs?: number
  shiftPollMs?: number
}

const publicUrl = 'https://api.checkbox.ua/api/v1'

/** Both sides of Checkbox with one set of tokens and breakers: a register that is down is down for both. */
export function createCheckbox(options: CheckboxOptions): { fiscal: FiscalClient; ettn: EttnClient } {
  const { url = publicUrl, timeoutMs = 8000, optionalTimeoutMs = 3000 } = options
  const { prefix = '/ettn', findTimeoutMs = 10_000, listTimeoutMs = 60_000 } = options
  const http = createCheckboxHttp({ ...options, url })
  const sessions = createCheckboxSessions({ http, clock: options.clock, timeoutMs })
  const fiscal: FiscalClient = {
    kind: 'real',
    checkCredentials: (credentials, signal) =>
      checkCredentials({ http, sessions, optionalTimeoutMs }, credentials, startDeadline(timeoutMs, signal)),
    listZReports: (credentials, window, signal) =>
      listZReports(sessions, credentials, window, startDeadline(listTimeoutMs, signal)),
  }
  const { shiftTimeoutMs = 20_000, shiftPollMs = 1000 } = options
  const times = { findTimeoutMs, listTimeoutMs, shiftTimeoutMs, shiftPollMs }
  const ettn = createCheckboxEttnClient({ sessions, prefix, clock: options.clock, log: options.log, ...times })
  return { fiscal, ettn }
}
