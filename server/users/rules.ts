import type { User } from '#/contract/auth.ts'
import type { ErrorCode } from '#/contract/errors.ts'
import type { CreateUserRequest, EditUserRequest } from '#/contract/users.ts'

/**
 * An admin resets only another person's password and factors. The own password and factors are changed by showing them:
 * an admin's open session and password would otherwise take the factor away that they lack.
 */
export const whyNotReset = (actor: { user: { id: string } | null }, id: string): ErrorCode | null =>
  actor.user?.id === id ? 'user.own_reset' : null

/** At least one person must always be able to manage users. */
export function whyNotEdit(user: User, request: EditUserRequest, activeAdmins: number): ErrorCode | null {
  const isActiveAdmin = user.role === 'admin' && !user.disabled
  const staysActiveAdmin = (request.role ?? user.role) === 'admin' && !(request.disabled ?? user.disabled)
  return isActiveAdmin && !staysActiveAdmin && activeAdmins <= 1 ? 'user.last_admin' : null
}

/** Admins reach every secret, so that making one wants a password typed lately. */
export const createsAdmin = (request: Pick<CreateUserRequest, 'role'>): boolean => request.role === 'admin'

/** Another role, or letting an admin in or out, wants a password typed lately; a new name does not. */
export function changesPower(user: User, request: EditUserRequest): boolean {
  const changesRole = request.role !== undefined && request.role !== user.role
  const changesAccess = request.disabled !== undefined && request.disabled !== user.disabled
  return changesRole || (changesAccess && user.role === 'admin')
}

export function changesOf(user: User, request: EditUserRequest): Record<string, { before: unknown; after: unknown }> {
  const fields = ['name', 'role', 'disabled'] as const
  const changed = fields.filter((field) => request[field] !== undefined && request[field] !== user[field])
  return Object.fromEntries(changed.map((field) => [field, { before: user[field], after: request[field] }]))
}
