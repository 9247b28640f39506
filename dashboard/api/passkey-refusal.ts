import { ApiError, sentenceFor } from './api-error.ts'

/** The browser gives its reasons in English and keeps them vague on purpose; these are the two a person can act upon. */
export function passkeyRefusal(error: unknown): string {
  if (error instanceof ApiError || !(error instanceof Error)) return sentenceFor(error)
  if (error.name === 'InvalidStateError') return 'На цьому пристрої вже є ключ доступу до\u00a0Касира.'
  if (error.name === 'SecurityError') return 'За цією адресою ключі доступу не\u00a0працюють.'
  return 'Браузер не\u00a0завершив роботу з\u00a0ключем доступу: її скасовано або минув час. Спробуйте ще раз.'
}
