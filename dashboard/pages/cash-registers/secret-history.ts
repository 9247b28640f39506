import type { AuditItem } from '#/contract/audit.ts'
import type { SecretField } from './register-form.ts'

/** When a secret was last given and by whom, from the log of its register, newest first; null: the log does not say. */
export function lastGiven(entries: readonly AuditItem[], field: SecretField): { at: string; login: string } | null {
  const given = entries.find(({ action, details }) => action === 'register.added' || hasSecret(action, details, field))
  return given === undefined ? null : { at: given.at, login: given.actor?.login ?? 'Касир' }
}

function hasSecret(action: string, details: unknown, field: SecretField): boolean {
  if (action !== 'register.edited' || typeof details !== 'object' || details === null) return false
  return 'secrets' in details && Array.isArray(details.secrets) && details.secrets.includes(field)
}
