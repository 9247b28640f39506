import type { ErrorCode, FieldError } from '#/contract/errors.ts'
import type { Problem } from '#/contract/problem.ts'

/** What can go wrong before the server has said anything sensible. */
type ClientCode =
  | 'client.no_answer'
  | 'client.too_slow'
  | 'client.bad_answer'
  | 'client.logged_out'
  | 'client.not_proven'

interface Failure {
  code: string
  detail: string
  status?: number
  errors?: readonly FieldError[]
  instance?: string | null
  params?: Problem['params']
}

/** A refusal of the server, or no answer at all. `detail` is a Ukrainian sentence, made to be shown as it is. */
export class ApiError extends Error {
  readonly code: string
  readonly detail: string
  /** 0: there was no answer. */
  readonly status: number
  readonly errors: readonly FieldError[]
  /** The request's code for the support service, when the server gave one. */
  readonly instance: string | null
  /** What the sentence speaks of, for going on with it: a document that was found. */
  readonly params: NonNullable<Problem['params']>

  constructor(failure: Failure) {
    super(`${failure.code}: ${failure.detail}`)
    this.name = 'ApiError'
    this.code = failure.code
    this.detail = failure.detail
    this.status = failure.status ?? 0
    this.errors = failure.errors ?? []
    this.instance = failure.instance ?? null
    this.params = failure.params ?? {}
  }
}

/** Codes are compared through here, so that a misspelt one does not compile. */
export const isRefusal = (error: unknown, ...codes: readonly (ErrorCode | ClientCode)[]): error is ApiError =>
  error instanceof ApiError && codes.some((code) => code === error.code)

/** Trying again may help: no answer came, or the server itself was in trouble. */
export const isPassing = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500)

export const noAnswer = () =>
  new ApiError({
    code: 'client.no_answer',
    detail: 'Немає зв’язку з\u00a0сервером. Перевірте інтернет і\u00a0спробуйте ще раз.',
  })

export const tooSlow = () =>
  new ApiError({
    code: 'client.too_slow',
    detail: 'Сервер не відповів вчасно. Спробуйте ще раз за хвилину.',
  })

export const loggedOut = () =>
  new ApiError({ code: 'client.logged_out', detail: 'Ви вийшли. Увійдіть, щоб продовжити.' })

export const notProven = () =>
  new ApiError({ code: 'client.not_proven', detail: 'Пароль не\u00a0підтверджено, тому нічого не\u00a0змінено.' })

/** The refusal inside an answer; whatever stands between us and the server may have put HTML there instead. */
export async function toApiError(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null)
  if (isProblem(body)) return new ApiError(body)
  return new ApiError({
    code: 'client.bad_answer',
    detail: `Сервер відповів незрозуміло (код\u00a0${response.status}). Спробуйте ще раз за хвилину.`,
    status: response.status,
  })
}

function isProblem(body: unknown): body is Problem {
  return (
    typeof body === 'object' &&
    body !== null &&
    'code' in body &&
    typeof body.code === 'string' &&
    'detail' in body &&
    typeof body.detail === 'string' &&
    'status' in body &&
    typeof body.status === 'number'
  )
}

/** What to tell a person about a failed call, whatever was thrown. */
export const sentenceFor = (error: unknown): string =>
  error instanceof ApiError ? error.detail : 'Щось пішло не так на самій сторінці. Оновіть її та спробуйте ще раз.'
