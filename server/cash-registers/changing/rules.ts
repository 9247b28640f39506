import type { ErrorCode } from '#/contract/errors.ts'

interface Standing {
  active: boolean
  is_default: boolean
}

/**
 * Whether a register will be active and the default after a change, or why it may not be. While any register is active
 * there is exactly one default, so the first active one becomes it unasked.
 */
export function standingAfter(
  register: Standing,
  wanted: { active?: boolean | undefined; is_default?: boolean | undefined },
  others: readonly Standing[],
): { ok: true; standing: Standing } | { ok: false; refusal: ErrorCode } {
  const active = wanted.active ?? register.active
  if (wanted.is_default === true && !active) return { ok: false, refusal: 'register.not_active' }
  const isGivenUp = register.is_default && (active ? wanted.is_default === false : others.some((other) => other.active))
  if (isGivenUp) return { ok: false, refusal: 'register.is_default' }
  const isFree = !others.some((other) => other.is_default)
  return { ok: true, standing: { active, is_default: active && (wanted.is_default || register.is_default || isFree) } }
}

export function whyNotDelete(
  register: Standing,
  others: readonly Standing[],
  hasLiveReceipts: boolean,
): ErrorCode | null {
  if (hasLiveReceipts) return 'register.has_live_receipts'
  return register.is_default && others.some(({ active }) => active) ? 'register.is_default' : null
}

/** People choose a register by its name, so two names that read the same are one. */
export const isSameName = (one: string, other: string): boolean => spokenOf(one) === spokenOf(other)

const spokenOf = (name: string): string => name.normalize('NFKC').replace(/\s+/g, ' ').trim().toLocaleLowerCase('uk')

interface Editable {
  name: string
  payment_label: string
  tax_codes: unknown
  active: boolean
}

export function changesOf(before: Editable, after: Editable): Record<string, { before: unknown; after: unknown }> {
  const fields = ['name', 'payment_label', 'tax_codes', 'active'] as const
  const changed = fields.filter((field) => JSON.stringify(before[field]) !== JSON.stringify(after[field]))
  return Object.fromEntries(changed.map((field) => [field, { before: before[field], after: after[field] }]))
}
