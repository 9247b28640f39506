import { checkRegister } from './check-register.ts'
import { createCheckboxHttp, type CheckboxHttpOptions } from './checkbox-http.ts'
import { createCheckboxSessions } from './checkbox-sessions.ts'
import { startDeadline } from './deadline.ts'
import type { FiscalClient } from './fiscal-client.ts'

export interface CheckboxOptions extends Omit<CheckboxHttpOptions, 'url'> {
  url?: string
  /** For a whole check: a person waits for it. */
  timeoutMs?: number
  /** Tax rates and the like are not worth the whole wait. */
  optionalTimeoutMs?: number
}

const publicUrl = 'https://api.checkbox.ua/api/v1'

export function createCheckboxClient(options: CheckboxOptions): FiscalClient {
  const { url = publicUrl, timeoutMs = 8000, optionalTimeoutMs = 3000 } = options
  const http = createCheckboxHttp({ ...options, url })
  const sessions = createCheckboxSessions({ http, clock: options.clock, timeoutMs })
  return {
    kind: 'real',
    checkRegister: (credentials, signal) =>
      checkRegister({ http, sessions, optionalTimeoutMs }, credentials, startDeadline(timeoutMs, signal)),
  }
}
