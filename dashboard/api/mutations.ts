import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ChangePasswordRequest, Session } from '#/contract/auth.ts'
import { isRefusal } from './api-error.ts'
import { command } from './client.ts'
import { sessionsQuery } from './queries.ts'
import { logIn, logOut, passwordChosen } from './session.ts'

export const useLogIn = () =>
  useMutation({ mutationFn: (typed: { login: string; password: string }) => logIn(typed.login, typed.password) })

export const useLogOut = () => useMutation({ mutationFn: logOut })

export const useChangePassword = () =>
  useMutation({
    mutationFn: (change: ChangePasswordRequest) => command('POST', '/auth/password', change),
    onSuccess: passwordChosen,
  })

/** Ends the given sessions of one's own; one that has ended meanwhile counts as done. */
export function useEndSessions() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (sessions: readonly Session[]) => {
      const outcomes = await Promise.allSettled(
        sessions.map((session) => command('DELETE', `/auth/sessions/${session.id}`)),
      )
      for (const outcome of outcomes) {
        if (outcome.status === 'rejected' && !isRefusal(outcome.reason, 'session.not_found')) throw outcome.reason
      }
    },
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  })
}
