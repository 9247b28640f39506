import type { Answer } from '../frame/operations.ts'
import type { Invalid } from './api-description.ts'

/** As the live API refuses: a code that its description does not publish, and words for people. */
const refusals = {
  not_authenticated: { status: 403, code: null, message: 'Not authenticated' },
  stale_token: { status: 401, code: 'base.credentials', message: 'Не вірні облікові дані' },
  wrong_pin: { status: 403, code: 'cashier.invalid_credentials', message: 'Невірний пінкод' },
  wrong_license_key: { status: 401, code: 'cash_register.invalid_license_key', message: 'Невірний ключ ліцензії каси' },
  bad_client_name: { status: 400, code: null, message: 'Bad Request' },
  not_found: { status: 404, code: null, message: 'Об’єкт не знайдено' },
  no_shift: { status: 400, code: 'shift.not_opened', message: 'Зміну не відкрито' },
  receipt_exists: { status: 400, code: 'receipt.already_exists', message: 'Вказаний id чеку вже існує' },
} as const

export const refuse = (reason: keyof typeof refusals): Answer => {
  const { status, code, message } = refusals[reason]
  return { status, body: { message, code } }
}

/** Most refusals of business come with words alone: their codes are not published, if they have any. */
export const refuseWith = (message: string): Answer => ({ status: 400, body: { message, code: null } })

/** The body of a 429 is not known. */
export const refuseTooFast = (retryAfter: number | string | null): Answer => ({
  status: 429,
  ...(retryAfter === null ? {} : { headers: { 'retry-after': String(retryAfter) } }),
  body: { message: 'Too Many Requests', code: null },
})

export const refuseInvalid = (detail: readonly Invalid[]): Answer => ({
  status: 422,
  body: { message: 'Validation error', code: 'validation.custom', detail },
})

/** The page of the proxy in front, which looks like bad credentials to a client that reads the status alone. */
export const cloudflarePage: Answer = {
  status: 403,
  headers: { 'content-type': 'text/html; charset=UTF-8', server: 'cloudflare' },
  body: `<!DOCTYPE html>
<html lang="en-US"><head><title>Access denied | api.checkbox.ua used Cloudflare to restrict access</title></head>
<body><h1>Error 1010</h1><p>The owner of this website has banned your access based on your browser's signature.</p></body></html>
`,
}
