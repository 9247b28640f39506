import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ChangePasswordRequest, Session } from '#/contract/auth.ts'
import { isRefusal } from './api-error.ts'
import { command } from './client.ts'
import { sessionsQuery } from './queries.ts'
import { secondFactorQuery } from './second-factor.ts'
import { logIn, logOut, passwordChosen } from './session.ts'

export const useLogIn = () => useMutation({ mutationFn: logIn })

export const useLogOut = () => useMutation({ mutationFn: logOut })

/** The caller names the mutation itself: where passkeys are removed, one may have to be shown first. */
export function useChangePassword() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (change: () => Promise<ChangePasswordRequest>) =>
      command('POST', '/auth/password', await change()),
    onSuccess: () => {
      passwordChosen()
      void queries.invalidateQueries({ queryKey: secondFactorQuery.queryKey })
    },
  })
}

/** Ends one session of one's own, or all but this one. A session that has ended meanwhile counts as done. */
export function useEndSessions() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (which: Session | 'all others') =>
      which === 'all others' ? command('DELETE', '/auth/sessions') : endSession(which),
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}

const endSession = ({ id }: Session): Promise<void> =>
  command('DELETE', `/auth/sessions/${id}`).catch((error: unknown) => {
    if (!isRefusal(error, 'session.not_found')) throw error
  })
