import type { ErrorCode } from '#/contract/errors.ts'
import { passwordLength } from '#/contract/password-length.ts'
import { pluralize } from '#/contract/plurals.ts'
import { ApiError, isRefusal } from '../../api/api-error.ts'
import { passkeyRefusal } from '../../api/passkey-refusal.ts'

const { min, max } = passwordLength
const symbols = { one: 'символ', few: 'символи', many: 'символів', other: 'символу' }

export const newPasswordHint = `Від ${min} до\u00a0${pluralize(max, symbols)}. Добре підійдуть кілька не\u00a0пов’язаних між собою слів.`

export function whyNotNewPassword(typed: string): string | null {
  if (typed.length < min) return `Щонайменше ${pluralize(min, symbols)}, зараз ${typed.length}.`
  if (typed.length > max) return `Щонайбільше ${pluralize(max, symbols)}, зараз ${typed.length}.`
  return null
}

interface PlacedRefusal {
  fields: { current_password?: string; new_password?: string }
  /** What belongs to no field. */
  general: string | null
}

/** A refusal of the server, put where the person can mend it. */
export function placeRefusal(error: unknown): PlacedRefusal {
  const current_password = detailAt(error, '/current_password') ?? detailOf(error, 'auth.wrong_current_password')
  const new_password =
    detailAt(error, '/new_password') ?? detailOf(error, 'auth.password_too_simple', 'auth.password_unchanged')
  const placed = current_password !== undefined || new_password !== undefined
  return { fields: { current_password, new_password }, general: placed ? null : passkeyRefusal(error) }
}

const detailAt = (error: unknown, pointer: string): string | undefined =>
  error instanceof ApiError ? error.errors.find((one) => one.pointer === pointer)?.detail : undefined

const detailOf = (error: unknown, ...codes: readonly ErrorCode[]): string | undefined =>
  isRefusal(error, ...codes) ? error.detail : undefined
