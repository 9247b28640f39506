import type { User } from '#/contract/auth.ts'
import type { ErrorCode } from '#/contract/errors.ts'
import type { EditUserRequest } from '#/contract/users.ts'

/** Somebody must always be able to manage users. */
export function whyNotEdit(user: User, request: EditUserRequest, activeAdmins: number): ErrorCode | null {
  const isActiveAdmin = user.role === 'admin' && !user.disabled
  const staysActiveAdmin = (request.role ?? user.role) === 'admin' && !(request.disabled ?? user.disabled)
  return isActiveAdmin && !staysActiveAdmin && activeAdmins <= 1 ? 'user.last_admin' : null
}

export function changesOf(user: User, request: EditUserRequest): Record<string, { before: unknown; after: unknown }> {
  const fields = ['name', 'role', 'disabled'] as const
  const changed = fields.filter((field) => request[field] !== undefined && request[field] !== user[field])
  return Object.fromEntries(changed.map((field) => [field, { before: user[field], after: request[field] }]))
}
