import { queryOptions, useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { PasswordAndFactor } from '#/contract/factor-proof.ts'
import type { RecoveryCodes, SecondFactorSetup, SecondFactorState } from '#/contract/second-factor.ts'
import { change, command, getJson } from './client.ts'
import { refreshUser } from './refresh-user.ts'

export const secondFactorQuery = queryOptions({
  queryKey: ['auth', 'second-factor'],
  queryFn: ({ signal }) => getJson<SecondFactorState>('/auth/second-factor', signal),
})

/** Begins: the secret counts only after a code of it has been confirmed. */
export const setUpAuthenticator = (): Promise<SecondFactorSetup> => change('POST', '/auth/second-factor')
export const confirmAuthenticator = (code: string): Promise<RecoveryCodes> =>
  change('POST', '/auth/second-factor/confirm', { code })
export const removeAuthenticator = (shown: PasswordAndFactor): Promise<void> =>
  command('DELETE', '/auth/second-factor', shown)
export const makeRecoveryCodes = (shown: PasswordAndFactor): Promise<RecoveryCodes> =>
  change('POST', '/auth/second-factor/recovery-codes', shown)
export const removePasskey = (id: string, shown: PasswordAndFactor): Promise<void> =>
  command('DELETE', `/auth/passkeys/${id}`, shown)

/** A change of one's own second factor, after which the page and the rest of the dashboard learn what is left of it. */
export function useFactorChange<Wish, Answer>(
  mutationFn: (wish: Wish) => Promise<Answer>,
  onDone?: (answer: Answer) => void,
) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn,
    onSuccess: async (answer) => {
      onDone?.(answer)
      await afterFactorChange(queries)
    },
  })
}

export async function afterFactorChange(queries: QueryClient): Promise<void> {
  await Promise.allSettled([refreshUser(), queries.invalidateQueries({ queryKey: secondFactorQuery.queryKey })])
}
