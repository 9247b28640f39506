import type { User } from '#/contract/auth.ts'
import type { SecondFactorPolicy } from '#/contract/second-factor.ts'

/** `must`: nothing works before it is set up; `invited`: the important changes do not. */
export type Duty = 'must' | 'invited' | 'none'

export function dutyOf(policy: SecondFactorPolicy, user: Pick<User, 'role' | 'second_factor'>): Duty {
  if (user.second_factor || policy === 'optional') return 'none'
  if (policy === 'everyone') return 'must'
  return user.role === 'admin' ? 'invited' : 'none'
}
