import type { HealthState, RegisterHealth, RegisterProblem } from '#/contract/register-health.ts'

export const healthWords: Record<HealthState, string> = {
  unchecked: 'Ще не перевірено',
  ok: 'Працює',
  warning: 'Працює, є зауваження',
  error: 'Не працює',
}

const ofCarrier = new Set<RegisterProblem['code']>(['carrier_key_rejected', 'carrier_not_reached', 'carrier_paused'])

/** A register works with two systems; a problem is shown beside the one it concerns. */
export function problemsOf({ problems }: RegisterHealth): { fiscal: RegisterProblem[]; carrier: RegisterProblem[] } {
  const carrier = problems.filter(({ code }) => ofCarrier.has(code))
  return { carrier, fiscal: problems.filter((problem) => !carrier.includes(problem)) }
}
