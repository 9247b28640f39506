import type { Outside, TrueRegister } from './outside.ts'

/** What Checkbox showed to the credentials that the service had, from then on. */
export interface Sight {
  at: number
  /** By licence key: the login of the cashier whose PIN is stored; null: the credentials were refused, or the register is off. */
  cashiers: Map<string, string | null>
  scope: 'register' | 'cashier'
}

interface Looking {
  outside: Outside
  registers: readonly (TrueRegister & { stored: { pin: string }; is_active: boolean })[]
  sights: Sight[]
}

const now = (world: Looking): Sight => {
  const { fiscal, clock } = world.outside
  const cashiers = world.registers.map(({ license_key, pin, stored, is_active }): [string, string | null] => {
    const login = fiscal.registers.find(license_key)?.cashier.login ?? null
    return [license_key, is_active && stored.pin === pin ? login : null]
  })
  return { at: clock.now(), cashiers: new Map(cashiers), scope: fiscal.settings().document_scope }
}

const asText = ({ cashiers, scope }: Sight): string => JSON.stringify([[...cashiers], scope])

/** Noted before time passes, so that what changed is known from the moment when it changed. */
export function noteSight(world: Looking): void {
  const seen = now(world)
  const last = world.sights.at(-1)
  if (last === undefined || asText(last) !== asText(seen)) world.sights.push(seen)
}

interface Seen {
  license_key: string
  cashier: string
  created_at: string
}

/** A document may be missing from the list for so long, and new credentials are used after their check. */
const lagMs = 60_000

/** Whether the service could know the document at that time: the credentials of a register were shown it for a minute. */
export function couldBeKnown(
  { sights }: Pick<Looking, 'sights'>,
  { license_key, cashier, created_at }: Seen,
  at: number,
): boolean {
  if (Date.parse(created_at) + lagMs > at) return false
  const shows = ({ cashiers, scope }: Sight): boolean => {
    const login = cashiers.get(license_key) ?? null
    return login !== null && (scope === 'register' || login === cashier)
  }
  const during = sights.filter((one, place) => one.at <= at && (sights[place + 1]?.at ?? Infinity) > at - lagMs)
  return during.length > 0 && during.every(shows)
}
