import { ApiError, isRefusal, sentenceFor } from '../../api/api-error.ts'

interface PlacedRefusal {
  fields: { name?: string; login?: string }
  /** What belongs to no field. */
  general: string | null
}

/** A refusal of the server, put where the person can mend it. */
export function placeRefusal(error: unknown): PlacedRefusal {
  if (isRefusal(error, 'user.login_taken')) return { fields: { login: error.detail }, general: null }
  const at = (pointer: string) =>
    error instanceof ApiError ? error.errors.find((one) => one.pointer === pointer)?.detail : undefined
  const fields = { name: at('/name'), login: at('/login') }
  const placed = fields.name !== undefined || fields.login !== undefined
  return { fields, general: placed ? null : sentenceFor(error) }
}
