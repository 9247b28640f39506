import type { Answer } from '../frame/operations.ts'

/** Nine parts, all of them lists when nothing is to be said. */
export const envelope = (data: readonly unknown[], more: Record<string, unknown> = {}) => ({
  success: true,
  data,
  errors: [],
  warnings: [],
  info: [],
  messageCodes: [],
  errorCodes: [],
  warningCodes: [],
  infoCodes: [],
  ...more,
})

export const ok = (body: unknown): Answer => ({ status: 200, body })

/** Codes and texts of the carrier's own dictionary; failures come with HTTP 200. */
const refusals = {
  key_expired: ['20000200068', 'API key expired'],
  key_incorrect: ['20000200068', 'API key incorrect'],
  key_empty: ['20000200069', 'apiKey is empty'],
  daily_limit: ['20000501331', 'The daily requests limit is exceeded'],
  too_many_requests: ['20000401501', 'To many requests'],
  too_many_documents: ['20001401153', 'Error: Param Documents must not be more than 100 item'],
  bad_number: ['20001401442', 'Document number is not correct'],
} as const

export const refuse = (reason: keyof typeof refusals, warnings: readonly unknown[] = []): Answer => {
  const [code, text] = refusals[reason]
  return ok(envelope([], { success: false, errors: [text], errorCodes: [code], warnings }))
}

/** What no code is known for. */
export const refuseWithoutCode = (text: string): Answer => ok(envelope([], { success: false, errors: [text] }))

/** The other way a refused key was seen: a status of its own and a short body. */
export const refuseKeyByStatus = (): Answer => ({
  status: 401,
  body: { success: false, data: [], errors: ['API key incorrect'] },
})
